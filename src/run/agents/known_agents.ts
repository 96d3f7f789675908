/**
 * The agents that ralph knows by name: the arguments that make each work unattended and print events
 * while it works, and what each needs in a sandbox. The watchdog takes an agent that prints only at its
 * end for idle.
 */
import { basename } from "@std/path";

/** An agent that ralph knows by name. */
export interface KnownAgent {
  readonly name: string;
  readonly program: string;
  /** The arguments before the prompt, which comes last. */
  readonly args: readonly string[];
  /** Whether its events report tokens and cost. */
  readonly reports: { readonly tokens: boolean; readonly cost: boolean };
  /** The settings, credentials and logs that a sandbox gives it; everything else is hidden. */
  readonly folders: readonly AgentFolder[];
  /** The variables for its login and configuration; `*` matches any end of a name. */
  readonly variables: readonly string[];
  /** The hosts of its models, for a sandbox that filters the network. */
  readonly domains: readonly string[];
}

/** One of an agent's own folders. */
export interface AgentFolder {
  /** Path relative to the home folder. */
  readonly folder: string;
  /** The environment variable that moves it. */
  readonly variable?: string;
  /** Entries that are read only, or that would run outside of the sandbox later; `.` for the whole folder. */
  readonly reads: readonly string[];
  /** Entries that must outlast the sandbox. A name with a final slash is a folder, created if missing. */
  readonly writes: readonly string[];
  /** A JSON file next to the folder, or in it if the folder is moved. The agent gets a writable copy. */
  readonly copied?: string;
}

/**
 * The tools that Claude Code may use without asking. `bypassPermissions` would be refused to root.
 * `--allowedTools` takes every word up to the next option, so an option has to follow it.
 */
const CLAUDE_TOOLS =
  "Bash,Read,Write,Edit,MultiEdit,NotebookEdit,Glob,Grep,LS,Task,Agent,TodoWrite,Skill,WebSearch,WebFetch";

/** The known agents, in search order. */
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
    folders: [{
      folder: ".claude",
      variable: "CLAUDE_CONFIG_DIR",
      reads:
        ("CLAUDE.md agents commands hooks keybindings.json local output-styles plugins rules scripts " +
          "settings.json settings.local.json skills").split(" "),
      // After a new login Claude Code renames a file over it, or writes it in place if that fails (EBUSY).
      writes: [".credentials.json", "projects/{project}/"],
      copied: ".claude.json",
    }],
    variables:
      ("ANTHROPIC_* CLAUDE_* API_TIMEOUT_MS BASH_*_TIMEOUT_MS BASH_MAX_OUTPUT_LENGTH DISABLE_* " +
        "ENABLE_TOOL_SEARCH IS_SANDBOX MAX_MCP_OUTPUT_TOKENS MAX_THINKING_TOKENS MCP_*TIMEOUT USE_BUILTIN_RIPGREP")
        .split(" "),
    domains: ["api.anthropic.com", "console.anthropic.com", "platform.claude.com", "claude.ai"],
  },
  {
    name: "kiro",
    program: "kiro-cli",
    args: ["chat", "--no-interactive", "--trust-all-tools"],
    reports: { tokens: false, cost: false },
    folders: [
      { folder: ".kiro", reads: ["."], writes: [] },
      { folder: ".local/share/kiro-cli", reads: [], writes: ["."] },
    ],
    variables: ["KIRO_*"],
    domains: ["*.amazonaws.com", "*.kiro.dev"],
  },
  {
    name: "codex",
    program: "codex",
    args: ["exec", "--json", "--full-auto", "--skip-git-repo-check"],
    reports: { tokens: true, cost: false },
    folders: [{
      folder: ".codex",
      variable: "CODEX_HOME",
      reads: "AGENTS.md config.toml prompts rules skills".split(" "),
      writes: ["auth.json", "sessions/"],
    }],
    variables: ["OPENAI_*", "CODEX_*"],
    domains: ["api.openai.com", "auth.openai.com", "chatgpt.com"],
  },
  {
    name: "gemini",
    program: "gemini",
    args: ["--output-format", "stream-json", "--approval-mode", "yolo", "-p"],
    reports: { tokens: true, cost: false },
    folders: [{
      folder: ".gemini",
      reads: "GEMINI.md commands extensions installation_id settings.json skills".split(" "),
      writes: ["oauth_creds.json", "google_accounts.json"],
    }],
    variables: ["GEMINI_*", "GOOGLE_API_KEY", "GOOGLE_CLOUD_*", "GOOGLE_GENAI_*"],
    domains: ["*.googleapis.com", "accounts.google.com"],
  },
  {
    name: "opencode",
    program: "opencode",
    args: ["run", "--format", "json"],
    reports: { tokens: true, cost: true },
    folders: [
      { folder: ".config/opencode", reads: ["."], writes: [] },
      { folder: ".local/share/opencode", reads: [], writes: ["."] },
    ],
    variables: ["OPENCODE_*", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY"],
    domains: ["api.anthropic.com", "api.openai.com", "openrouter.ai", "models.dev"],
  },
];

/** Finds the known agents that a command starts, by its name or by one of its words. */
export function knownAgents(
  agent: { readonly name: string; readonly command: readonly string[] } | null,
): readonly KnownAgent[] {
  if (agent === null) return [];
  const { name, command } = agent;
  const words = command.map((word) => basename(word));
  return KNOWN_AGENTS.filter((known) => known.name === name || words.includes(known.program));
}
