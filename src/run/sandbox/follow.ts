/**
 * Follows links for the sandbox. Only this code may follow them: otherwise a link placed by an agent or a
 * clone would decide what the next agent gets. Pure: the caller reads the disk.
 */
import { dirname, join, resolve } from "@std/path";
import { isWithin } from "../../store/project.ts";

/** Access to the disk. */
export interface Disk {
  /** Reads a link's target; null if the path is not a link. */
  readLink(path: string): string | null;
  isThere(path: string): boolean;
  /** Lists the names in a folder; empty if it cannot be read. */
  names(folder: string): readonly string[];
  /** Returns who may create entries in a folder. */
  writersOf(folder: string): "system" | "user" | "others";
  /** Checks whether a folder is the top of a git work tree. */
  isGitTop(folder: string): boolean;
}

/** The folders whose links only the system or the user can have placed, and the folders that agents write. */
export interface Ground {
  readonly home: string | null;
  /** The system's folders. */
  readonly system: readonly string[];
  /** Folders of toolchains, which are often git work trees themselves. */
  readonly toolchains: readonly string[];
  /** Folders of toolchains that a variable names. */
  readonly moved: readonly string[];
  /** Folders of programs and settings, which can contain work trees. */
  readonly own: readonly string[];
  /** Folders that agents write. */
  readonly work: readonly string[];
}

/** The target of a path, and the links on the way. */
export interface Followed {
  readonly real: string;
  readonly links: readonly (readonly [at: string, target: string])[];
}

/** Follows paths. */
export interface Follower {
  /**
   * Follows a path.
   *
   * @param isAsked Whether the user named it; if so, a link in an unknown folder is followed too.
   * @returns Null if another party could have placed one of its links, or they form a circle.
   */
  follow(path: string, isAsked?: boolean): Followed | null;
  /** Lists the targets of a folder's links, one step each; empty if another party could have placed them. */
  targetsIn(folder: string, most: number): string[];
  /** Checks whether a folder is in a git work tree that does not belong to a toolchain. */
  isInWorkTree(folder: string): boolean;
}

/** More than any system allows in one path. */
const MOST_LINKS = 40;

/** Creates a follower for one layout; it checks each folder once. */
export function createFollower(disk: Disk, ground: Ground): Follower {
  const { home, system, work } = ground;
  // The folders on the way to the home folder are above every agent's folder.
  const homes = new Set<string>(["/"]);
  if (home !== null) walk(home, disk, (folder) => homes.add(folder));
  const tops = new Map<string, string | null>();
  const topOf = (folder: string): string | null => {
    const known = tops.get(folder);
    if (known !== undefined) return known;
    // The home folder may be a work tree of the user's settings.
    const top = homes.has(folder) ? null : disk.isGitTop(folder) ? folder : topOf(dirname(folder));
    tops.set(folder, top);
    return top;
  };
  const realOf = (path: string) => walk(path, disk)?.real ?? path;
  const toolchains = [
    ...ground.toolchains.map(realOf),
    // A project's variables may move a toolchain into the project.
    ...ground.moved.map(realOf).filter((folder) => topOf(folder) === folder),
  ];
  const own = ground.own.map(realOf);
  const isIn = (folder: string, list: readonly string[]) =>
    list.some((each) => isWithin(folder, each));
  const isInWorkTree = (folder: string) => !isIn(folder, toolchains) && topOf(folder) !== null;
  const isAlone = (folder: string, isAsked: boolean): boolean => {
    if (isIn(folder, work)) return false;
    if (isIn(folder, system) || homes.has(folder)) return true;
    const writers = disk.writersOf(folder);
    if (writers !== "user") return writers === "system";
    return !isInWorkTree(folder) && (isAsked || isIn(folder, [...toolchains, ...own]));
  };
  const isTrusted = (at: string, real: string, isAsked: boolean) => {
    const folder = dirname(at);
    const outer = work.filter((each) => at !== each && isWithin(at, each));
    if (outer.length > 0) return outer.every((each) => isWithin(real, each));
    if (isAlone(folder, isAsked)) return true;
    // A link within its own folder, such as to the newest version, does not lead elsewhere.
    return isWithin(real, folder) && !isInWorkTree(folder) && disk.writersOf(folder) === "user";
  };
  const follow = (path: string, isAsked = false) => {
    const followed = walk(path, disk);
    if (followed === null) return null;
    const { real, links } = followed;
    return links.every(([at]) => isTrusted(at, real, isAsked)) ? followed : null;
  };
  return {
    follow,
    isInWorkTree,
    targetsIn(folder, most) {
      const real = follow(folder)?.real ?? null;
      if (real === null || !isAlone(real, false)) return [];
      return disk.names(real).slice(0, most).flatMap((name) => {
        const link = disk.readLink(join(real, name));
        return link === null ? [] : [resolve(real, link)];
      });
    },
  };
}

/** Walks down a path. @returns Null if its links form a circle. */
function walk(
  path: string,
  { readLink }: Pick<Disk, "readLink">,
  pass: (folder: string) => void = () => {},
): Followed | null {
  const links: [string, string][] = [];
  const stepsOf = (each: string) => each.split("/").filter((step) => step !== "");
  const steps = stepsOf(resolve("/", path));
  let real = "/";
  while (steps.length > 0) {
    const at = join(real, steps.shift()!);
    const target = readLink(at);
    if (target === null) {
      real = at;
      pass(real);
      continue;
    }
    if (links.push([at, target]) > MOST_LINKS) return null;
    steps.unshift(...stepsOf(resolve(dirname(at), target)));
    real = "/";
  }
  return { real, links };
}
