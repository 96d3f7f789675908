/**
 * The control files that a git command reaches: in which repository, by which pathspecs, tracked or
 * ignored.
 *
 * @module
 */
import { readRepository, type Repository } from "../../git_repository.ts";
import { findGitTop } from "../../_line_disk.ts";
import { isWithin, joinPath, normalizePath } from "../../_paths.ts";
import { compilePattern, hasMagic } from "../words/pattern.ts";
import { isKnown } from "../words/text.ts";
import type { Call } from "../shell.ts";
import type { Options } from "./options.ts";

/** A git command and its working directory. */
export interface GitCall {
  readonly call: Call;
  readonly cwd: string;
  readonly sub: string;
  readonly args: readonly string[];
}

/** A control file in the repository of a call. */
interface GitFile {
  /** Path from the top of the repository. */
  readonly name: string;
  readonly path: string;
}

/** The control files in the repository of a call. */
export interface GitFiles {
  readonly repository: Repository;
  readonly files: readonly GitFile[];
}

/** Finds the top level of the command's repository; undefined outside of a repository. */
export function findTopOf({ call: { shell }, cwd }: GitCall): string | undefined {
  return isKnown(cwd) ? findGitTop(shell.disk, shell.disk.resolve(cwd)) : undefined;
}

/** Reads the existing control files in the repository of a call; undefined outside of a repository. */
export function readFiles(git: GitCall): GitFiles | undefined {
  const top = findTopOf(git);
  if (top === undefined) return undefined;
  const { disk, control, added } = git.call.shell;
  const files = [...control.existing(), ...control.plans()]
    .filter((path) => isWithin(path, top) && disk.entry(path)?.kind !== "dir")
    .map((path) => ({ name: path.slice(top.length + 1), path }));
  const names = new Set(files.map(({ name }) => name));
  const repository = readRepository(disk, top, (path) => names.has(path));
  const fresh = files.filter(({ path }) => added.has(path))
    .map(({ name }) => [name, { size: -1, mtimeSeconds: -1, mode: 0, flags: 0, at: -1 }] as const);
  const tracked = repository.tracked && new Map([...repository.tracked, ...fresh]);
  return { repository: { ...repository, tracked }, files };
}

/** Lists the files that match pathspecs; without pathspecs, all. */
export function meantFiles(
  git: GitCall,
  { files, repository: { top } }: GitFiles,
  specs: readonly string[],
): readonly GitFile[] {
  const excluding = specs.filter((spec) => /^:(\([^)]*exclude|\/?[!^])/.test(spec));
  const including = specs.filter((spec) => !excluding.includes(spec));
  return files.filter(({ path }) =>
    !excluding.some((spec) => fitsSpec(git, spec, path, top)) &&
    (including.length === 0 || including.some((spec) => fitsSpec(git, spec, path, top)))
  );
}

function fitsSpec({ call, cwd }: GitCall, spec: string, path: string, top: string): boolean {
  if (!isKnown(spec)) return true;
  const { disk } = call.shell;
  const [magic = "", words = "", signs = ""] = /^:(?:\(([^)]*)\)|([/!^]*))/.exec(spec) ?? [];
  const rest = spec.slice(magic.length);
  const base = words.includes("top") || signs.includes("/") ? top : disk.resolve(cwd);
  const absolute = normalizePath(joinPath(base, rest === "" ? "." : rest));
  return isWithin(path, disk.resolve(absolute)) ||
    hasMagic(rest) && compilePattern(absolute, { crossesSlashes: true }).test(path);
}

/**
 * Judges the reset of tracked control files to git's version.
 *
 * @param isOtherState Whether that version may differ from the index, so that unchanged files
 *   change too.
 */
export function touchTracked(git: GitCall, specs: readonly string[], isOtherState = false): void {
  const gitFiles = readFiles(git);
  if (gitFiles === undefined) return;
  for (const { name, path } of meantFiles(git, gitFiles, specs)) {
    const tracked = gitFiles.repository.tracked?.get(name);
    if (tracked === undefined) continue;
    const entry = git.call.shell.disk.entry(path);
    const isSame = entry?.size === tracked.size &&
      Math.floor(entry.mtimeMs / 1000) === tracked.mtimeSeconds;
    if (!isSame || isOtherState) git.call.shell.harm.write("/", path, undefined, "reset");
  }
}

/** Which untracked files are removed. */
interface Cleaning {
  readonly files: readonly GitFile[];
  /** Whether a file is removed, depending on whether it is ignored. */
  readonly isTaken: (isIgnored: boolean, name: string) => boolean;
  /** More patterns of ignored files. */
  readonly excluded?: readonly string[];
  /** Whether the ignore files do not count. */
  readonly skipsRules?: boolean;
  readonly doing: string;
}

/** Judges the removal of untracked control files (`git clean`, `git stash -u`). */
export function removeUntracked(git: GitCall, { repository }: GitFiles, cleaning: Cleaning): void {
  const { disk, harm, context, tables } = git.call.shell;
  const { files, isTaken, excluded = [], skipsRules = false, doing } = cleaning;
  const isIgnored =
    tables.createIgnoreTest?.(disk, repository, context.homeDir, excluded, !skipsRules) ??
      (() => false);
  for (const { name, path } of files) {
    if (repository.tracked?.has(name) === true) continue;
    if (isTaken(isIgnored(name), name)) harm.remove("/", path, false, doing);
  }
}

/** Lists the pathspecs of a command. Without `--`, the first operand is a commit unless it exists. */
export function pathspecs(git: GitCall, options: Options): readonly string[] {
  const dashes = git.args.indexOf("--");
  if (dashes >= 0) return git.args.slice(dashes + 1);
  if (options.has("b B orphan")) return [];
  const { disk } = git.call.shell;
  return options.operands.filter((spec, index) =>
    index > 0 || !isKnown(spec) || /^[.:]/.test(spec) ||
    isKnown(git.cwd) && disk.exists(disk.resolve(joinPath(git.cwd, spec)))
  );
}
