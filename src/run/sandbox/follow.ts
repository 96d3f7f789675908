/**
 * Follows links for the sandbox. No other code of it does: a link that an agent or a clone placed would
 * decide what the next agent is given. Pure: the caller reads the disk.
 */
import { dirname, join, resolve } from "@std/path";
import { isWithin } from "../../store/project.ts";

/** Reads the disk. */
export interface Disk {
  /** What a link holds; null for no link. */
  readLink(path: string): string | null;
  isThere(path: string): boolean;
  /** Names in a folder; empty if it cannot be read. */
  names(folder: string): readonly string[];
  /** Who may put something into a folder. */
  writersOf(folder: string): "system" | "user" | "others";
  /** Whether a folder is the top of a git work tree. */
  isGitTop(folder: string): boolean;
}

/** The folders whose links are known to be nobody else's, and those whose links are not. */
export interface Ground {
  readonly home: string | null;
  /** The system's folders. */
  readonly system: readonly string[];
  /** Folders of toolchains, which often are work trees of git themselves. */
  readonly toolchains: readonly string[];
  /** Folders that a variable names for one. */
  readonly moved: readonly string[];
  /** Folders of programs and settings, which can have work trees in them. */
  readonly own: readonly string[];
  /** Folders that agents write. */
  readonly work: readonly string[];
}

/** Where a path leads, and the links on its way. */
export interface Followed {
  readonly real: string;
  readonly links: readonly (readonly [at: string, target: string])[];
}

/** Follows paths. */
export interface Follower {
  /**
   * Follows a path.
   *
   * @param isAsked Whether the user named it: then a link in a folder that is not known is followed too.
   * @returns Null if somebody else could have placed one of its links, or they lead in a circle.
   */
  follow(path: string, isAsked?: boolean): Followed | null;
  /** Lists if the links in a folder lead, by one step; none if others could have placed them. */
  targetsIn(folder: string, most: number): string[];
  /** Whether a folder is in a work tree of git that is no toolchain's. */
  isInWorkTree(folder: string): boolean;
}

/** More than any system allows in one path. */
const MOST_LINKS = 40;

/** Makes a follower for one layout: it asks about each folder once. */
export function createFollower(disk: Disk, ground: Ground): Follower {
  const { home, system, work } = ground;
  // What leads to the home is above every agent's folder.
  const homes = new Set<string>(["/"]);
  if (home !== null) walk(home, disk, (folder) => homes.add(folder));
  const tops = new Map<string, string | null>();
  const topOf = (folder: string): string | null => {
    const known = tops.get(folder);
    if (known !== undefined) return known;
    // The home may be one, of the user's settings.
    const top = homes.has(folder) ? null : disk.isGitTop(folder) ? folder : topOf(dirname(folder));
    tops.set(folder, top);
    return top;
  };
  const realOf = (path: string) => walk(path, disk)?.real ?? path;
  const toolchains = [
    ...ground.toolchains.map(realOf),
    // A project's variables may move one into it.
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
    // A link such as that of a newest version leads to nothing that is elsewhere.
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

/** Walks down a path. @returns Null if its links lead in a circle. */
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
