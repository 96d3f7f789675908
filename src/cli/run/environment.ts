/**
 * The environment of the agents of a run.
 *
 * @module
 */

/**
 * What Claude Code tells the programs that it starts: a run that is started in one of
 * its shells is not that session, and an agent that reads these would think so.
 */
const OF_A_SESSION = new Set([
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
]);

/**
 * The variables that agents get.
 *
 * @param own All of ours.
 */
export function agentEnvironmentOf(own: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !OF_A_SESSION.has(name)));
}
