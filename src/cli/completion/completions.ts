/** `ralph completions`: the scripts with which shells complete the command line. */
import { defineCommand } from "../core/command.ts";
import { SUMMARIES } from "../summaries.ts";
import { SCRIPTS, type ShellName } from "./scripts.ts";

/** The description of `ralph completions`. */
export const command = defineCommand({
  name: "completions",
  summary: SUMMARIES.completions,
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
    {
      command: "ralph completions bash > ~/.local/share/bash-completion/completions/ralph",
      help: "bash with the package bash-completion",
    },
    { command: 'eval "$(ralph completions bash)"', help: "bash without it: in ~/.bashrc" },
    {
      command: "ralph completions zsh > ~/.zfunc/_ralph",
      help: "zsh: with 'fpath+=~/.zfunc' before 'compinit' in ~/.zshrc",
    },
    {
      command: "ralph completions fish > ~/.config/fish/completions/ralph.fish",
      help: "fish",
    },
    { command: "ralph completions powershell >> $PROFILE", help: "PowerShell" },
  ],
  run: ({ out }, { args }) => {
    // The choices of the argument are the names of the scripts.
    out.data(SCRIPTS[args.shell as ShellName]);
    return 0;
  },
});
