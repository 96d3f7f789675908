# Completion of ralph in fish. Written by 'ralph completions fish'.
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
