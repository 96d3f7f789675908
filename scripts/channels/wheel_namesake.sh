#!/bin/sh
# Starts the program under the name of the package. Links to this file lead to the program beside it, not
# to what is beside the link.
program=$0
while [ -L "$program" ]; do
  link=$(readlink "$program")
  case $link in
    /*) program=$link ;;
    *) program=${program%/*}/$link ;;
  esac
done
exec "${program%/*}/ralph" "$@"
