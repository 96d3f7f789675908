/** `ralph completions`: the scripts with which shells complete the command line. */
import { defineTopCommand } from "../core/command.ts";

const BASH = String.raw`# Completion of ralph in bash. Written by 'ralph completions bash'.
# Reads a word as it was typed: its text, the quote that is open at its end, and the text in front of
# what readline replaces.
_ralph_read() {
  local word=$1 special='"${"`"}$\' outside='' char i
  text='' open='' head=''
  for ((i = 0; i < ${"$"}{#word}; i++)); do
    char=${"$"}{word:i:1}
    if [[ $char == '\' && $open != "'" ]]; then
      char=${"$"}{word:++i:1}
      # In double quotes a backslash quotes few characters.
      [[ $open == '"' && $special != *"$char"* ]] && text+='\'
      text+=$char
    elif [[ -n $open ]]; then
      if [[ $char == "${"$"}{open#$}" ]]; then open='' head=$outside; else text+=$char; fi
    elif [[ $char == ['"'\'] || ${"$"}{word:i:2} == '$'['"'\'] ]]; then
      [[ $char != '$' ]] || { ((++i)); [[ ${"$"}{word:i:1} == '"' ]] || open='$'; }
      open+=${"$"}{word:i:1} outside=$head head=$text
    else
      text+=$char
      [[ $COMP_WORDBREAKS != *"$char"* ]] || head=$text
    fi
  done
}
# Adds a candidate, quoted so that it is a word wherever the cursor is: a candidate may be anybody's text.
_ralph_add() {
  local value=${"$"}{1#"$head"} quoted='' special='"${"`"}$\' char i
  if [[ -z $open ]]; then
    quoted=$value
    [[ $value == *[!A-Za-z0-9_./=:@%+,-]* ]] && printf -v quoted '%q' "$value"
  else
    for ((i = 0; i < ${"$"}{#value}; i++)); do
      char=${"$"}{value:i:1}
      case $open$char in
        \"!) quoted+=\"\'!\'\" ;;
        \"*) [[ $special == *"$char"* ]] && quoted+='\'; quoted+=$char ;;
        "$'"[\'\\]) quoted+='\'$char ;;
        \'\') quoted+="'\''" ;;
        *) quoted+=$char ;;
      esac
    done
  fi
  COMPREPLY+=("$quoted")
}
_ralph() {
  local line=${"$"}{COMP_LINE:0:COMP_POINT} word value shell='' text open head i
  local -a words=() texts=()
  # Bash splits words at "=" and ":". What has no blank before it belongs to the word before.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${"$"}{COMP_WORDS[i]}
    if ((i > 0)) && [[ $line != [[:space:]]* ]]; then
      ((i == COMP_CWORD)) && word=$line
      words[${"$"}{#words[@]}-1]+=$word
    else
      line=${"$"}{line#"${"$"}{line%%[![:space:]]*}"}
      ((i == COMP_CWORD)) && word=$line
      words+=("$word")
    fi
    line=${"$"}{line#"$word"}
  done
  for word in "${"$"}{words[@]:1}"; do
    _ralph_read "$word"
    texts+=("$text")
  done
  COMPREPLY=()
  while IFS=$'\t' read -r value _; do
    case $value in
      :*) shell=${"$"}{value#:} ;;
      *)
        _ralph_add "$value"
        [[ $value == *= ]] && compopt -o nospace 2>/dev/null
        ;;
    esac
  done < <("$1" complete -- "${"$"}{texts[@]}" 2>/dev/null)
  case $shell in
    program)
      while IFS= read -r value; do _ralph_add "$head$value"; done < <(compgen -c -- "${"$"}{text#"$head"}")
      ;;
    folder) compopt -o dirnames 2>/dev/null ;;
    markdown)
      while IFS= read -r value; do
        COMPREPLY+=("$value")
      done < <(compgen -f -X '!*.md' -- "${"$"}{text#"$head"}")
      compopt -o filenames 2>/dev/null
      if ((${"$"}{#COMPREPLY[@]} > 0)); then compopt -o plusdirs 2>/dev/null
      else compopt -o default 2>/dev/null; fi
      ;;
    file) compopt -o default 2>/dev/null ;;
  esac
}
if type -t compopt >/dev/null; then complete -F _ralph ralph
else complete -o default -F _ralph ralph; fi
`;

const ZSH = String.raw`#compdef ralph
# Completion of ralph in zsh. Written by 'ralph completions zsh'.
_ralph() {
  local value help shell=''
  local -a candidates words_before suffix
  words_before=("${"$"}{(@Q)words[2,CURRENT-1]}")
  ((CURRENT > 2)) || words_before=()
  while IFS=$'\t' read -r value help; do
    if [[ $value == :* ]]; then
      shell=${"$"}{value#:}
    else
      [[ $value == *= ]] && suffix=(-S '')
      value=${"$"}{value//\\/\\\\}
      candidates+=("${"$"}{value//:/\\:}${"$"}{help:+:$help}")
    fi
  done < <("${"$"}{(Q)words[1]}" complete -- "${"$"}{words_before[@]}" "${"$"}{(Q)PREFIX}" 2>/dev/null)
  (( $#candidates )) && _describe -V ralph candidates "${"$"}{suffix[@]}"
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
`;

const FISH = String.raw`# Completion of ralph in fish. Written by 'ralph completions fish'.
function __ralph_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l program $before[1]
    set -e before[1]
    set -l prefix (string match -r -- '^--?[^=]+=' "$word")
    set -l rest (string replace -r -- '^--?[^=]+=' '' "$word")
    for line in ($program complete -- $before "$word" 2>/dev/null)
        switch $line
            case ':program'
                complete -C "$rest" | string replace -r -- '^' "$prefix"
            case ':folder'
                __fish_complete_directories "$rest" | string replace -r -- '^' "$prefix"
            case ':file' ':markdown'
                __fish_complete_path "$rest" | string replace -r -- '^' "$prefix"
            case '*'
                echo $line
        end
    end
end
complete -c ralph -f -k -a '(__ralph_complete)'
`;

const POWERSHELL = String
  .raw`# Completion of ralph in PowerShell. Written by 'ralph completions powershell'.
Register-ArgumentCompleter -Native -CommandName ralph -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $program = $commandAst.CommandElements[0].ToString()
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object { if ($null -ne $_.Value) { "$($_.Value)" } else { $_.ToString() } })
    # An empty argument does not reach a program in all versions.
    $options = @(if ($wordToComplete -eq '') { '--new-word' })
    & $program complete @options -- @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "${"`"}t", 2
        # Without results PowerShell lists files itself.
        if ($value.StartsWith(':')) { return }
        $text = if ($value -match "[\s'${"`"}"]") { "'" + $value.Replace("'", "''") + "'" } else { $value }
        if (-not $help) { $help = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
    }
}
`;

/** The scripts by the names of their shells. */
export const SCRIPTS = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
} as const;

export const command = defineTopCommand({
  description:
    "The script asks ralph at each press of the key, so it stays valid after an update. Create the " +
    "folder first where it does not exist, and open a new shell afterwards.",
  args: [{
    name: "shell",
    help: "Your shell",
    required: true,
    choices: Object.keys(SCRIPTS),
  }],
  examples: [
    [
      "ralph completions bash > ~/.local/share/bash-completion/completions/ralph",
      "bash with the package bash-completion",
    ],
    ['eval "$(ralph completions bash)"', "bash without it: in ~/.bashrc"],
    [
      "ralph completions zsh > ~/.zfunc/_ralph",
      "zsh: with 'fpath+=~/.zfunc' before 'compinit' in ~/.zshrc",
    ],
    ["ralph completions fish > ~/.config/fish/completions/ralph.fish", "fish"],
    ["ralph completions powershell >> $PROFILE", "PowerShell"],
  ],
  run: ({ out }, { args }) => {
    // The choices of the argument are the names of the scripts.
    out.data(SCRIPTS[args.shell as keyof typeof SCRIPTS]);
    return 0;
  },
});
