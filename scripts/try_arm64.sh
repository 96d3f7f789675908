#!/usr/bin/env bash
# Runs dist/ralph-aarch64-unknown-linux-gnu in a Debian for arm64 that is emulated: the demo, hooks, and a
# run on a pseudo-terminal. On Debian, with qemu-user-static and Linux 6.7 or later; it needs no root, and
# changes nothing outside of a folder that is thrown away.
#
#     deno task build --target aarch64-unknown-linux-gnu && scripts/try_arm64.sh
set -euo pipefail
program=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../dist/ralph-aarch64-unknown-linux-gnu")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
mkdir -p "$work"/{state/lists,cache/archives}/partial "$root"
touch "$work/state/status"

# The packages of another architecture, without telling apt of this machine.
cat >"$work/apt.conf" <<END
APT::Architecture "arm64"; APT::Architectures { "arm64"; }; APT::Install-Recommends "0";
APT::Sandbox::User "";
Dir::State "$work/state"; Dir::State::status "$work/state/status"; Dir::Cache "$work/cache";
END
export APT_CONFIG=$work/apt.conf
apt-get -qq update
apt-get -qq install --download-only --yes libc6 libstdc++6 bash coreutils git sed >/dev/null
for package in "$work"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
mkdir -p "$root/usr/local/bin" "$root/root"
cp "$program" "$root/usr/local/bin/ralph"
ln -sf bash "$root/bin/sh"

cat >"$root/root/try" <<'END'
set -euo pipefail
[[ $(ralph --version) == *aarch64* ]]
ralph demo
mkdir project && cd project && git init --quiet
echo '- [ ] Write a.txt' >PLAN.md
printf '#!/bin/sh\ntest -t 1 && sed -i "s/\\[ \\]/[x]/" PLAN.md\n' >../agent && chmod +x ../agent
ralph run PLAN.md --sandbox none --agent ../agent
echo '- [ ] Write b.txt' >PLAN.md
ralph hooks install
ralph start PLAN.md --yes --session emulated
export CLAUDE_PROJECT_DIR=$PWD CLAUDE_CODE_SESSION_ID=emulated
event='"session_id":"emulated","transcript_path":"/tmp/none.jsonl","cwd":"'$PWD'","permission_mode":"default"'
answer() {
  said=$(echo "{$event,$3}" | ralph hook "$1")
  echo "$said"
  [[ $said == *"$2"* ]]
}
answer guard '"deny"' '"hook_event_name":"PreToolUse","tool_use_id":"1","tool_name":"Bash","tool_input":{"command":"rm -rf .claude"}'
answer stop 'Write b.txt' '"hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Done."'
echo 'The program for arm64 works.'
END

# In namespaces of its own the kernel knows the emulator.
# shellcheck disable=SC2016 # the inner shell's variables
unshare --user --map-root-user --mount --pid --fork --mount-proc bash -c '
  set -e
  mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
  format=$(grep -v "^#" /usr/lib/binfmt.d/qemu-aarch64.conf)
  head=${format%:*:*}
  printf "%s" "$head:$(command -v qemu-aarch64-static):F" >/proc/sys/fs/binfmt_misc/register
  mount --rbind /proc "$0/proc"
  mount --rbind /dev "$0/dev"
  exec chroot "$0" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/root TERM=xterm \
    LANG=C.UTF-8 NO_COLOR=1 bash -c "cd && bash try"
' "$root"
