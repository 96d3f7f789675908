/** What the guard is asked, what it knows of the machine, and what it answers. */

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

/** Why a call is refused. */
export interface Denial {
  readonly kind: "deny";
  /** What is refused, why, and what to do instead, in one or two short sentences. */
  readonly reason: string;
  /** The protected file or command. */
  readonly target: string;
}

/** Whether a tool call passes or is denied, or that the guard itself failed. */
export type Judgement =
  | {
    readonly kind: "pass";
    /** Plans that a Bash line names for a change; they may not exist. */
    readonly plansAtRisk: readonly string[];
  }
  | Denial
  | {
    /** The guard itself failed: the call passes, the hook may journal the problem. */
    readonly kind: "unsure";
    readonly problem: string;
  };
