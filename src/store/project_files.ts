/**
 * The files of ralph in a project's `.claude`: the one list that places, copies, guard, git and the
 * hooks' gate are derived from. Imports nothing, so that every hook can use it.
 */

/** How a file is repaired from its copy: each kind has its own rule. */
export type KeptKind = "marker" | "record" | "json" | "text";

/** One file or folder in `.claude`. */
interface ProjectFile {
  readonly name: string;
  readonly isFolder?: boolean;
  /** How it is repaired from its copy in the home folder; left out if it is never copied. */
  readonly kept?: KeptKind;
  /** Its pattern for git, at any depth; left out for what the user writes and may commit. */
  readonly ignored?: string;
}

/** The files by what they are for. */
export const PROJECT_FILES = {
  /** Exists while a loop is active; has the loop's id in it. */
  marker: { name: "loop-enabled", kept: "marker", ignored: "loop-enabled" },
  state: { name: "ralph-state.json", kept: "record", ignored: "ralph-state.json*" },
  /** Configuration and guidance. */
  config: { name: "ralph-config.json", kept: "json", ignored: "ralph-config.json*" },
  /** What exploration learned. */
  knowledge: { name: "ralph-knowledge.json", kept: "json", ignored: "ralph-knowledge.json*" },
  /** Ends the loop at once. */
  killSwitch: { name: "STOP_LOOP", ignored: "STOP_LOOP" },
  flatConfig: { name: "loop-config.json", kept: "json" },
  templatesDir: { name: "ralph-templates", isFolder: true, kept: "text" },
  adaptersDir: { name: "ralph-adapters", isFolder: true, kept: "text" },
} as const satisfies Record<string, ProjectFile>;

/** The kill switch, from the project's folder. */
export const KILL_SWITCH = `.claude/${PROJECT_FILES.killSwitch.name}`;

/** The files as a list. */
export const PROJECT_FILE_LIST: readonly ProjectFile[] = Object.values(PROJECT_FILES);

/** Patterns for git to ignore: the files above, and what is written next to them. */
export const IGNORED_PATTERNS: readonly string[] = [
  ...PROJECT_FILE_LIST.flatMap(({ ignored }) =>
    ignored === undefined ? [] : [`**/.claude/${ignored}`]
  ),
  "**/.claude/settings*.json.before-ralph-*",
  "**/.ralph-*.tmp",
  ".ralph-result",
];
