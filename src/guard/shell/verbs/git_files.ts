/**
 * Our files as a git command meets them: which repository, which of them it means.
 *
 * @module
 */
import { readRepository, type Repository } from "../../git_repository.ts";
import { findGitTop } from "../../_line_disk.ts";
import { isWithin, joinPath, normalizePath } from "../../_paths.ts";
import { compilePattern, hasMagic } from "../words/pattern.ts";
import type { Invocation } from "./call.ts";
import { isKnown } from "../words/text.ts";

/** A git command with the folder it works in. */
export interface GitCall {
  readonly call: Invocation;
  readonly cwd: string;
  readonly sub: string;
  readonly args: readonly string[];
}

/** The top level that the command works in, or undefined. */
export function findTopOf({ call, cwd }: GitCall): string | undefined {
  return isKnown(cwd) ? findGitTop(call.shell.disk, call.shell.disk.resolve(cwd)) : undefined;
}

/** Our existing files in the repository of a call, by path from its top; undefined outside of one. */
export function readOurs(
  git: GitCall,
): { repository: Repository; paths: Map<string, string> } | undefined {
  const top = findTopOf(git);
  if (top === undefined) return undefined;
  const { disk, control } = git.call.shell;
  const paths = new Map<string, string>();
  for (const path of [...control.existing(), ...control.plans()]) {
    if (isWithin(path, top) && disk.entry(path)?.kind !== "dir") {
      paths.set(path.slice(top.length + 1), path);
    }
  }
  const repository = readRepository(disk, top, (path) => paths.has(path));
  const added = [...paths].filter(([, path]) => git.call.shell.added.has(path));
  const fresh = added.map(([name]) =>
    [name, { size: -1, mtimeSeconds: -1, mode: 0, flags: 0, at: -1 }] as const
  );
  const tracked = repository.tracked && new Map([...repository.tracked, ...fresh]);
  return { repository: { ...repository, tracked }, paths };
}

/** Whether pathspecs mean a path; none means all. */
export function isMeant(
  git: GitCall,
  specs: readonly string[],
  path: string,
  top: string,
): boolean {
  const excluding = specs.filter((spec) => /^:(\([^)]*exclude|\/?[!^])/.test(spec));
  const including = specs.filter((spec) => !excluding.includes(spec));
  if (fitsAny(git, excluding, path, top)) return false;
  return including.length === 0 || fitsAny(git, including, path, top);
}

function fitsAny(git: GitCall, specs: readonly string[], path: string, top: string): boolean {
  return specs.some((spec) => {
    if (!isKnown(spec)) return true;
    const magic = /^:(?:\(([^)]*)\)|([/!^]*))/.exec(spec);
    const isFromTop = /top/.test(magic?.[1] ?? "") || magic?.[2]?.includes("/") === true;
    const rest = magic === null ? spec : spec.slice(magic[0].length);
    const base = isFromTop ? top : git.call.shell.disk.resolve(git.cwd);
    const whole = normalizePath(joinPath(base, rest === "" ? "." : rest));
    if (isWithin(path, git.call.shell.disk.resolve(whole))) return true;
    return hasMagic(rest) && compilePattern(whole, { crossesSlashes: true }).test(path);
  });
}
