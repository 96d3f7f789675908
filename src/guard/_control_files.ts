/**
 * The one list of what the guard protects, and how a path is compared with it.
 *
 * @module
 */
import type { GuardContext } from "./context.ts";
import { findGitTop, type LineDisk } from "./_line_disk.ts";
import { isWithin, joinPath, lastName, parentOf } from "./_paths.ts";

/** Files in the project's `.claude/`; locks, temporary and set-aside siblings count too. */
export const CONTROL_FILE_NAMES = [
  "loop-enabled",
  "ralph-state.json",
  "ralph-config.json",
  "loop-config.json",
  "ralph-knowledge.json",
  "STOP_LOOP",
] as const;

/** Folders in the project's `.claude/`, with everything in them. */
export const CONTROL_FOLDER_NAMES = ["ralph-templates", "ralph-adapters"] as const;

/** The last stop, in the client's folder. */
export const STOP_RECORD_NAME = "ralph-stop-reason.json";

/** Settings files in which our hook entries stand. */
export const SETTINGS_NAMES = ["settings.json", "settings.local.json"] as const;

/** What our locks and unfinished writes add to a name; a copy (`.bak`) is anybody's. */
const SIBLING = /^\.(lock|tmp|broken)\b/;
/** How the store names a file that it is writing. */
const UNFINISHED = /^\.ralph-.*\.tmp$/;

/** More names than this are not looked for below a folder of control. */
const MAX_LISTED = 2000;

/** What a path is to the guard. */
export type Standing =
  | { readonly kind: "control"; readonly label: string }
  | { readonly kind: "settings"; readonly label: string };

/** The protected paths of one context, links resolved as well as written. */
export class ControlFiles {
  readonly #disk: LineDisk;
  /** The project's `.claude`, as written and as resolved. */
  readonly projectBases: readonly string[];
  /** The client's folder in the home, likewise. */
  readonly homeBases: readonly string[];
  /** Folders that are control with everything in them. */
  readonly folders: readonly string[];
  readonly #files: ReadonlySet<string>;
  readonly #settings: ReadonlySet<string>;
  readonly #isCaseBlind: boolean;
  #existing: readonly string[] | undefined;
  #plans: readonly string[] | undefined;

