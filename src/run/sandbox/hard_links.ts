/**
 * Replaces hard links to files outside of the project with copies. uv and pnpm link the packages of all
 * projects to one store, so an agent that changed such a file in place would change it in all projects.
 *
 * @module
 */
import { basename, dirname, join, relative } from "@std/path";
import { attempt, messageOf } from "../../error.ts";
import { removeFile } from "../../store/files/presence.ts";
import { runProgram } from "../../system/run_program.ts";
import { oneLine } from "../../text/shorten.ts";
import { showCommand } from "../../text/shell_word.ts";

/** A file with more than one name. */
export interface LinkedFile {
  readonly path: string;
  /** Equal for all names of the same file. */
  readonly id: string;
  readonly names: number;
  readonly bytes: number;
}

/** Limits for some 150,000 names, in a project of a million files. */
const SEARCH = { timeoutMs: 30_000, maxBytes: 16 << 20 };
/** More would take minutes to copy, and disk space that other projects need. */
const MOST_BYTES = 2 * 1024 ** 3;
const MB = 1_000_000;
/** Number of parallel reads. */
const AT_ONCE = 32;

/**
 * Lists the files that have a name elsewhere. Links within the project, such as a build's from one folder to
 * another, do not count.
 *
 * @example A file of a store, and one with both names in the project
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const own = { id: "1", names: 2, bytes: 1 };
 * const shared = { path: "c", id: "2", names: 2, bytes: 1 };
 * assertEquals(listShared([{ ...own, path: "a" }, { ...own, path: "b" }, shared]), [shared]);
 * ```
 */
export function listShared(files: readonly LinkedFile[]): LinkedFile[] {
  const found = new Map<string, number>();
  for (const { id } of files) found.set(id, (found.get(id) ?? 0) + 1);
  return files.filter(({ id, names }) => names > (found.get(id) ?? 0));
}

/** The result for a folder's files with names elsewhere. */
export interface Separated {
  /** A sentence for the user; null if there was nothing to do. */
  readonly sentence: string | null;
  /** Folders whose files are still shared, which must be read-only. */
  readonly readOnly: readonly string[];
}

/**
 * Separates the files of a folder from their names elsewhere. Call it while no agent works there.
 *
 * @param isUntracked Checks that git tracks nothing in a folder: its content is not the agent's work.
 */
export async function separateLinks(
  folder: string,
  isUntracked: (folder: string) => Promise<boolean>,
): Promise<Separated> {
  const search = [folder, "-xdev", "-name", ".git", "-prune", "-o", "-type", "f"];
  const found = await runProgram("find", [...search, "-links", "+1", "-print0"], SEARCH);
  if (found.kind === "not-started") return leave(folder, found.why);
  if (found.kind !== "ended") return leave(folder, "there are too many files to check");
  const paths = new TextDecoder().decode(found.stdout).split("\0").filter((path) => path !== "");
  const read = await inParts(paths, readLinked);
  const shared = listShared(read.flatMap((file) => file ?? []));
  if (shared.length === 0) return { sentence: null, readOnly: [] };
  const bytes = shared.reduce((sum, file) => sum + file.bytes, 0);
  const size = `${Math.ceil(bytes / MB)} MB`;
  if (bytes > MOST_BYTES) {
    return await hold(folder, shared, isUntracked, `a copy would take ${size}`);
  }
  try {
    await inParts(shared, copyFile);
  } catch (error) {
    return await hold(folder, shared, isUntracked, messageOf(error));
  }
  const what = shared.length === 1
    ? "1 file of the project was a hard link to a file elsewhere"
    : `${
      shared.length.toLocaleString("en")
    } files of the project were hard links to files elsewhere`;
  const sentence =
    `Note: ${what}, which agents would have changed too; the project now has a copy (${size})`;
  return { sentence, readOnly: [] };
}

/** Makes the outermost folders of shared files read-only, if that is possible for all of them. */
async function hold(
  folder: string,
  shared: readonly LinkedFile[],
  isUntracked: (folder: string) => Promise<boolean>,
  why: string,
): Promise<Separated> {
  const names = [...new Set(shared.map(({ path }) => relative(folder, path).split("/")[0] ?? ""))];
  const folders = names.map((name) => join(folder, name));
  const isInTop = shared.some(({ path }) => dirname(path) === folder);
  if (isInTop || !(await inParts(folders, isUntracked)).every(Boolean)) return leave(folder, why);
  const sentence = `Note: ${oneLine(names.join(", "), 200)} of the project ${
    names.length === 1 ? "has" : "have"
  } hard links to files elsewhere, so agents find ${
    names.length === 1 ? "it" : "them"
  } read-only: ${why}`;
  return { sentence, readOnly: folders };
}

function leave(folder: string, why: string): Separated {
  const look = showCommand(["find", folder, "-type", "f", "-links", "+1"]);
  const sentence =
    "Warning: files of the project that are hard links to files elsewhere are not copied, and agents " +
    `that change one change it there: ${why}. To list them: ${look}`;
  return { sentence, readOnly: [] };
}

async function inParts<T, R>(all: readonly T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    results.push(...await Promise.all(all.slice(at, at + AT_ONCE).map(read)));
  }
  return results;
}

async function readLinked(path: string): Promise<LinkedFile | null> {
  const info = await Deno.lstat(path).catch(() => null);
  if (info === null || !info.isFile || (info.nlink ?? 1) < 2) return null;
  return { path, id: `${info.dev}:${info.ino}`, names: info.nlink ?? 1, bytes: info.size };
}

/** Replaces a file with a copy; on some file systems both share their blocks. */
async function copyFile({ path }: LinkedFile): Promise<void> {
  const copy = join(dirname(path), `.${basename(path).slice(0, 40)}-${crypto.randomUUID()}`);
  try {
    await Deno.copyFile(path, copy);
    const { atime, mtime } = await Deno.lstat(path);
    // Python compiles a file again if its time differs.
    if (atime !== null && mtime !== null) await Deno.utime(copy, atime, mtime);
    await Deno.rename(copy, path);
  } catch (error) {
    attempt(() => removeFile(copy));
    throw error;
  }
}
