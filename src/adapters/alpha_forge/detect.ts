/** Detects an Alpha Forge project, also from a subfolder, a worktree or a sparse checkout. */
import { join } from "@std/path";
import { findGitFolders } from "../../store/git_exclude.ts";
import { isFolder, namesIn } from "../../store/files/presence.ts";
import { foldersOfRepository } from "../../store/project.ts";
import { readText } from "../../store/files/text_file.ts";

/** The folder of the runs, from the project's root. */
export const RUNS_FOLDER = "outputs/runs";

/** Maximum number of parent folders that are searched for the project. */
const MOST_PARENTS = 5;
const CORE_PACKAGE = "packages/alpha-forge-core";
const NAME = /alpha[-_]forge/;

/**
 * Detects whether a project is an Alpha Forge. Starts no program.
 *
 * @param project The project's root, absolute.
 * @returns The first sign found, or what was searched for.
 */
export function detectAlphaForge(project: string) {
  const above = foldersOfProject(project);
  const sign = signIn(project) ?? signInPackages(project) ?? signInRemote(project);
  if (sign !== null) return { isMatch: true, evidence: [sign], root: project };
  for (const root of above.slice(0, MOST_PARENTS)) {
    const higher = signIn(root);
    if (higher !== null) return { isMatch: true, evidence: [`Above: ${root}: ${higher}`], root };
  }
  const evidence = [
    `No pyproject.toml that names alpha-forge, no ${CORE_PACKAGE}, no ${RUNS_FOLDER} here or in ` +
    "the folders above it in its repository, no such git remote",
  ];
  return { isMatch: false, evidence, root: project };
}

/** Lists the project and its parent folders, within its repository and of the same owner. */
function foldersOfProject(project: string): string[] {
  const [, ...above] = foldersOfRepository(project);
  const owner = ownerOf(project);
  const strange = above.findIndex((folder) => ownerOf(folder) !== owner);
  return strange < 0 ? above : above.slice(0, strange);
}

function ownerOf(folder: string): number | null {
  try {
    return Deno.statSync(folder).uid;
  } catch {
    return null;
  }
}

function signIn(folder: string): string | null {
  if (isNamedIn(join(folder, "pyproject.toml"))) return "pyproject.toml names alpha-forge";
  if (isFolder(join(folder, CORE_PACKAGE))) return `${CORE_PACKAGE} is there`;
  return isFolder(join(folder, RUNS_FOLDER)) ? `${RUNS_FOLDER} is there` : null;
}

function signInPackages(project: string): string | null {
  const file = namesIn(join(project, "packages")).sort()
    .map((name) => `packages/${name}/pyproject.toml`)
    .find((path) => isNamedIn(join(project, path)));
  return file === undefined ? null : `${file} names alpha-forge`;
}

/** Checks whether the remote in `.git/config` matches; for a worktree, that of the main repository. */
function signInRemote(project: string): string | null {
  const gitDir = findGitFolders(project)?.common ?? null;
  const config = gitDir === null ? null : readText(join(gitDir, "config"));
  if (config?.kind !== "text") return null;
  const url = remoteUrl(config.text);
  return url !== null && NAME.test(url.toLowerCase())
    ? "The git remote origin is an alpha-forge"
    : null;
}

/**
 * Reads the URL of `origin` from a git configuration. Pure.
 *
 * @param config The text of `.git/config`.
 * @returns The last URL, which git uses; null for none.
 */
export function remoteUrl(config: string): string | null {
  let isOrigin = false;
  let url: string | null = null;
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) isOrigin = /^remote\s+"origin"$/i.test(section.trim());
    const value = /^\s*url\s*=\s*(.*?)\s*$/i.exec(line)?.[1];
    if (isOrigin && value !== undefined) url = value.replace(/^"(.*)"$/, "$1");
  }
  return url;
}

function isNamedIn(path: string): boolean {
  const read = readText(path);
  return read.kind === "text" && NAME.test(read.text);
}
