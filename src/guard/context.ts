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
  /** The tool's input as it came; nothing about its shape is taken for granted. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** The session's working directory, absolute. */
  readonly cwd: string;
}

/** What stands at a path, without following a symlink there. */
export interface DiskEntry {
  readonly kind: "file" | "dir" | "link" | "other";
  /** Size in bytes. */
  readonly size: number;
  /** Time of last change in milliseconds since the epoch; 0 where unknown. */
  readonly mtimeMs: number;
  /** Number of hard links; 1 where unknown. */
  readonly linkCount: number;
  /** Device and inode as one text, to know hard links by. */
  readonly inode: string;
}

/** The disk as the guard sees it: reading only, never throwing. */
export interface Disk {
  /** What stands at the path (a symlink is not followed), or undefined. */
  entry(path: string): DiskEntry | undefined;
  /** Where the symlink at the path points, as written, or undefined. */
  linkTarget(path: string): string | undefined;
  /** Names in a folder in any order, or undefined where it cannot be read. */
  names(path: string): readonly string[] | undefined;
  /** The bytes from `offset`, at most `length` of them, or undefined where they cannot be read. */
  bytes(path: string, offset: number, length: number): Uint8Array | undefined;
}

/** Everything the judgement may know of the machine. */
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
  /** When, by that clock, the judgement must have ended: one second after it began. */
  readonly deadlineMs: number;
  /** A variable of the environment, which the agent's shell inherits too; left out: none is known. */
  readonly env?: (name: string) => string | undefined;
}

/** Why a call is refused. */
export interface Denial {
  readonly kind: "deny";
  /** What, why and what to do instead, in one or two short sentences. */
  readonly reason: string;
  /** The file or command that is protected; empty where the line could not be checked. */
  readonly target: string;
}

/** The guard's answer. */
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
