/** The files that the guard protects, and the comparison of a path with them. */
import { attempt } from "../error.ts";
import { basename, dirname, join } from "../system/path.ts";
import { namesIn } from "../store/files/presence.ts";
import { foldersUpwards, isWithin, resolvePath } from "../store/project.ts";
import { KILL_SWITCH, PROJECT_FILE_LIST, PROJECT_FILES } from "../store/project_files.ts";

/** A kernel accepts no longer path. */
export const MAX_PATH = 4096;

/** The folders of a project in which a loop is active. */
export interface GuardContext {
  readonly projectDir: string;
  readonly homeDir: string;
  /** `~/.claude`, or what `CLAUDE_CONFIG_DIR` says. */
  readonly claudeDir: string;
  /** `~/.claude/ralph`, or what `RALPH_HOME` says. */
  readonly ralphHome: string;
}

/** A file that a call would change; its short name for the agent never contains another project's folder. */
export type Protected = NonNullable<ReturnType<ControlFiles["find"]>>;

/** The target of one word of a call: a path with its links resolved, or a pattern. */
export interface Named {
  /** The path; of a pattern, the folder before its first wildcard. */
  readonly path: string;
  /** Matches the paths that a pattern stands for; null for a plain path. */
  readonly pattern: RegExp | null;
}

/** The protected paths of one project, as written and with links resolved. */
export class ControlFiles {
  readonly #isCaseBlind: boolean;
  /** The project's `.claude` and the client's folder, each with the name for it. */
  readonly #bases: ReadonlyMap<string, string>;
  readonly #files: readonly string[];
  readonly #settings: readonly string[];
  /** Folders that are protected with everything in them. */
  readonly #folders: readonly string[];
  readonly #planFolders: readonly string[];
  readonly #projectDir: string;

  /** @param isCaseBlind Whether `.Claude` is `.claude` here, as on macOS. */
  constructor(
    { projectDir, claudeDir, ralphHome }: GuardContext,
    isCaseBlind = Deno.build.os === "darwin",
  ) {
    this.#isCaseBlind = isCaseBlind;
    this.#projectDir = resolvePath(projectDir);
    const projects = both(join(projectDir, ".claude"));
    const homes = both(claudeDir);
    this.#bases = new Map([
      ...projects.map((path) => [path, ".claude"] as const),
      ...homes.map((path) => [path, "~/.claude"] as const),
    ]);
    const control = PROJECT_FILE_LIST.filter((file) => file.isFolder !== true);
    const folders = PROJECT_FILE_LIST.filter((file) => file.isFolder === true);
    // The kill switch ends the loop from each folder up to the repository's top.
    const switches = foldersUpwards(dirname(projectDir)).map((folder) => join(folder, KILL_SWITCH));
    const links = linksIn([...projects, ...homes]);
    const withTargets = (folders: readonly string[], names: readonly string[]) =>
      below(folders, names).flatMap((path) => links.has(path) ? both(path) : path);
    this.#files = [
      ...withTargets(projects, control.map(({ name }) => name)),
      ...withTargets(homes, ["ralph-stop-reason.json"]),
      ...switches,
    ];
    this.#settings = withTargets([...projects, ...homes], ["settings.json", "settings.local.json"]);
    this.#folders = [...both(ralphHome), ...below(projects, folders.map(({ name }) => name))];
    this.#planFolders = below([...projects, ...homes], ["plans"]);
  }

  /**
   * Finds what a call would change.
   *
   * @param isDeep Whether everything below the path changes with it.
   */
  find(named: Named, isDeep: boolean) {
    const { path } = named;
    const isNamed = (other: string) => this.#isNamed(named, other);
    const isInside = this.#folders.some((each) => isWithin(this.#fold(path), this.#fold(each)));
    const roots = isDeep ? [...this.#bases.keys(), ...this.#folders] : this.#folders;
    const control = isInside ? path : this.#files.find(isNamed) ??
      roots.find((root) => (isDeep ? foldersUpwards(root) : [root]).some(isNamed));
    const found = control ?? this.#settings.find(isNamed);
    if (found === undefined) return null;
    // Settings may be edited as long as ralph's entries stay.
    const kind = control === undefined ? "settings" : "control";
    return { kind, path: found, label: this.#label(found) } as const;
  }

  /** Checks whether a path is that of a kill switch: in a folder of the project, or in one above it. */
  isKillSwitch(path: string): boolean {
    const folded = this.#fold(path);
    const suffix = this.#fold(`/${KILL_SWITCH}`);
    const folder = folded.slice(0, -suffix.length) || "/";
    const project = this.#fold(this.#projectDir);
    return folded.endsWith(suffix) && (isWithin(folder, project) || isWithin(project, folder));
  }

  /** Checks whether a path is that of a file whose valid edits are never undone. */
  isPolicy(path: string): boolean {
    const found = this.find({ path, pattern: null }, false);
    const isRepaired = ["marker", "state"] as const;
    return found?.kind === "control" &&
      !isRepaired.some((name) => basename(path) === PROJECT_FILES[name].name);
  }

  /** Lists the plans that a call would change. */
  findPlans(named: Named, isDeep: boolean): string[] {
    return this.#planFolders.flatMap((folder) => {
      const isAll = isDeep && foldersUpwards(folder).some((each) => this.#isNamed(named, each));
      const { path } = named;
      if (!isAll && folder !== path && folder !== dirname(path)) return [];
      return namesIn(folder).filter((name) => name.endsWith(".md"))
        .map((name) => join(folder, name))
        .filter((plan) => isAll || this.#isNamed(named, plan));
    });
  }

  #isNamed({ path, pattern }: Named, other: string): boolean {
    return pattern?.test(this.#fold(other)) ?? this.#fold(path) === this.#fold(other);
  }

  #fold(path: string): string {
    return this.#isCaseBlind ? path.toLowerCase() : path;
  }

  #label(path: string): string {
    for (const [base, name] of this.#bases) {
      if (isWithin(this.#fold(path), this.#fold(base))) return name + path.slice(base.length);
    }
    return path;
  }
}

function below(folders: readonly string[], names: readonly string[]): string[] {
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Lists the links in folders. */
function linksIn(folders: readonly string[]): ReadonlySet<string> {
  const entriesOf = (folder: string) => attempt(() => [...Deno.readDirSync(folder)]) ?? [];
  return new Set(
    folders.flatMap((folder) =>
      entriesOf(folder).filter(({ isSymlink }) => isSymlink).map(({ name }) => join(folder, name))
    ),
  );
}

/** Returns a path as written, and with its links resolved. */
function both(path: string): string[] {
  return [...new Set([path, resolvePath(path)])];
}
