/** The environment of an agent, in every kind of terminal. */

/** Variables that describe the runner's own terminal. */
const OF_OUR_TERMINAL: readonly string[] =
  "COLUMNS LINES STY TERMCAP TMUX TMUX_PANE WINDOW WINDOWID".split(" ");

const TERMINAL_TYPE = "xterm-256color";

/**
 * Variables that Claude Code sets for programs that it starts. With them, an agent of a run that was started
 * in a session would take itself for a part of that session.
 */
const OF_A_SESSION: readonly string[] =
  ("CLAUDECODE CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ATTENDED " +
    "CLAUDE_CODE_SESSION_ID CLAUDE_EFFORT CLAUDE_ENV_FILE CLAUDE_PID CLAUDE_PLUGIN_DATA " +
    "CLAUDE_PLUGIN_ROOT CLAUDE_PROJECT_DIR").split(" ");

type Variables = Readonly<Record<string, string>>;

/** Removes the variables that describe the session in which the run was started. */
export function agentEnvironmentOf(env: Variables): Record<string, string> {
  return without(env, OF_A_SESSION);
}

/** Removes the variables that describe the runner's own terminal. */
export function terminalEnvironment(env: Variables, added: Variables): Record<string, string> {
  return { ...without(env, OF_OUR_TERMINAL), ...added };
}

function without(env: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}

/** Returns the value of `TERM` inside a terminal. */
export function terminalType(env: Variables): string {
  return env["TERM"] || TERMINAL_TYPE;
}
