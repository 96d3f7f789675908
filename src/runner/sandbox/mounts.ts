/**
 * What agents see of the machine in a bubblewrap sandbox, and what they can write. Pure.
 *
 * @module
 */
import { join } from "@std/path";
import { isWithin } from "../../store/project.ts";
import type { Given } from "./given.ts";
import {
  CACHE_PATHS,
  CLAUDE_PRIVATE,
  CLAUDE_READ_ONLY,
  PRIVATE_FOLDERS,
  RUN_PATHS,
  SERVICE_SOCKETS,
} from "./host_paths.ts";

/** How a path appears in the sandbox; everything else is read-only. */
export type Access = "read-only" | "writable" | "hidden";

/** One path of the sandbox. */
export interface Mount {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly access: Access;
  /** What is mounted there, if it is not the path itself. */
  readonly source?: string;
  readonly isFolder: boolean;
}

/** What the sandbox is made from; paths are absolute. */
export interface HostFacts {
  /** What the run gives in addition; it wins over everything else. */
  readonly given: readonly Given[];
  readonly home: string | null;
  readonly project: string;
  /** The folders of the project's repository; empty without one that is its own. */
  readonly gitFolders: readonly string[];
  /** Files outside of these folders that lead git to its configuration. */
  readonly gitConfigs: readonly string[];
  readonly claudeDir: string;
  readonly ralphHome: string;
  readonly planPath: string;
  /** Folders of programs: those on the PATH, the agent's, and ralph's. */
  readonly programFolders: readonly string[];
  /** What the agent's own program writes: its settings, credentials and logs. */
  readonly agentPaths: readonly string[];
  /** Credentials, keys and histories. */
  readonly secretPaths: readonly string[];
  /** Folders of the user's other projects. */
  readonly otherProjects: readonly string[];
  /** Paths of `--sandbox-write`. */
  readonly wantedPaths: readonly string[];
  /** Whether the project is read-only, as for a reviewer. */
  readonly isReadOnly: boolean;
  /** Folders directly in the project's `.claude`. */
  readonly claudeSubfolders: readonly string[];
  /** Finds what a path leads to; null where there is nothing. */
  find(path: string): { readonly path: string; readonly isFolder: boolean } | null;
}

/**
 * Lists the paths that differ from a read-only view of the machine. The most specific path decides.
 *
 * @param host The facts.
 * @returns Outer paths before inner paths, as bubblewrap needs them.
 */
export function listMounts(host: HostFacts): Mount[] {
  const mounts = new Map<string, Mount>();
  const add = (access: Access, paths: readonly string[]) => {
    for (const wanted of paths) {
      const found = host.find(wanted);
      if (found !== null) mounts.set(found.path, { ...found, access });
    }
  };
  const below = (folder: string | null, names: readonly string[]) =>
    folder === null ? [] : names.map((name) => join(folder, name));
  add("hidden", PRIVATE_FOLDERS);
  add("read-only", RUN_PATHS);
  add("read-only", listRevealed(host));
  add("hidden", [...host.secretPaths, ...host.otherProjects, ...SERVICE_SOCKETS]);
  add("writable", [...below(host.home, CACHE_PATHS), ...host.agentPaths]);
  const ofProject = host.isReadOnly ? "read-only" : "writable";
  add(ofProject, [host.project, ...host.gitFolders]);
  // Git runs these outside of the sandbox later.
  add("read-only", host.gitFolders.flatMap((folder) => below(folder, GIT_READ_ONLY)));
  add("read-only", host.gitConfigs);
  // A file that the runner replaces would lose its mount, so the folder is read-only.
  add("read-only", [join(host.project, ".claude")]);
  add(ofProject, [...host.claudeSubfolders, ...listPlan(host)]);
  // Claude Code runs these outside of the sandbox later, also where the project is the home folder.
  add("read-only", [...below(host.claudeDir, CLAUDE_READ_ONLY), host.ralphHome]);
  add("hidden", below(host.claudeDir, CLAUDE_PRIVATE));
  add("writable", host.wantedPaths);
  for (const { path, source = path, access } of host.given) {
    const found = host.find(source);
    if (found === null) continue;
    const how = access === "read" ? "read-only" : "writable";
    mounts.set(path, { path, source: found.path, access: how, isFolder: found.isFolder });
  }
  return [...mounts.values()].sort((one, two) => depthOf(one.path) - depthOf(two.path));
}

const GIT_READ_ONLY: readonly string[] = ["hooks", "config", "config.worktree"];

/** Folders that agents need although they are in a private folder, such as a home below `/tmp`. */
function listRevealed({ home, project, ralphHome, claudeDir, programFolders }: HostFacts) {
  const wanted = [...home === null ? [] : [home], project, claudeDir, ralphHome, ...programFolders];
  return wanted.filter((path) =>
    PRIVATE_FOLDERS.some((folder) => path !== folder && isWithin(path, folder))
  );
}

/** The plan, where it is outside of the folders that agents can write. */
function listPlan({ planPath, project, claudeSubfolders }: HostFacts): string[] {
  const claudeFolder = join(project, ".claude");
  const isWritable = isWithin(planPath, claudeFolder)
    ? claudeSubfolders.some((folder) => isWithin(planPath, folder))
    : isWithin(planPath, project);
  return isWritable ? [] : [planPath];
}

function depthOf(path: string): number {
  return path === "/" ? 0 : path.split("/").length - 1;
}
