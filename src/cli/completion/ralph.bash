# Completion of ralph in bash. Written by 'ralph completions bash'.
_ralph() {
  local line=${COMP_LINE:0:COMP_POINT} typed='' head='' value shell=''
  local -a words
  # Bash splits words at "=" too, and completes what is behind it.
  read -ra words <<<"$line"
  case $line in
    *[[:space:]]) words+=('') ;;
    *) typed=${words[${#words[@]}-1]} ;;
  esac
  [[ $COMP_WORDBREAKS != *=* || $typed != *=* ]] || head=${typed%"${typed##*=}"}
  COMPREPLY=()
  while IFS=$'\t' read -r value _; do
    case $value in
      :*) shell=${value#:} ;;
      *)
        COMPREPLY+=("${value#"$head"}")
        [[ $value != *= ]] || compopt -o nospace 2>/dev/null
        ;;
    esac
  done < <("$1" complete -- "${words[@]:1}" 2>/dev/null)
  case $shell in
    program) COMPREPLY+=($(compgen -c -- "${typed#"$head"}")) ;;
    folder) compopt -o dirnames 2>/dev/null ;;
    markdown)
      while IFS= read -r value; do
        COMPREPLY+=("$value")
      done < <(compgen -f -X '!*.md' -- "${typed#"$head"}")
      compopt -o filenames 2>/dev/null
      if ((${#COMPREPLY[@]} > 0)); then compopt -o plusdirs 2>/dev/null
      else compopt -o default 2>/dev/null; fi
      ;;
    file) compopt -o default 2>/dev/null ;;
  esac
}
if type -t compopt >/dev/null; then complete -F _ralph ralph
else complete -o default -F _ralph ralph; fi
