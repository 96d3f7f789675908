/** The input and the result of discovering the focus file. */

/** How the focus file was found, in words; the names are those in records. */
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

/** How the focus file was found. */
export type DiscoveryMethod = keyof typeof METHODS;

/** Where to look, and what the user said. */
export interface DiscoveryInput {
  readonly project: string;
  /** Where `-f` was typed: its relative paths are tried here first. */
  readonly cwd: string;
  readonly home: string;
  /** The client's folder, `~/.claude` or where `CLAUDE_CONFIG_DIR` points. */
  readonly claudeFolder: string;
  /** `-f`, or the file that the configuration names; null for neither. */
  readonly explicit: string | null;
  /**
   * Whether the project's own files name it: then it must really be in the project, for people
   * clone repositories. Default: the user named it.
   */
  readonly isExplicitFromProject?: boolean;
  readonly noFocus: boolean;
  /** The task given as text: then old plans are not picked up. */
  readonly task: string | null;
  /** The session's transcript, if any. */
  readonly transcriptPath: string | null;
}

/** Why a file that was found needs confirmation. */
export type Doubt = "complete-already" | "nothing-names-this-project";

/** Why the file that was named by `-f` cannot be used. */
export type Refusal = "missing" | "folder" | "binary" | "too-large" | "unreadable" | "outside";

/** What the search for a plan found: a file, several, a doubtful file, none, or a refusal. */
export type Discovery =
  | { readonly kind: "found"; readonly path: string; readonly method: DiscoveryMethod }
  | {
    readonly kind: "ambiguous";
    readonly method: DiscoveryMethod;
    /** Newest first; plans of the project the likeliest first. */
    readonly candidates: readonly string[];
    /** How many items each has open, if that is what found them. */
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
