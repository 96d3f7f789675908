/**
 * The control files that a git command reaches: in which repository, by which pathspecs, tracked or
 * ignored.
 *
 * @module
 */
import type { TrackedFile } from "../../../tree/index_entries.ts";
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
  /** Its entry in the index; undefined where git does not track it. */
  readonly tracked: Pick<TrackedFile, "size" | "mtimeSeconds"> | undefined;
}

/** Finds the top level of the command's repository; undefined outside of a repository. */
export function findTopOf({ call: { shell }, cwd }: GitCall): string | undefined {
  return isKnown(cwd) ? findGitTop(shell.disk, shell.disk.resolve(cwd)) : undefined;
}

/**
 * Lists the existing control files in the repository of a call that match pathspecs; without
 * pathspecs, all. Undefined outside of a repository.
 */
export function listFiles(
  git: GitCall,
  specs: readonly string[],
): { readonly repository: Repository; readonly files: readonly GitFile[] } | undefined {
  const top = findTopOf(git);
  if (top === undefined) return undefined;
  const { disk, control, added } = git.call.shell;
  const excluding = specs.filter((spec) => /^:(\([^)]*exclude|\/?[!^])/.test(spec));
  const including = specs.filter((spec) => !excluding.includes(spec));
  const fits = (path: string) => (spec: string) => fitsSpec(git, spec, path, top);
  const paths = [...control.existing(), ...control.plans()].filter((path) =>
    isWithin(path, top) && disk.entry(path)?.kind !== "dir" && !excluding.some(fits(path)) &&
    (including.length === 0 || including.some(fits(path)))
  );
  const names = new Set(paths.map((path) => path.slice(top.length + 1)));
  const repository = readRepository(disk, top, (name) => names.has(name));
  const files = paths.map((path) => {
    const name = path.slice(top.length + 1);
    const fresh = added.has(path) ? { size: -1, mtimeSeconds: -1 } : undefined;
    return { name, path, tracked: fresh ?? repository.tracked?.get(name) };
  });
  return { repository, files };
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
  const { disk, harm } = git.call.shell;
  for (const { path, tracked } of listFiles(git, specs)?.files ?? []) {
    if (tracked === undefined) continue;
    const entry = disk.entry(path);
    const isSame = entry?.size === tracked.size &&
      Math.floor(entry.mtimeMs / 1000) === tracked.mtimeSeconds;
    if (!isSame || isOtherState) harm.write("/", path, undefined, "reset");
  }
}

/** Which untracked files are removed. */
interface Cleaning {
  readonly specs: readonly string[];
  /** Whether a file is removed, depending on whether it is ignored. */
  readonly takes: (isIgnored: boolean) => boolean;
  /** More patterns of ignored files. */
  readonly excluded?: readonly string[];
  /** Whether the ignore files do not count. */
  readonly skipsRules?: boolean;
  readonly doing: string;
}

/** Judges the removal of untracked control files (`git clean`, `git stash -u`). */
export function removeUntracked(git: GitCall, cleaning: Cleaning): void {
  const { disk, harm, context, tables } = git.call.shell;
  const { specs, takes, excluded = [], skipsRules = false, doing } = cleaning;
  const listed = listFiles(git, specs);
  if (listed === undefined) return;
  const { repository, files } = listed;
  const isIgnored =
    tables.createIgnoreTest?.(disk, repository, context.homeDir, excluded, !skipsRules) ??
      (() => false);
  for (const { name, path, tracked } of files) {
    if (tracked === undefined && takes(isIgnored(name))) harm.remove("/", path, false, doing);
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
