#!/bin/sh
# Installs ralph into a folder, or removes it from there:
#
#     curl -fsSL ADDRESS/install.sh | sh
#     curl -fsSL ADDRESS/install.sh | sh -s -- --dir ~/bin
#     curl -fsSL ADDRESS/install.sh | sh -s -- --uninstall
#
# It needs curl or wget, tar and gzip, and no rights but yours. Nothing runs before the last line has arrived.
set -eu

# A release writes its own address and version here.
ADDRESS='@ADDRESS@'
VERSION='@VERSION@'

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

target() {
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') echo x86_64-unknown-linux-gnu ;;
    'Linux aarch64' | 'Linux arm64') echo aarch64-unknown-linux-gnu ;;
    'Darwin x86_64') echo x86_64-apple-darwin ;;
    'Darwin arm64') echo aarch64-apple-darwin ;;
    *) fail "ralph is not built for $(uname -s) on $(uname -m); it runs on Linux and macOS, x86-64 and arm64" ;;
  esac
}

has() {
  command -v "$1" >/dev/null 2>&1
}

download() {
  if has curl; then
    curl -fsSL --proto "=${ADDRESS%%:*}" -o "$2" "$1" || fail "$1 cannot be downloaded"
  elif has wget; then
    wget -q -O "$2" "$1" || fail "$1 cannot be downloaded"
  else
    fail 'curl or wget is needed'
  fi
}

sum() {
  if has sha256sum; then
    sha256sum "$1"
  elif has shasum; then
    shasum -a 256 "$1"
  else
    fail 'sha256sum or shasum is needed to check the download'
  fi | cut -d ' ' -f 1
}

# Whether this script put the program there; a folder, a link or another program of that name is not ours.
is_ours() {
  [ -f "$dir/.ralph-install" ] && [ -f "$dir/ralph" ] && [ ! -L "$dir/ralph" ]
}

install_ralph() {
  for needed in tar gzip; do has "$needed" || fail "$needed is needed"; done
  is_ours || { [ ! -e "$dir/ralph" ] && [ ! -L "$dir/ralph" ]; } ||
    fail "$dir/ralph is not from this script, so it stays; remove it, or name another folder with --dir"
  name="ralph-$VERSION-$(target)"
  # In the folder itself, so that a hook that starts meanwhile finds the old program or the new one.
  { mkdir -p "$dir" && work=$(mktemp -d "$dir/.ralph-XXXXXX"); } 2>/dev/null ||
    fail "$dir cannot be written; name another folder with --dir"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT PIPE TERM
  download "$ADDRESS/SHA256SUMS" "$work/SHA256SUMS"
  download "$ADDRESS/$name.tar.gz" "$work/$name.tar.gz"
  wanted=
  while read -r hash file; do [ "$file" != "$name.tar.gz" ] || wanted=$hash; done <"$work/SHA256SUMS"
  found=$(sum "$work/$name.tar.gz")
  # Where the list has no sum, nothing matches.
  [ "${wanted:-missing}" = "$found" ] ||
    fail "$name.tar.gz is not what was released: wanted SHA-256 ${wanted:-in SHA256SUMS}, found $found"
  tar -xzf "$work/$name.tar.gz" -C "$work"
  build=$("$work/$name/ralph" --version 2>/dev/null) || fail "$name does not run on this system"
  mv -f "$work/$name/ralph" "$dir/ralph"
  # By this `ralph update` knows how it came; a program that somebody else puts there is of another build.
  fetch='curl -fsSL'
  has curl || fetch='wget -qO-'
  printf '%s\n' "$ADDRESS" "$build" "$fetch" >"$dir/.ralph-install"
  echo "$build is in $dir."
  case ":$PATH:" in
    *":$dir:"*) ;;
    *) echo "Put it on your PATH: export PATH=\"$dir:\$PATH\"" ;;
  esac
  echo 'Next: ralph demo, then in your project: ralph hooks install'
}

uninstall_ralph() {
  [ -e "$dir/ralph" ] || fail "there is no $dir/ralph"
  is_ours || fail "$dir/ralph is not from this script, so it stays"
  if "$dir/ralph" hooks uninstall; then :; else echo 'The hooks are still registered: see the line above.' >&2; fi
  rm -f "$dir/ralph" "$dir/.ralph-install"
  echo "Removed $dir/ralph."
}

main() {
  dir=${HOME:+$HOME/.local/bin}
  todo=install_ralph
  while [ $# -gt 0 ]; do
    case $1 in
      --dir)
        [ "${2:-}" ] || fail '--dir needs a folder'
        dir=$2
        shift
        ;;
      --uninstall) todo=uninstall_ralph ;;
      *) fail "unknown argument $1; known: --dir DIR, --uninstall" ;;
    esac
    shift
  done
  case $dir in
    '') fail 'HOME is not set: name a folder with --dir' ;;
    /*) ;;
    *) dir=$PWD/$dir ;;
  esac
  "$todo"
}

main "$@"
