/**
 * What the guard protects, and how a path is compared with it.
 *
 * @module
 */
import { PROJECT_FILE_LIST, PROJECT_FILES } from "../store/project_files.ts";
import type { GuardContext } from "./context.ts";
import { findGitTop, type LineDisk } from "./_line_disk.ts";
import { isWithin, joinPath, lastName, parentOf } from "./_paths.ts";

/** The last stop, in the client's folder. */
const STOP_RECORD = "ralph-stop-reason.json";
const KILL_SWITCH = PROJECT_FILES.killSwitch.name;
const FILE_NAMES = PROJECT_FILE_LIST.filter(({ isFolder }) => !isFolder).map(({ name }) => name);
const FOLDER_NAMES = PROJECT_FILE_LIST.filter(({ isFolder }) => isFolder).map(({ name }) => name);
/** Settings files that may have hook entries of ralph's. */
const SETTINGS_NAMES = ["settings.json", "settings.local.json"];

/** Names that identify a control file even where its folder is unknown. */
export const TELLING_NAMES: ReadonlySet<string> = new Set([
  ".claude",
  STOP_RECORD,
  ...PROJECT_FILE_LIST.map(({ name }) => name),
]);

/** Ralph's lock files and unfinished writes; a copy (`.bak`) is not protected. */
const SIBLING = new RegExp(
  `^(${
    [STOP_RECORD, ...FILE_NAMES].map((name) => RegExp.escape(name)).join("|")
  })\\.(lock|tmp|broken)\\b`,
);
/** Names of files that the store is writing. */
const UNFINISHED = /^\.ralph-.*\.tmp$/;
/** Maximum number of paths listed below the folders of control files. */
const MAX_LISTED = 2000;

/** Why a path is protected, and the name that the agent is shown. */
export interface Protection {
  readonly kind: "control" | "settings";
  readonly label: string;
}

/** The protected paths of one project, as written and with links resolved. */
export class ControlFiles {
  /** The project's `.claude`. */
  readonly projectBases: readonly string[];
  /** The client's folder in the home. */
  readonly homeBases: readonly string[];
  /** Folders that are protected with everything in them. */
  readonly folders: readonly string[];
  readonly #disk: LineDisk;
  readonly #files: ReadonlySet<string>;
  readonly #settings: ReadonlySet<string>;
  readonly #isCaseBlind: boolean;
  #existing: readonly string[] | undefined;
  #plans: readonly string[] | undefined;

