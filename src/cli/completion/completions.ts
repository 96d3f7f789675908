/** `ralph completions`: prints the shells' completion scripts. */
import { defineTopCommand } from "../core/command.ts";

/** The scripts, by shell. */
export const SCRIPTS = {
  bash: () => import("./ralph.bash", { with: { type: "text" } }),
  zsh: () => import("./ralph.zsh", { with: { type: "text" } }),
  fish: () => import("./ralph.fish", { with: { type: "text" } }),
} as const;

export const command = defineTopCommand({
  description:
    "The script asks ralph each time you press Tab, so it stays valid after an update. If the " +
    "folder does not exist, create it first; open a new shell afterwards.",
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
  ],
  run: async ({ out }, { args }) => {
    // The choices of the argument are the names of the scripts.
    out.data((await SCRIPTS[args.shell as keyof typeof SCRIPTS]()).default);
    return 0;
  },
});
