#compdef ralph
# Completion of ralph in zsh. Written by 'ralph completions zsh'.
_ralph() {
  local value help shell=''
  local -a candidates words_before suffix
  words_before=("${(@Q)words[2,CURRENT-1]}")
  ((CURRENT > 2)) || words_before=()
  while IFS=$'\t' read -r value help; do
    if [[ $value == :* ]]; then
      shell=${value#:}
    else
      [[ $value == *= ]] && suffix=(-S '')
      candidates+=("$value${help:+:$help}")
    fi
  done < <("${(Q)words[1]}" complete -- "${words_before[@]}" "${(Q)PREFIX}" 2>/dev/null)
  (( $#candidates )) && _describe -V ralph candidates "${suffix[@]}"
  [[ -n $shell ]] && compset -P '--*='
  case $shell in
    program) _command_names -e ;;
    folder) _files -/ ;;
    markdown) _files -g '*.md' ;;
    file) _files ;;
  esac
}
if [[ $funcstack[1] == _ralph ]]; then _ralph "$@"
else compdef _ralph ralph; fi