  constructor({ projectDir, claudeDir, ralphHome }: GuardContext, disk: LineDisk) {
    this.#disk = disk;
    const project = disk.resolve(projectDir);
    const lower = disk.entry(joinPath(project, ".claude"))?.inode;
    this.#isCaseBlind = lower !== undefined &&
      disk.entry(joinPath(project, ".CLAUDE"))?.inode === lower;
    const both = (path: string) => [...new Set([path, disk.resolve(path)])];
    const list = (bases: readonly string[], names: readonly string[]) =>
      bases.flatMap((base) => names.flatMap((name) => both(joinPath(base, name))));
    this.projectBases = both(joinPath(project, ".claude"));
    this.homeBases = both(claudeDir);
    this.folders = [...both(ralphHome), ...list(this.projectBases, FOLDER_NAMES)];
    const top = findGitTop(disk, project);
    this.#files = new Set([
      ...list(this.projectBases, FILE_NAMES),
      ...list(this.homeBases, [STOP_RECORD]),
      ...top === undefined ? [] : both(joinPath(top, `.claude/${KILL_SWITCH}`)),
    ]);
    this.#settings = new Set(list([...this.projectBases, ...this.homeBases], SETTINGS_NAMES));
  }

  /**
   * Returns how a resolved path is protected; undefined where it is not.
   *
   * @param seesHardLinks Whether another name of the same file counts (for writing, not for
   *   removing).
   */
  protection(given: string, seesHardLinks = true): Protection | undefined {
    const path = this.#spell(given);
    const isControl = this.#files.has(path) || this.#isSibling(path) ||
      this.folders.some((folder) => isWithin(path, folder));
    const kind = isControl ? "control" : this.#settings.has(path) ? "settings" : undefined;
    if (kind !== undefined) return { kind, label: this.label(path) };
    return seesHardLinks ? this.#findHardLink(path) : undefined;
  }

  /** Finds the label of a protected path at or below a folder; undefined where nothing is protected. */
  within(folder: string): string | undefined {
    const folded = this.#fold(folder);
    const anchor = [...this.projectBases, ...this.folders, ...this.#files]
      .filter((each) => isWithin(this.#fold(each), folded))
      // The kill switch may be above the project; until it exists, that folder is not protected.
      .find((each) => lastName(each) !== KILL_SWITCH || this.#disk.exists(each));
    return anchor === undefined ? undefined : this.label(anchor);
  }

  /**
   * Whether something protected may be at, below or above a path. Elsewhere nothing has to be
   * listed, so a home with years of archives costs nothing.
   */
  isNear(path: string): boolean {
    const folded = this.#fold(path);
    return [...this.projectBases, ...this.homeBases, ...this.#paths()]
      .map((each) => this.#fold(each))
      .some((each) => isWithin(each, folded) || isWithin(folded, each));
  }

  /** Lists every protected file and folder that exists (for find, git, copies). */
  existing(): readonly string[] {
    return this.#existing ??= this.#listExisting();
  }

  /** Lists every existing plan of the project and of the home. */
  plans(): readonly string[] {
    this.#plans ??= [...new Set([...this.projectBases, ...this.homeBases])]
      .map((base) => joinPath(base, "plans"))
      .flatMap((folder) => this.#disk.names(folder).map((name) => joinPath(folder, name)))
      .filter((path) => path.endsWith(".md"));
    return this.#plans;
  }

  /** Lists every path that a pattern with unknown parts is compared with, existing or not. */
  all(): readonly string[] {
    return [...this.#paths(), ...this.existing()];
  }

  /** Returns the name that the agent is shown: short, never with another project's folder in it. */
  label(path: string): string {
    const project = this.projectBases.find((base) => isWithin(path, base));
    if (project !== undefined) return `.claude${path.slice(project.length)}`;
    const home = this.homeBases.find((base) => isWithin(path, base));
    return home === undefined ? path : `~/.claude${path.slice(home.length)}`;
  }

  #paths(): readonly string[] {
    return [...this.#files, ...this.folders, ...this.#settings];
  }

  /** Returns the form in which paths are compared on this disk. */
  #fold(path: string): string {
    return this.#isCaseBlind ? path.toLowerCase() : path;
  }

  /** Returns ralph's spelling of a protected path that is written in another case. */
  #spell(path: string): string {
    if (!this.#isCaseBlind) return path;
    const folded = this.#fold(path);
    const spelled = [...this.#paths(), ...this.projectBases]
      .find((each) => isWithin(folded, this.#fold(each)));
    return spelled === undefined ? path : spelled + path.slice(spelled.length);
  }

  #isSibling(path: string): boolean {
    const name = lastName(path);
    const isOurs = [...this.projectBases, ...this.homeBases].includes(parentOf(path));
    return isOurs && (UNFINISHED.test(name) || SIBLING.test(name));
  }

  #findHardLink(path: string): Protection | undefined {
    const entry = this.#disk.entry(path);
    if (entry?.kind !== "file" || entry.linkCount < 2) return undefined;
    const twin = this.existing().find((each) => this.#disk.entry(each)?.inode === entry.inode);
    if (twin === undefined) return undefined;
    return { kind: this.#settings.has(twin) ? "settings" : "control", label: this.label(twin) };
  }

  #listExisting(): readonly string[] {
    const siblings = this.projectBases
      .flatMap((base) => this.#disk.names(base).map((name) => joinPath(base, name)))
      .filter((path) => this.#isSibling(path));
    const paths = new Set(
      [...this.#files, ...this.#settings].filter((path) => this.#disk.entry(path) !== undefined)
        .concat(siblings),
    );
    const waiting = [...this.folders];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const folder = path;
      const kind = this.#disk.entry(folder)?.kind;
      if (kind === undefined || paths.size > MAX_LISTED) continue;
      paths.add(folder);
      if (kind !== "dir") continue;
      waiting.push(...this.#disk.names(folder).map((name) => joinPath(folder, name)));
    }
    return [...paths];
  }
}
