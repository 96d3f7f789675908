/**
 * What discovery of the focus file is asked, and what it answers.
 *
 * @module
 */

/** How the focus file was found; names as in the predecessor's records. */
export type DiscoveryMethod =
  | "explicit"
  | "plan_mode"
  | "transcript"
  | "itp_spec"
  | "itp_adr"
  | "local_plan"
  | "global_plan"
  | "global_plan_mtime"
  | "project_plan";

/** What is known about one path. */
export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  /** Bytes. */
  readonly size: number;
  /** Time of the last change, Unix milliseconds. */
  readonly modifiedMs: number;
}

/** The disk as discovery sees it: nothing here throws, what cannot be read is absent. */
export interface Files {
  /** Names in a folder, at most `limit` of them; empty where it cannot be read. */
  list(folder: string, limit: number): readonly string[];
  /** Follows links; null where there is nothing, or only a link that leads nowhere. */
  stat(path: string): FileStat | null;
  /** The first `maxBytes` of a file; null where it cannot be read. */
  readStart(path: string, maxBytes: number): Uint8Array | null;
  /** The last `maxBytes` of a file; null where it cannot be read. */
  readEnd(path: string, maxBytes: number): Uint8Array | null;
  /** The path with all links resolved; null where that fails. */
  realPath(path: string): string | null;
}

/** Where to look, and what the user said. */
export interface DiscoveryInput {
  /** Root of the project, links resolved. */
  readonly project: string;
  /** Where `-f` was typed: its relative paths are tried here first. */
  readonly cwd: string;
  /** The user's home folder, for plans that write `~/…`. */
  readonly home: string;
  /** The client's folder, `~/.claude` or where `CLAUDE_CONFIG_DIR` points. */
  readonly claudeFolder: string;
  /** `-f`, or the file that the configuration names; null where there is neither. */
  readonly explicit: string | null;
  /**
   * Whether the project's own files name it: then it must really stand in the project, for people
   * clone repositories. Default: the user named it.
   */
  readonly isExplicitFromProject?: boolean;
  readonly noFocus: boolean;
  /** The task given as text: then old plans are not picked up. */
  readonly task: string | null;
  /** The session's transcript, where there is one. */
  readonly transcriptPath: string | null;
}

/** Why a file that was found is not taken without asking. */
export type Doubt = "complete-already" | "nothing-names-this-project";

/** Why the file that was named by `-f` cannot be used. */
export type Refusal = "missing" | "folder" | "binary" | "too-large" | "unreadable" | "outside";

/** What discovery found. */
export type Discovery =
  | { readonly kind: "found"; readonly path: string; readonly method: DiscoveryMethod }
  | {
    readonly kind: "ambiguous";
    readonly method: DiscoveryMethod;
    /** Newest first; plans of the project the likeliest first. */
    readonly candidates: readonly string[];
    /** How many items each has open, where that is what found them. */
    readonly openItems?: readonly number[];
  }
  | {
    readonly kind: "doubtful";
    readonly path: string;
    readonly method: DiscoveryMethod;
    readonly why: Doubt;
  }
  | { readonly kind: "refused"; readonly path: string; readonly why: Refusal }
  | { readonly kind: "none"; readonly method: "none" | "task" | "no_focus" };
