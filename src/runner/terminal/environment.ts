/**
 * What an agent finds in its environment, whichever terminal it gets.
 *
 * @module
 */

/** Variables that describe our own terminal, not the agent's. */
const OF_OUR_TERMINAL = [
  "COLUMNS",
  "LINES",
  "STY",
  "TERMCAP",
  "TMUX",
  "TMUX_PANE",
  "WINDOW",
  "WINDOWID",
];

/** The terminal that is emulated where ours has no name. */
const TERMINAL_TYPE = "xterm-256color";

/**
 * What Claude Code tells the programs that it starts: a run that is started in one of its shells is
 * not that session, and an agent that reads these would think so.
 */
const OF_A_SESSION = [
  "CLAUDECODE",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ATTENDED",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_EFFORT",
  "CLAUDE_ENV_FILE",
  "CLAUDE_PID",
  "CLAUDE_PLUGIN_DATA",
  "CLAUDE_PLUGIN_ROOT",
  "CLAUDE_PROJECT_DIR",
];

/** The variables of an environment. */
type Variables = Readonly<Record<string, string>>;

/**
 * Removes what describes the session that the run was started in.
 *
 * @param env All of our own variables.
 */
export function agentEnvironmentOf(env: Variables): Record<string, string> {
  return without(env, OF_A_SESSION);
}

/**
 * Removes what describes our own terminal.
 *
 * @param env The environment as it was asked for.
 * @param added Variables to add.
 */
export function terminalEnvironment(env: Variables, added: Variables): Record<string, string> {
  return { ...without(env, OF_OUR_TERMINAL), ...added };
}

function without(env: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** The value of `TERM` inside a terminal. */
export function terminalType(env: Variables): string {
  return env["TERM"] || TERMINAL_TYPE;
}
