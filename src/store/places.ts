/** The paths of all files that ralph keeps. Nothing here touches the disk. */
import { join } from "../system/path.ts";
import type { Environment } from "./environment.ts";
import { NO_HOME } from "../error.ts";
import { fileNameOf, hash32 } from "./files/file_name.ts";
import { PROJECT_FILES } from "./project_files.ts";

const HOME_FILES = {
  /** One line per ended loop. */
  historyFile: "history.jsonl",
  trustFile: "trust.json",
  archivesDir: "archives",
  /** The user's defaults. */
  globalConfig: "config.json",
  loopsDir: "loops",
  sessionsDir: "sessions",
  /** All lock files. They are never removed, or two processes could lock two files of the same name. */
  locksDir: "locks",
  /** One file per session whose tool calls ralph guards; the hooks' gate checks for it. */
  activeDir: "active",
  /** The rate-limit windows of the account, as the client reported them last. */
  rateLimitsFile: "rate-limits.json",
  /** The script that the registered hooks read. */
  gate: "gate",
  /** Its modification time is that of the last pruning. */
  pruned: "pruned",
} as const;

/** The files and folders in the home folder, absolute. */
export interface Places extends PathsOf<typeof HOME_FILES> {
  /** `~/.claude`, or `CLAUDE_CONFIG_DIR`. */
  readonly claudeDir: string;
  /** `~/.claude/ralph`, or `RALPH_HOME`. */
  readonly ralphHome: string;
  /** The last stop, in the predecessor's schema. */
  readonly stopRecord: string;
  /** The predecessor's global file. */
  readonly seedsGlobalConfig: string;
}

type PathsOf<Files> = { readonly [Key in keyof Files]: string };

function pathsIn<Files extends Readonly<Record<string, string>>>(
  dir: string,
  files: Files,
): PathsOf<Files> {
  const start = join(dir, "/");
  const paths: Record<string, string> = {};
  for (const key in files) paths[key] = start + files[key];
  return paths as PathsOf<Files>;
}

/**
 * Returns the paths in the home folder.
 *
 * @param env Without a home the paths cannot exist: reads find nothing, and writes return a failure.
 */
export function placesOf(
  env: Pick<Environment, "home" | "claudeConfigDir" | "ralphHome">,
): Places {
  const claudeDir = env.claudeConfigDir ?? join(env.home ?? NO_HOME, ".claude");
  const ralphHome = env.ralphHome ?? join(claudeDir, "ralph");
  return {
    claudeDir,
    ralphHome,
    stopRecord: join(claudeDir, "ralph-stop-reason.json"),
    seedsGlobalConfig: join(claudeDir, "automation/loop-orchestrator/config/loop_config.json"),
    ...pathsIn(ralphHome, HOME_FILES),
  };
}

/** The files in `loops/{id}/`. */
const LOOP_FILES = {
  /** Written once. */
  facts: "loop.json",
  /** The final version of the loop's record; it exists once the loop has ended. */
  lastRecord: "ralph-state.json",
  /** Locked by the process that ends the loop. */
  endLock: "end.lock",
  /** One line per decision. */
  journal: "journal.jsonl",
  /** One line per hook event: evidence of activity. */
  beats: "beats.jsonl",
  /** The settings of the last event whose configuration had no problem. */
  lastGoodSettings: "settings.json",
  /** The guard's last check of the limits in the running turn. */
  limitLook: "limit-look.json",
  /** Copies of the loop's files in the project, under the same names. */
  copiesDir: "copies",
  /** The loop's record as ralph last wrote it. */
  recordCopy: "copies/ralph-state.json",
  /** One file per running tool call. */
  callsDir: "calls",
  /** The links among the loop's files in the project when no call ran: path and target. */
  knownLinks: "known-links.json",
  /** When the marker was last restored: seconds since 1970. */
  markerPutBack: "marker-put-back",
  /** The process that watches the turns of the loop's session, if the user is notified. */
  watcher: "watcher.json",
  /** Sentences to show the user at the next event of the main agent, one per line. */
  untold: "untold",
} as const;

/** The files of one loop in the home folder, absolute. */
export interface LoopPlaces extends PathsOf<typeof LOOP_FILES> {
  readonly dir: string;
}

/**
 * Returns the paths of one loop.
 *
 * @param id The loop's id. A forged id cannot lead to another folder.
 */
export function loopPlaces(places: Places, id: string): LoopPlaces {
  const dir = join(places.loopsDir, fileNameOf(id));
  return { dir, ...pathsIn(dir, LOOP_FILES) };
}

/**
 * Returns the file that records which loop a session's tool calls belong to, even if the project's
 * marks are gone. The gate in the registered hook command checks for the same path.
 */
export function activeFile(places: Places, session: string): string {
  return join(places.activeDir, fileNameOf(session));
}

/** Returns the paths in a project. */
export function projectPlaces(root: string) {
  const dir = join(root, ".claude");
  const paths: Record<string, string> = {};
  for (const [key, { name }] of Object.entries(PROJECT_FILES)) paths[key] = `${dir}/${name}`;
  return {
    dir,
    plansDir: join(dir, "plans"),
    ...paths as PathsOf<typeof PROJECT_FILES>,
  };
}

/** Returns eight hex digits that identify a project in file names. */
export function projectHash(project: string): string {
  return hash32(project);
}

/** Returns the file of one session's record in one project: `sessions/{session}@{path hash}.json`. */
export function sessionFile(places: Places, session: string, project: string): string {
  return join(places.sessionsDir, `${fileNameOf(session)}@${projectHash(project)}.json`);
}

/**
 * Returns the lock for everything of one project: its loop, sessions and configuration. It is in the home
 * folder, so that a project cannot contain one.
 */
export function projectLock(places: Places, project: string): string {
  return join(places.locksDir, `${projectHash(project)}.lock`);
}

/** Returns the lock for a file of the home folder that all projects share. */
export function sharedLock(
  places: Places,
  name: "archives" | "config" | "trust" | "stop-record" | "prompts",
): string {
  return join(places.locksDir, `${name}.lock`);
}
