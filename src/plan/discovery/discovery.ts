/** The input and the result of discovering the focus file. */

/** The ways to find the focus file, in words. The names are used in records. */
export const METHODS = {
  "explicit": "named with -f",
  "plan_mode": "plan of this session's plan mode",
  "transcript": "plan this session worked on last",
  "itp_spec": "design spec in progress",
  "itp_adr": "accepted ADR",
  "local_plan": "newest plan of this project",
  "global_plan": "plan in the home folder that names this project",
  "global_plan_mtime": "newest plan in the home folder",
  "project_plan": "plan of this project by its open items",
} as const;

/** The way in which the focus file was found. */
export type DiscoveryMethod = keyof typeof METHODS;

/** The places to search, and the user's choices. */
export interface DiscoveryInput {
  readonly project: string;
  /** The folder in which `-f` was typed. Relative paths are tried here first. */
  readonly cwd: string;
  readonly home: string;
  /** The client's folder: `~/.claude`, or `CLAUDE_CONFIG_DIR`. */
  readonly claudeFolder: string;
  /** The file from `-f` or the configuration; null without one. */
  readonly explicit: string | null;
  /**
   * True if the project's own files name it. Then it must really be in the project, since people clone
   * repositories. Default: the user named it.
   */
  readonly isExplicitFromProject?: boolean;
  readonly noFocus: boolean;
  /** The task given as text; with one, old plans are ignored. */
  readonly task: string | null;
  /** The session's transcript; null without one. */
  readonly transcriptPath: string | null;
}

/** The reason why a found file needs confirmation. */
export type Doubt = "complete-already" | "nothing-names-this-project";

/** The reason why the file from `-f` cannot be used. */
export type Refusal = "missing" | "folder" | "binary" | "too-large" | "unreadable" | "outside";

/** The result of the search for a plan: a file, several, a doubtful file, none, or a refusal. */
export type Discovery =
  | { readonly kind: "found"; readonly path: string; readonly method: DiscoveryMethod }
  | {
    readonly kind: "ambiguous";
    readonly method: DiscoveryMethod;
    /** Newest first; plans of the project by likelihood. */
    readonly candidates: readonly string[];
    /** The number of open items in each, if they were found by these. */
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