  constructor(context: GuardContext, disk: LineDisk) {
    this.#disk = disk;
    this.#isCaseBlind = isCaseBlind(disk, disk.resolve(context.projectDir));
    const both = (path: string) => [...new Set([path, disk.resolve(path)])];
    this.projectBases = both(joinPath(disk.resolve(context.projectDir), ".claude"));
    this.homeBases = both(context.claudeDir);
    const inBases = (bases: readonly string[], names: readonly string[]) =>
      bases.flatMap((base) => names.flatMap((name) => both(joinPath(base, name))));
    this.folders = [
      ...both(context.ralphHome),
      ...inBases(this.projectBases, CONTROL_FOLDER_NAMES),
    ];
    const top = findGitTop(disk, disk.resolve(context.projectDir));
    this.#files = new Set([
      ...inBases(this.projectBases, CONTROL_FILE_NAMES),
      ...inBases(this.homeBases, [STOP_RECORD_NAME]),
      ...(top === undefined ? [] : both(joinPath(top, ".claude/STOP_LOOP"))),
    ]);
    this.#settings = new Set([
      ...inBases(this.projectBases, SETTINGS_NAMES),
      ...inBases(this.homeBases, SETTINGS_NAMES),
    ]);
  }

  /**
   * What a resolved path is to us, or undefined.
   *
   * @param seesHardLinks Whether another name of the same file counts (for writing, not for removing).
   */
  standing(given: string, seesHardLinks = true): Standing | undefined {
    const path = this.#canonical(given);
    if (this.#files.has(path) || this.folders.some((folder) => isWithin(path, folder))) {
      return { kind: "control", label: this.label(path) };
    }
    if (this.#settings.has(path)) return { kind: "settings", label: this.label(path) };
    if (this.#isSibling(path)) return { kind: "control", label: this.label(path) };
    return seesHardLinks ? this.#isHardLink(path) : undefined;
  }

  /** A protected path inside (or at) a folder that is about to go, or undefined. */
  within(folder: string): string | undefined {
    const anchors = [...this.projectBases, ...this.folders, ...this.#files];
    const folded = this.#fold(folder);
    const anchor = anchors.find((each) => isWithin(this.#fold(each), folded) && this.#counts(each));
    return anchor === undefined ? undefined : this.label(anchor);
  }

  /**
   * Whether something of control may lie at, below or above a path. Far from all of it nothing has to
   * be listed, and a home with years of archives costs nothing.
   */
  isNear(path: string): boolean {
    const anchors = [this.projectBases, this.homeBases, this.folders, this.#files, this.#settings];
    const folded = this.#fold(path);
    return anchors.some((some) =>
      [...some].map((each) => this.#fold(each)).some((each) =>
        isWithin(each, folded) || isWithin(folded, each)
      )
    );
  }

  /** Every existing control and settings file, control in folders too (for find, git, copies). */
  existing(): readonly string[] {
    this.#existing ??= this.#listExisting();
    return this.#existing;
  }

  /** Every existing plan, of the project and of the home. */
  plans(): readonly string[] {
    this.#plans ??= [...new Set([...this.projectBases, ...this.homeBases])].flatMap((base) => {
      const folder = joinPath(base, "plans");
      return this.#disk.names(folder)
        .filter((name) => name.endsWith(".md"))
        .map((name) => joinPath(folder, name));
    });
    return this.#plans;
  }

  /** Every path that a pattern with unknown parts is compared with, existing or not. */
  known(): readonly string[] {
    return [...this.#files, ...this.folders, ...this.#settings, ...this.existing()];
  }

  /** How the path is named to the agent: short, never with another project's folder in it. */
  label(path: string): string {
    for (const base of this.projectBases) {
      if (isWithin(path, base)) return `.claude${path.slice(base.length)}`;
    }
    for (const base of this.homeBases) {
      if (isWithin(path, base)) return `~/.claude${path.slice(base.length)}`;
    }
    return path;
  }

  /** The form in which paths are compared on this disk. */
  #fold(path: string): string {
    return this.#isCaseBlind ? path.toLowerCase() : path;
  }

  /** The path as we spell it, where it is one of control in other letters. */
  #canonical(path: string): string {
    if (!this.#isCaseBlind) return path;
    const folded = this.#fold(path);
    const spelled = [...this.#files, ...this.folders, ...this.#settings, ...this.projectBases]
      .find((each) => isWithin(folded, this.#fold(each)));
    return spelled === undefined ? path : spelled + path.slice(spelled.length);
  }

  /** A kill switch at the git top counts as control to create, but holds no folder back before it is there. */
  #counts(anchor: string): boolean {
    return lastName(anchor) !== "STOP_LOOP" || this.#disk.exists(anchor);
  }

  #isSibling(path: string): boolean {
    const name = lastName(path);
    const folder = parentOf(path);
    const names: readonly string[] = this.projectBases.includes(folder)
      ? CONTROL_FILE_NAMES
      : this.homeBases.includes(folder)
      ? [STOP_RECORD_NAME]
      : [];
    if (names.length > 0 && UNFINISHED.test(lastName(path))) return true;
    return names.some((each) => name.startsWith(each) && SIBLING.test(name.slice(each.length)));
  }

  #isHardLink(path: string): Standing | undefined {
    const entry = this.#disk.entry(path);
    if (entry === undefined || entry.kind !== "file" || entry.linkCount < 2) return undefined;
    const twin = this.existing().find((each) => this.#disk.entry(each)?.inode === entry.inode);
    if (twin === undefined) return undefined;
    return { kind: this.#settings.has(twin) ? "settings" : "control", label: this.label(twin) };
  }

  #listExisting(): readonly string[] {
    const found = new Set<string>();
    for (const path of [...this.#files, ...this.#settings]) {
      if (this.#disk.entry(path) !== undefined) found.add(path);
    }
    for (const base of this.projectBases) {
      for (const name of this.#disk.names(base)) {
        const path = joinPath(base, name);
        if (this.#isSibling(path)) found.add(path);
      }
    }
    const waiting = [...this.folders];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const kind = this.#disk.entry(path)?.kind;
      if (kind === undefined || found.size > MAX_LISTED) continue;
      found.add(path);
      if (kind === "dir") {
        const folder = path;
        waiting.push(...this.#disk.names(folder).map((name) => joinPath(folder, name)));
      }
    }
    return [...found];
  }
}

/** Whether the disk of a project takes upper and lower case for the same. */
function isCaseBlind(disk: LineDisk, project: string): boolean {
  const lower = disk.entry(joinPath(project, ".claude"));
  return lower !== undefined && disk.entry(joinPath(project, ".CLAUDE"))?.inode === lower.inode;
}
