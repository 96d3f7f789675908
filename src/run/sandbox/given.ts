/** Lays out the paths of the machine that a sandbox shows. Pure: the caller reads the disk. */
import { basename, dirname, join } from "@std/path";
import { isWithin } from "../../store/project.ts";
import { createFollower, type Disk, type Ground } from "./follow.ts";

/** A path to show in a sandbox; all other paths are hidden. */
export interface Given {
  /** The path for the agent, absolute and as written, before its links are followed. */
  readonly path: string;
  /** The path on the machine, if different. */
  readonly source?: string;
  readonly access: "read" | "write";
  /** Whether the user named it, instead of a variable, a table or one of the user's links. */
  readonly isAsked?: boolean;
}

/** One place of the sandbox's file system. */
export type Mount =
  | Given & { readonly source: string }
  /** A folder of the sandbox's own: empty, or a cache whose changes are discarded. */
  | { readonly path: string; readonly access: "private" | "overlay" }
  | { readonly path: string; readonly access: "link"; readonly target: string };

/** The input of a sandbox's layout. */
export interface Wanted {
  /** Folders that are empty except for given paths below them. */
  readonly empty: readonly string[];
  /** The folders whose links are followed; no other link leads to a mount. */
  readonly ground: Ground;
  /** The paths in order; a later one overrides an earlier one at the same path. */
  readonly given: readonly Given[];
  /** Caches of which agents change a copy. */
  readonly overlays?: readonly string[];
}

/**
 * Lays out the sandbox. Paths that do not exist are left out. A path with links appears under its own name
 * and at its real place. A link that an agent or a clone can write does not lead outside of the folder that
 * it is in.
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
    } // The path that is mounted over may be missing, or lead elsewhere.
    else resolveTo(dirname(path), (real) => ({ path: join(real, basename(path)), source, access }));
  }
  for (const mount of anchor([...mounts.values()], disk)) mounts.set(mount.path, mount);
  const shown = [...mounts.values()];
  // A link in a folder that is given is already visible.
  const missing = [...links.values()].filter(({ path }) =>
    !["read", "write", "overlay"].includes(nearest(path, shown)?.access ?? "private")
  );
  return [...shown, ...missing].sort((one, two) => depthOf(one.path) - depthOf(two.path));
}

/**
 * Lists the folders between a writable folder and the read-only paths in it. They are mounted onto
 * themselves, since otherwise an agent could move such a folder away and put a new one there.
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

/** Finds the mount that decides how a path appears. */
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
