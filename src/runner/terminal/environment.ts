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
 * Removes what describes our own terminal.
 *
 * @param env The environment as it was asked for.
 * @param added Variables to add.
 */
export function agentEnvironment(
  env: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !OF_OUR_TERMINAL.includes(name));
  return { ...Object.fromEntries(kept), ...added };
}

/** The value of `TERM` inside a terminal. */
export function terminalType(env: Readonly<Record<string, string>>): string {
  return env["TERM"] || TERMINAL_TYPE;
}
