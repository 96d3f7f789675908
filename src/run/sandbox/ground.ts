/** Lists the folders of this machine whose links a sandbox follows, and reads them. */
import { isAbsolute, join } from "@std/path";
import { attempt } from "../../error.ts";
import { exists, infoOf, isThere, namesIn } from "../../store/files/presence.ts";
import { isWithin } from "../../store/project.ts";
import { KNOWN_AGENTS } from "../agents/known_agents.ts";
import { homeOf } from "./environment.ts";
import { createFollower, type Disk, type Ground } from "./follow.ts";
import { listMoved, listToolchains } from "./toolchains.ts";

/** The system's programs and settings, and its information about processors. */
export const SYSTEM: readonly string[] =
  ("/usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /nix /gnu /home/linuxbrew/.linuxbrew " +
    "/var/lib/ca-certificates /sys/devices/system/cpu /sys/fs/cgroup").split(" ");

/** Folders with programs and settings of the user, and links to them. */
const OWN: readonly string[] = [
  ...["bin", ".local", ".config", ".cache"],
  ...KNOWN_AGENTS.flatMap(({ folders }) => folders.map(({ folder }) => folder)),
];

/**
 * Lists the folders whose links can be trusted.
 *
 * @param work Folders that agents write.
 */
export function listGround(
  env: Readonly<Record<string, string>>,
  work: readonly string[],
): Ground {
  const home = homeOf(env);
  return {
    home,
    system: SYSTEM,
    toolchains: listToolchains(home, {}).reads,
    moved: listMoved(env),
    own: home === null ? [] : OWN.map((name) => join(home, name)),
    work,
  };
}

/**
 * Creates a test for folders of the search path in which to look for an agent. It excludes the project, and
 * other work trees if a clone or another agent could have put one there.
 */
export function searchedFolders(
  env: Readonly<Record<string, string>>,
  project: string,
): (folder: string) => boolean {
  const { follow, isInWorkTree } = createFollower(createDisk(env), listGround(env, [project]));
  return (folder) => {
    const real = isAbsolute(folder) ? follow(folder)?.real : undefined;
    return real !== undefined && !isWithin(real, project) && !isInWorkTree(real);
  };
}

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;

/** Creates access to the disk of this machine, as the owner of a home folder sees it. */
export function createDisk(env: Readonly<Record<string, string>>): Disk {
  const ownerOf = (path: string | null) => path === null ? null : infoOf(path)?.uid ?? null;
  const system = ownerOf("/");
  const mine = [Deno.uid(), ownerOf(homeOf(env))];
  return {
    // Most paths are not links, and a check costs less than an error.
    readLink: (path) =>
      infoOf(path)?.isSymlink ? attempt(() => Deno.readLinkSync(path)) ?? null : null,
    isThere: exists,
    names: namesIn,
    writersOf(folder) {
      const info = infoOf(folder);
      const mode = info?.mode ?? 0;
      if (info === null || (mode & OTHERS_WRITE) !== 0) return "others";
      const isShared = (mode & GROUP_WRITES) !== 0 && info.gid !== Deno.gid();
      if (mine.includes(info.uid)) return isShared ? "others" : "user";
      return info.uid === system ? "system" : "others";
    },
    isGitTop: (folder) => isThere(join(folder, ".git")),
  };
}
