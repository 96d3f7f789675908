/**
 * A digest of a project's tree: equal digests mean that no file changed. It depends on content, so neither
 * a `touch` nor rewriting the same text counts as progress.
 */
import { join } from "../../system/path.ts";
import { askGit } from "../../system/run_git.ts";
import { bytesOf } from "../../store/files/text_file.ts";
import { findGitTop } from "../../store/project.ts";
import { sha256 } from "../../text/sha256.ts";
import {
  isLeftOut,
  isMadeByTools,
  listFiles,
  listNested,
  listSubmodules,
  MOST_FILES,
} from "./_files.ts";

/** Time limit in milliseconds that fits into a Stop hook. */
const TIMEOUT_MS = 3_000;

/** The state of a tree that its digest is made from. */
interface TreeState {
  /** The commit that the listed files differ from, and the submodules' commits; empty without git. */
  readonly commit: string;
  /** Absolute paths of the changed and new files; of all files without git. */
  readonly files: readonly string[];
}

/**
 * Takes the mark of a tree. With git, it covers the project's entire repository: its commit and the files
 * that differ from it. Without git, it covers all files. Nested repositories count too, even ignored ones.
 *
 * Ignored files, ralph's own files and folders that tools write do not count, and staging does not matter.
 * Beyond 32 MiB in total, files count by their size and time.
 *
 * @param ignored Absolute paths that do not count: the plan (its items count instead) and its companions,
 * which are notes that an agent may edit each turn without making progress.
 * @param timeoutMs The time limit. Default 3,000.
 * @returns 64 hex digits; null with over 20,000 files, or after the time limit.
 */
export async function takeTreeMark(
  project: string,
  ignored: readonly string[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<string | null> {
  const endsAt = performance.now() + timeoutMs;
  const states: TreeState[] = [];
  for (const folder of [project, ...listNested(project)]) {
    const state = await readState(folder, endsAt);
    if (state === null) return null;
    states.push(state);
  }
  const paths = [...new Set(states.flatMap(({ files }) => files))]
    .filter((path) => !isLeftOut(path, ignored));
  const reader = new ContentReader();
  const lines = states.map(({ commit }) => commit);
  for (const path of paths) {
    if (performance.now() >= endsAt) return null;
    lines.push(`${path}\0${await reader.describe(path)}`);
  }
  return await sha256(new TextEncoder().encode(lines.join("\n")));
}

const STATUS_OPTIONS = [
  "--porcelain=v2",
  "--branch",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--no-ahead-behind",
];

async function readState(project: string, endsAt: number): Promise<TreeState | null> {
  const top = findGitTop(project);
  const state = top === null ? "refused" : await readWithGit(top, endsAt);
  if (state !== "refused") return state;
  const files = await listFiles(project);
  return files === null ? null : { commit: "", files };
}

/** Reads a work tree and its submodules, each with a separate call of git. */
async function readWithGit(top: string, endsAt: number): Promise<TreeState | "refused" | null> {
  const answer = await askGit(top, "status", STATUS_OPTIONS, endsAt);
  if (answer.kind === "late") return null;
  if (answer.kind === "refused") return "refused";
  const state = await readStatus(top, answer.text);
  if (state === null) return null;
  const commits = [state.commit];
  const files = new Set(state.files);
  for (const folder of await listSubmodules(top, endsAt)) {
    const below = await readState(folder, endsAt);
    if (below === null) return null;
    commits.push(below.commit);
    for (const path of below.files) files.add(path);
    if (files.size > MOST_FILES) return null;
  }
  return { commit: commits.join(" "), files: [...files].sort() };
}

/** Number of fields before the path, by the first character of a line of `git status --porcelain=v2`. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { "1": 8, u: 10, "?": 1 };
const COMMIT = "# branch.oid ";

async function readStatus(top: string, status: string): Promise<TreeState | null> {
  let commit = "";
  // A file that was removed from the index is listed twice.
  const files = new Set<string>();
  for (const entry of status.split("\0")) {
    if (entry.startsWith(COMMIT)) commit = entry.slice(COMMIT.length);
    const fields = FIELDS_BEFORE_PATH[entry[0] ?? ""];
    if (fields === undefined) continue;
    const parts = entry.split(" ");
    const name = parts.slice(fields).join(" ");
    const isNew = entry[0] === "?";
    if (isNew && isMadeByTools(name)) continue;
    // Submodules are read separately.
    if (!isNew && parts[2]?.startsWith("S") === true) continue;
    // A nested repository that is not a submodule is listed as a folder.
    const isFolder = isNew && name.endsWith("/");
    const below = isFolder ? await listFiles(join(top, name)) : [join(top, name)];
    if (below === null) return null;
    for (const path of below) files.add(path);
    if (files.size > MOST_FILES) return null;
  }
  return { commit, files: [...files] };
}

/** Maximum number of bytes to read for a mark. Further files count by size and time. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Describes files by their content, up to a number of bytes. */
class ContentReader {
  #bytesLeft = MOST_BYTES;

  /**
   * Describes a file.
   *
   * @param path Absolute; links are not followed, pipes are not opened.
   * @returns The same text for the same content.
   */
  async describe(path: string): Promise<string> {
    try {
      const info = Deno.lstatSync(path);
      if (info.isSymlink) return `link ${Deno.readLinkSync(path)}`;
      if (!info.isFile) return "no file";
      const executable = ((info.mode ?? 0) & 0o111) === 0 ? "" : "executable ";
      return executable + (await this.#read(path, info.size) ?? stampOf(info));
    } catch {
      return "gone";
    }
  }

  async #read(path: string, size: number): Promise<string | null> {
    if (size > this.#bytesLeft) return null;
    this.#bytesLeft -= size;
    const bytes = bytesOf(path, size);
    return bytes === null ? null : await sha256(bytes);
  }
}

function stampOf({ size, mtime }: Deno.FileInfo): string {
  return `${size} bytes of ${mtime?.getTime() ?? 0}`;
}
