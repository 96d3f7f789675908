/**
 * Where everything lies: the only map of it. Nothing here touches the disk.
 *
 * @module
 */
import { join } from "@std/path";
import type { Environment } from "./environment.ts";
import { NO_HOME } from "../error.ts";
import { fileNameOf, hash32 } from "./files/file_name.ts";

/** The files and folders in the home folder. */
export interface Places {
  /** `~/.claude`, or `CLAUDE_CONFIG_DIR`. */
  readonly claudeDir: string;
  /** `~/.claude/ralph`, or `RALPH_HOME`. */
  readonly ralphHome: string;
  /** The last stop, in the predecessor's schema. */
  readonly stopRecord: string;
  /** One line per ended loop. */
  readonly historyFile: string;
  /** Consents by content hash. */
  readonly trustFile: string;
  /** Archived plans. */
  readonly archivesDir: string;
  /** The user's defaults. */
  readonly globalConfig: string;
  /** The predecessor's global file. */
  readonly seedsGlobalConfig: string;
  /** The defaults of the earlier plugin, a layer. */
  readonly earlierDefaults: string;
  /** All loops. */
  readonly loopsDir: string;
  /** All session records. */
  readonly sessionsDir: string;
  /** All lock files; never removed, since a removed one is locked by two. */
  readonly locksDir: string;
  /** One file per session whose tool calls ralph looks after: the hooks' gate looks for it. */
  readonly activeDir: string;
  /** What the binary unpacks. */
  readonly tmpDir: string;
}

/**
 * The places in the home folder.
 *
 * @param env the environment; without a home the places lie where nothing can exist, so reading
 * finds nothing and writing fails as a value
 * @returns the places, absolute
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
    historyFile: join(ralphHome, "history.jsonl"),
    trustFile: join(ralphHome, "trust.json"),
    archivesDir: join(ralphHome, "archives"),
    globalConfig: join(ralphHome, "config.json"),
    earlierDefaults: join(claudeDir, "ralph-defaults.json"),
    seedsGlobalConfig: join(claudeDir, "automation/loop-orchestrator/config/loop_config.json"),
    loopsDir: join(ralphHome, "loops"),
    sessionsDir: join(ralphHome, "sessions"),
    locksDir: join(ralphHome, "locks"),
    activeDir: join(ralphHome, "active"),
    tmpDir: join(ralphHome, "tmp"),
  };
}

/** The files of one loop in the home folder. */
export interface LoopPlaces {
  /** `loops/{id}/`. */
  readonly dir: string;
  /** `loop.json`, written once. */
  readonly facts: string;
  /** The last form of the loop's record; it exists once the loop has ended. */
  readonly lastRecord: string;
  /** Held by whoever ends the loop. */
  readonly endLock: string;
  /** One line per decision. */
  readonly journal: string;
  /** One line per hook event: evidence of activity. */
  readonly beats: string;
  /** The settings of the last event whose configuration had no problem. */
  readonly lastGoodSettings: string;
  /** Copies of the loop's files in the project, under the same names. */
  readonly copiesDir: string;
  /** One file per tool call that runs now. */
  readonly callsDir: string;
  /** When the marker was last put back: Unix seconds as text. */
  readonly markerPutBack: string;
  /** What the user has to be told at the next event of the main agent: a sentence per line. */
  readonly untold: string;
}

/**
 * The places of one loop.
 *
 * @param places the home's places
 * @param id the loop's id; an id made up by somebody else leads to no other folder
 * @returns the loop's places
 */
export function loopPlaces(places: Places, id: string): LoopPlaces {
  const dir = join(places.loopsDir, fileNameOf(id));
  return {
    dir,
    facts: join(dir, "loop.json"),
    lastRecord: join(dir, "ralph-state.json"),
    endLock: join(dir, "end.lock"),
    journal: join(dir, "journal.jsonl"),
    beats: join(dir, "beats.jsonl"),
    lastGoodSettings: join(dir, "settings.json"),
    copiesDir: join(dir, "copies"),
    callsDir: join(dir, "calls"),
    markerPutBack: join(dir, "marker-put-back"),
    untold: join(dir, "untold"),
  };
}

/**
 * The file that says which loop a session's tool calls belong to, even where the project's marks are
 * gone. The gate in the registered hook command looks for the same path.
 *
 * @param places the home's places
 * @param session the session's id
 * @returns `active/{session}`
 */
export function activeFile(places: Places, session: string): string {
  return join(places.activeDir, fileNameOf(session));
}

/** The files in a project. */
export interface ProjectPlaces {
  /** The project's root. */
  readonly root: string;
  /** `.claude`. */
  readonly dir: string;
  /** `loop-enabled`: exists while a loop is active; holds its id. */
  readonly marker: string;
  /** `ralph-state.json`: the loop's record. */
  readonly state: string;
  /** `ralph-config.json`: configuration and guidance. */
  readonly config: string;
  /** `loop-config.json`: the predecessor's flat limits. */
  readonly flatConfig: string;
  /** `STOP_LOOP`: ends the loop at once. */
  readonly killSwitch: string;
  /** `plans/`. */
  readonly plansDir: string;
  /** `ralph-knowledge.json`: what exploration learned. */
  readonly knowledge: string;
  /** `ralph-templates/`: the user's templates. */
  readonly templatesDir: string;
  /** `ralph-adapters/`: the user's adapters. */
  readonly adaptersDir: string;
}

/**
 * The places in a project.
 *
 * @param root the project's root, absolute
 * @returns the project's places
 */
export function projectPlaces(root: string): ProjectPlaces {
  const dir = join(root, ".claude");
  return {
    root,
    dir,
    marker: join(dir, "loop-enabled"),
    state: join(dir, "ralph-state.json"),
    config: join(dir, "ralph-config.json"),
    flatConfig: join(dir, "loop-config.json"),
    killSwitch: join(dir, "STOP_LOOP"),
    plansDir: join(dir, "plans"),
    knowledge: join(dir, "ralph-knowledge.json"),
    templatesDir: join(dir, "ralph-templates"),
    adaptersDir: join(dir, "ralph-adapters"),
  };
}

/**
 * Eight hex digits that stand for a project in file names.
 *
 * @param project the resolved path of the project's root
 * @returns 8 hex digits
 */
export function projectHash(project: string): string {
  return hash32(project);
}

/**
 * The record of one session in one project.
 *
 * @param places the home's places
 * @param session the session's id, as it came on stdin
 * @param project the resolved path of the project's root
 * @returns `sessions/{session}@{path hash}.json`
 */
export function sessionFile(places: Places, session: string, project: string): string {
  return join(places.sessionsDir, `${fileNameOf(session)}@${projectHash(project)}.json`);
}

/**
 * The lock around everything that belongs to one project: its loop, its sessions, its configuration.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @returns a file in the home folder, so no project can plant one
 */
export function projectLock(places: Places, project: string): string {
  return join(places.locksDir, `${projectHash(project)}.lock`);
}

/**
 * The lock around a file of the home folder that all projects share.
 *
 * @param places the home's places
 * @param name which of them
 * @returns the lock file
 */
export function sharedLock(
  places: Places,
  name: "config" | "trust" | "stop-record" | "prompts",
): string {
  return join(places.locksDir, `${name}.lock`);
}
