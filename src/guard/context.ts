/** What the guard is asked, and what it knows of the machine. */

/** One tool call as the client announces it in a PreToolUse event. */
export interface ToolCall {
  /** By case: `Bash`, `Write`, `Edit`, `MultiEdit`, `NotebookEdit`. */
  readonly toolName: string;
  /** As it came; its shape is not checked yet. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** The session's working directory, absolute. */
  readonly cwd: string;
}

/** The folders of a project in which a loop is active. */
export interface GuardContext {
  readonly projectDir: string;
  readonly homeDir: string;
  /** `~/.claude`, or what `CLAUDE_CONFIG_DIR` says. */
  readonly claudeDir: string;
  /** `~/.claude/ralph`, or what `RALPH_HOME` says. */
  readonly ralphHome: string;
}
