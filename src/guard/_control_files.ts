/** What the guard protects, and how a path is compared with it. */
import { attempt } from "../error.ts";
import { basename, dirname, join, resolve } from "../path/path.ts";
import { namesIn } from "../store/files/presence.ts";
import { foldersUpwards, isWithin } from "../store/project.ts";
import { PROJECT_FILE_LIST, PROJECT_FILES } from "../store/project_files.ts";
import type { GuardContext } from "./context.ts";

/** A path that a kernel accepts is not longer. */
export const MAX_PATH = 4096;
/** As many links as Linux follows. */
const MAX_STEPS = 40;

/** A protected path. Settings may be edited as long as ralph's entries stay. */
interface ControlFile {
  readonly kind: "control" | "settings";
  readonly path: string;
}

/** What a call would change. */
export interface Protected extends ControlFile {
  /** The name that the agent is shown: short, never with another project's folder in it. */
  readonly label: string;
}

/** What one word of a call names: a path with its links resolved, or a pattern. */
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
  readonly #bases: readonly (readonly [path: string, name: string])[];
  readonly #files: readonly ControlFile[];
  /** Folders that are protected with everything in them. */
  readonly #folders: readonly string[];
  readonly #planFolders: readonly string[];

  /** @param isCaseBlind Whether `.Claude` is `.claude` here, as on macOS. */
  constructor(
    { projectDir, claudeDir, ralphHome }: GuardContext,
    isCaseBlind = Deno.build.os === "darwin",
  ) {
    this.#isCaseBlind = isCaseBlind;
    const projects = both(join(projectDir, ".claude"));
    const homes = both(claudeDir);
    this.#bases = [
      ...projects.map((path) => [path, ".claude"] as const),
      ...homes.map((path) => [path, "~/.claude"] as const),
    ];
    const within = (folders: readonly string[], names: readonly string[]) =>
      folders.flatMap((folder) => names.map((name) => join(folder, name)));
    const control = [
      ...within(projects, namesOf({ isFolder: false })),
      ...within(homes, ["ralph-stop-reason.json"]),
    ].flatMap(both);
    // The kill switch ends the loop from each folder up to the repository's top.
    const switches = foldersUpwards(dirname(projectDir)).map((folder) =>
      join(folder, ".claude", PROJECT_FILES.killSwitch.name)
    );
    const settings = within([...projects, ...homes], ["settings.json", "settings.local.json"]);
    this.#files = [
      ...control.concat(switches).map((path) => ({ kind: "control", path }) as const),
      ...settings.flatMap(both).map((path) => ({ kind: "settings", path }) as const),
    ];
    this.#folders = [...both(ralphHome), ...within(projects, namesOf({ isFolder: true }))];
    this.#planFolders = within([...projects, ...homes], ["plans"]);
  }

  /**
   * Finds what a call would change.
   *
   * @param isDeep Whether everything below the path changes with it.
   */
  find({ path, pattern }: Named, isDeep: boolean): Protected | null {
    const named = { path, pattern };
    const found = this.#folders.some((folder) => isWithin(this.#fold(path), this.#fold(folder)))
      ? { kind: "control", path } as const
      : this.#files.find((file) => this.#isNamed(named, file.path)) ??
        this.#findFolder(named, isDeep);
    return found && { ...found, label: this.#label(found.path) };
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

  /** Finds a folder of protected files that a call would change, or that it would take along. */
  #findFolder(named: Named, isDeep: boolean): ControlFile | null {
    const roots = isDeep ? this.#bases.map(([path]) => path).concat(this.#folders) : this.#folders;
    const path = roots.find((root) =>
      (isDeep ? foldersUpwards(root) : [root]).some((folder) => this.#isNamed(named, folder))
    );
    return path === undefined ? null : { kind: "control", path };
  }

  #isNamed({ path, pattern }: Named, other: string): boolean {
    return pattern?.test(this.#fold(other)) ?? this.#fold(path) === this.#fold(other);
  }

  #fold(path: string): string {
    return this.#isCaseBlind ? path.toLowerCase() : path;
  }

  #label(path: string): string {
    const base = this.#bases.find(([folder]) => isWithin(this.#fold(path), this.#fold(folder)));
    return base === undefined ? path : base[1] + path.slice(base[0].length);
  }
}

function namesOf({ isFolder }: { readonly isFolder: boolean }): string[] {
  return PROJECT_FILE_LIST.filter((file) => Boolean(file.isFolder) === isFolder)
    .map(({ name }) => name);
}

/**
 * Resolves the links in a path whose end may be missing.
 *
 * @param followsLast Whether a link at the end is followed too; a removal takes the link.
 * @param stepsLeft How many missing folders, and links to what is missing, are still looked at.
 */
export function resolvePath(path: string, followsLast = true, stepsLeft = MAX_STEPS): string {
  const real = followsLast ? attempt(() => Deno.realPathSync(path)) : null;
  const above = dirname(path);
  if (real !== null || above === path || stepsLeft === 0) return real ?? path;
  const here = join(resolvePath(above, true, stepsLeft - 1), basename(path));
  const target = followsLast ? attempt(() => Deno.readLinkSync(here)) : null;
  return target === null ? here : resolvePath(resolve(dirname(here), target), true, stepsLeft - 1);
}

/** A path as written, and with its links resolved: a control file may itself be a link. */
function both(path: string): string[] {
  return [...new Set([path, resolvePath(path)])];
}
