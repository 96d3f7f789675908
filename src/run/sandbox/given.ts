/** What a sandbox shows of the machine, and where it is mounted. Pure: the caller reads the disk. */
import { basename, dirname, join } from "@std/path";
import { isWithin } from "../../store/project.ts";
import { createFollower, type Disk, type Ground } from "./follow.ts";

/** A path that exists in a sandbox: what is not given is not there. */
export interface Given {
  /** Where the agent finds it, absolute, as it is written: its links are not followed yet. */
  readonly path: string;
  /** What is there, if it is not the path itself. */
  readonly source?: string;
  readonly access: "read" | "write";
  /** Whether the user named it; otherwise a variable, a table or a link of the user's did. */
  readonly isAsked?: boolean;
}

/** One place of the sandbox's file system. */
export type Mount =
  | Given & { readonly source: string }
  /** A folder that the sandbox has for itself: empty, or a cache whose changes are thrown away. */
  | { readonly path: string; readonly access: "private" | "overlay" }
  | { readonly path: string; readonly access: "link"; readonly target: string };

/** What a sandbox is laid out from. */
export interface Wanted {
  /** Folders that are empty except for what is given below them. */
  readonly empty: readonly string[];
  /** Whose links are followed; nothing is mounted because of another one. */
  readonly ground: Ground;
  /** In order; a later one wins over an earlier one at the same path. */
  readonly given: readonly Given[];
  /** Caches of which agents change a copy. */
  readonly overlays?: readonly string[];
}

/**
 * Lays the sandbox out. A path that does not exist is left out. A path with links is there under its
 * own name and where it really is; a link that an agent or a clone can write leads to nothing outside of
 * the folder that it is in.
 *
 * @returns Outer paths before inner paths.
 */
export function layOut({ empty, ground, given, overlays = [] }: Wanted, disk: Disk): Mount[] {
  const mounts = new Map<string, Mount>();
  const links = new Map<string, Mount>();
  const written = given.flatMap(({ path, access }) => access === "write" ? [path] : []);
  const { follow } = createFollower(disk, { ...ground, work: [...ground.work, ...written] });
  const resolveTo = (path: string, toMount: (real: string) => Mount, isAsked = false) => {
    const followed = follow(path, isAsked);
    if (followed === null) return;
    for (const [at, target] of followed.links) {
      links.set(at, { path: at, access: "link", target });
    }
    const mount = toMount(followed.real);
    mounts.set(mount.path, mount);
  };
  for (const folder of empty) resolveTo(folder, (path) => ({ path, access: "private" }));
  for (const folder of overlays) {
    if (disk.isThere(folder)) resolveTo(folder, (path) => ({ path, access: "overlay" }));
  }
  for (const { path, source, access, isAsked } of given) {
    if (!disk.isThere(source ?? path)) continue;
    if (source === undefined) {
      resolveTo(path, (real) => ({ path: real, source: real, access }), isAsked);
    } // What is mounted over may be missing, or lead elsewhere.
    else resolveTo(dirname(path), (real) => ({ path: join(real, basename(path)), source, access }));
  }
  for (const mount of anchor([...mounts.values()], disk)) mounts.set(mount.path, mount);
  const shown = [...mounts.values()];
  // A link in a folder that is given is there already.
  const missing = [...links.values()].filter(({ path }) =>
    !["read", "write", "overlay"].includes(nearest(path, shown)?.access ?? "private")
  );
  return [...shown, ...missing].sort((one, two) => depthOf(one.path) - depthOf(two.path));
}

/**
 * Lists the folders between what agents write and what they only read in it, to be mounted onto themselves:
 * another folder could be moved away with what is in it, and a new one put there.
 */
function anchor(mounts: readonly Mount[], disk: Disk): Mount[] {
  return mounts.filter(({ access }) => access === "read").flatMap(({ path }) => {
    const outer = nearest(dirname(path), mounts);
    const between: Mount[] = [];
    if (outer?.access !== "write") return between;
    for (let at = dirname(path); at !== outer.path; at = dirname(at)) {
      const source = join(outer.source, at.slice(outer.path.length));
      if (disk.isThere(source)) between.push({ path: at, source, access: "write" });
    }
    return between;
  });
}

/** The mount that decides how a path appears. */
function nearest(path: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts.filter((mount) => isWithin(path, mount.path))
    .reduce<Mount | undefined>(
      (best, mount) =>
        best === undefined || depthOf(mount.path) > depthOf(best.path) ? mount : best,
      undefined,
    );
}

function depthOf(path: string): number {
  return path === "/" ? 0 : path.split("/").length - 1;
}
