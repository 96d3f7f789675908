/**
 * The agents that ralph knows by name, with the arguments that make each work unattended and print
 * events while it works. An agent that prints only at its end looks idle to the watchdog.
 */

/** An agent that ralph knows by name. */
export interface KnownAgent {
  readonly name: string;
  readonly program: string;
  /** The arguments before the prompt, which comes last. */
  readonly args: readonly string[];
  /** Whether its events report tokens, and money. */
  readonly reports: { readonly tokens: boolean; readonly cost: boolean };
  /** Its settings, credentials and logs, from the home folder: writable in a sandbox. */
  readonly writes: readonly string[];
  /** The variable that moves all of them to another folder. */
  readonly homeVariable?: string;
}

/**
 * What Claude Code may use without asking. `bypassPermissions` would be refused to root, and
 * `--allowedTools` takes every word up to the next option, so an option has to follow it.
 */
const CLAUDE_TOOLS =
  "Bash,Read,Write,Edit,MultiEdit,NotebookEdit,Glob,Grep,LS,Task,Agent,TodoWrite,Skill,WebSearch,WebFetch";

/** The known agents, in the order of the search. */
export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    name: "claude",
    program: "claude",
    args: [
      "-p",
      "--output-format",
      "stream-json",
      "--verbose",
      // Without partial messages a thinking model prints nothing for a minute.
      "--include-partial-messages",
      "--allowedTools",
      CLAUDE_TOOLS,
      "--permission-mode",
      "acceptEdits",
    ],
    reports: { tokens: true, cost: true },
    writes: [".claude", ".claude.json", ".local/state/claude"],
    homeVariable: "CLAUDE_CONFIG_DIR",
  },
  {
    name: "kiro",
    program: "kiro-cli",
    args: ["chat", "--no-interactive", "--trust-all-tools"],
    reports: { tokens: false, cost: false },
    writes: [".kiro", ".local/share/kiro-cli"],
  },
  {
    name: "codex",
    program: "codex",
    args: ["exec", "--json", "--full-auto", "--skip-git-repo-check"],
    reports: { tokens: true, cost: false },
    writes: [".codex"],
    homeVariable: "CODEX_HOME",
  },
  {
    name: "gemini",
    program: "gemini",
    args: ["--output-format", "stream-json", "--approval-mode", "yolo", "-p"],
    reports: { tokens: true, cost: false },
    writes: [".gemini"],
  },
  {
    name: "opencode",
    program: "opencode",
    args: ["run", "--format", "json"],
    reports: { tokens: true, cost: true },
    writes: [".config/opencode", ".local/share/opencode", ".local/state/opencode"],
  },
];
