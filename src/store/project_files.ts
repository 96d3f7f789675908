/**
 * ralph's files in a project's `.claude`. The paths, the copies, the guard, the patterns for git and the
 * hooks' gate are all derived from this list. Imports nothing, so that every hook can use it.
 */

/** How a file is restored from its copy: each kind has its own rule. */
export type KeptKind = "marker" | "record" | "json" | "text";

/** One file or folder in `.claude`. */
interface ProjectFile {
  readonly name: string;
  readonly isFolder?: boolean;
  /** How it is restored from its copy in the home folder; left out if it is never copied. */
  readonly kept?: KeptKind;
  /** Its pattern for git, at any depth; left out for files that the user writes and may commit. */
  readonly ignored?: string;
}

/** The files by their use. */
export const PROJECT_FILES = {
  /** Exists while a loop is active, and contains the loop's id. */
  marker: { name: "loop-enabled", kept: "marker", ignored: "loop-enabled" },
  state: { name: "ralph-state.json", kept: "record", ignored: "ralph-state.json*" },
  /** Configuration and guidance. */
  config: { name: "ralph-config.json", kept: "json", ignored: "ralph-config.json*" },
  /** Lessons from exploration. */
  knowledge: { name: "ralph-knowledge.json", kept: "json", ignored: "ralph-knowledge.json*" },
  /** Ends the loop at once. */
  killSwitch: { name: "STOP_LOOP", ignored: "STOP_LOOP" },
  flatConfig: { name: "loop-config.json", kept: "json" },
  templatesDir: { name: "ralph-templates", isFolder: true, kept: "text" },
  adaptersDir: { name: "ralph-adapters", isFolder: true, kept: "text" },
} as const satisfies Record<string, ProjectFile>;

/** The kill switch, relative to the project's folder. */
export const KILL_SWITCH = `.claude/${PROJECT_FILES.killSwitch.name}`;

/** The files as a list. */
export const PROJECT_FILE_LIST: readonly ProjectFile[] = Object.values(PROJECT_FILES);

/** Patterns for git to ignore: the files above, and those written next to them. */
export const IGNORED_PATTERNS: readonly string[] = [
  ...PROJECT_FILE_LIST.flatMap(({ ignored }) =>
    ignored === undefined ? [] : [`**/.claude/${ignored}`]
  ),
  "**/.claude/settings*.json.before-ralph-*",
  "**/.ralph-*.tmp",
  ".ralph-result",
];
