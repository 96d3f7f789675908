#!/usr/bin/env bash
# Installs the programs that some tests need, on Debian as root; elsewhere those tests are left out.
set -euo pipefail
# Each package with its program.
packages=(bubblewrap:bwrap chromium:chromium fish:fish munge:munged shellcheck:shellcheck
  ripgrep:rg ruby:ruby slurm-client:sbatch slurmctld:slurmctld slurmd:slurmd socat:socat tmux:tmux zsh:zsh)
[[ $EUID -eq 0 ]] && command -v apt-get >/dev/null || exit 0
for package in kubernetes-validate==1.37.0 pipx==1.18.4 twine==7.0.0 uv==0.13.9; do
  # The system's own may be too old.
  [[ $(pip show "${package%==*}" 2>/dev/null) == *"Version: ${package#*==}"* ]] ||
    pip install -q --break-system-packages "$package" >/dev/null 2>&1 ||
    echo "Cannot install $package: the tests that need it are left out" >&2
done
if ! command -v srt >/dev/null; then
  npm install -g --silent @anthropic-ai/sandbox-runtime@0.0.83 >/dev/null 2>&1 ||
    echo "Cannot install sandbox-runtime: the test that needs it is left out" >&2
fi
missing=()
for package in "${packages[@]}"; do
  command -v "${package#*:}" >/dev/null || missing+=("${package%:*}")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1; then
  echo "Cannot install ${missing[*]}: the tests that need them are left out" >&2
fi
