/**
 * What the guard is asked, what it sees while it judges, and what it answers.
 *
 * The judgement is a pure core: everything it knows of the machine comes through `GuardContext`.
 *
 * @module
 */

/** One tool call as the client announces it in a PreToolUse event. */
export interface ToolCall {
  /** The tool's name, by case: `Bash`, `Write`, `Edit`, `MultiEdit`, `NotebookEdit`. */
  readonly toolName: string;
  /** The tool's input as it came; its shape is not checked yet. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** The session's working directory, absolute. */
  readonly cwd: string;
}

/** What is at a path; a symlink there is not followed. */
export interface DiskEntry {
  readonly kind: "file" | "dir" | "link" | "other";
  /** Size in bytes. */
  readonly size: number;
  /** Time of last change in milliseconds since the epoch; 0 where unknown. */
  readonly mtimeMs: number;
  /** Number of hard links; 1 where unknown. */
  readonly linkCount: number;
  /** Device and inode as one text, to recognize hard links. */
  readonly inode: string;
}

/** Read access to the disk; never throws. */
export interface Disk {
  /** Returns the entry at the path (a symlink is not followed), or undefined. */
  entry(path: string): DiskEntry | undefined;
  /** Returns the target of the symlink at the path, as written, or undefined. */
  linkTarget(path: string): string | undefined;
  /** Lists the names in a folder in any order; undefined where it cannot be read. */
  names(path: string): readonly string[] | undefined;
  /** Reads at most `length` bytes from `offset`; undefined where they cannot be read. */
  bytes(path: string, offset: number, length: number): Uint8Array | undefined;
}

/** What a judgement gets from the machine. */
export interface GuardContext {
  /** The project's root, symlinks resolved. */
  readonly projectDir: string;
  /** The user's home folder. */
  readonly homeDir: string;
  /** `~/.claude`, or what `CLAUDE_CONFIG_DIR` says. */
  readonly claudeDir: string;
  /** `~/.claude/ralph`, or what `RALPH_HOME` says. */
  readonly ralphHome: string;
  readonly disk: Disk;
  /** A clock in milliseconds; only differences count. */
  readonly nowMs: () => number;
  /** Deadline of the judgement by that clock: one second after its start. */
  readonly deadlineMs: number;
  /** Returns a variable of the environment, which the agent's shell inherits too. */
  readonly env?: (name: string) => string | undefined;
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
    /** Existing `.claude/plans/*.md` that a Bash line is about to change or remove. */
    readonly plansAtRisk: readonly string[];
  }
  | Denial
  | {
    /** The guard itself failed: the call passes, the hook may journal the problem. */
    readonly kind: "unsure";
    readonly problem: string;
  };
