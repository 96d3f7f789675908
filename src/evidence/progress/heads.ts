/**
 * The heads of a project's repository other than its own checkout: branches, wherever they are checked out,
 * and worktrees without a branch. An agent may commit in a worktree or on its own branch.
 *
 * Starts no git. When a ref moves, its file is replaced and its folder's time changes. So only files newer
 * than the last scan are read, and the cost does not depend on the number of branches.
 */
import { attempt } from "../../error.ts";
import { exists, infoOf, namesIn } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { findGitFolders, type GitFolders } from "../../store/git_exclude.ts";
import type { HeadsSeen } from "../../store/records/heads_seen.ts";
import { PROJECT_FILES } from "../../store/project_files.ts";
import { hash32 } from "../../store/files/file_name.ts";
import { dirname, join, resolve } from "../../system/path.ts";

/** A head whose commit is new. */
export interface MovedHead {
  /** The branch, or `worktree NAME` for a worktree without one. */
  readonly name: string;
  readonly commit: string;
}

/** The result of a scan of the heads. */
interface HeadsRead {
  /** Sorted by name; empty without git. */
  readonly moved: readonly MovedHead[];
  /** For the next scan. */
  readonly seen: HeadsSeen;
}

/** Git writes a ref's file before it moves the file to its place, and a hook may run in between. */
const SLACK_MS = 10_000;
/** Number of digits of a commit that a record keeps. */
const ID_CHARACTERS = 12;
/** Maximum number of commits that are remembered between scans. */
const MOST_KEPT = 200;
/** Enough for some 200,000 packed refs. */
const LARGEST_PACKED_BYTES = 16 * 1024 * 1024;
const LARGEST_REF_BYTES = 4_096;
/** Maximum depth of nested branch folders, such as `feature/api/`. */
const MOST_LEVELS = 10;
const OBJECT_ID = /^[0-9a-f]{40,64}$/;
const BRANCHES = "refs/heads/";

/**
 * Reads the heads that moved since an earlier scan.
 *
 * @param checkedOut The commit of the project's own checkout, which does not count.
 */
export function readHeads(project: string, checkedOut: string, seen: HeadsSeen): HeadsRead {
  const folders = findGitFolders(project);
  if (folders === null) return { moved: [], seen };
  const reader = new HeadReader(folders, seen.sinceMs);
  const known = new Set([...seen.commits, shortOf(checkedOut)]);
  const isFirst = seen.commits.length === 0;
  const fresh = reader.read().filter(({ commit }) =>
    !known.has(shortOf(commit)) && reader.isNewCommit(commit, isFirst)
  );
  const others = fresh.length === 0 ? new Set() : listOthers(folders);
  const moved = fresh.filter(({ name }) => !others.has(name))
    .sort((one, other) => one.name < other.name ? -1 : 1);
  const commits = [...new Set([...known, ...fresh.map(({ commit }) => shortOf(commit))])];
  // If some commits are forgotten, older refs must not be found again.
  const sinceMs = fresh.length > MOST_KEPT ? reader.newestMs + 1 : reader.newestMs - SLACK_MS;
  return {
    moved,
    seen: { sinceMs: Math.max(seen.sinceMs, sinceMs), commits: commits.slice(-MOST_KEPT) },
  };
}

/** Makes the first scan, in which nothing counts as moved. */
export function beginHeads(project: string, checkedOut: string): HeadsSeen {
  const folders = findGitFolders(project);
  if (folders === null) return { sinceMs: 0, commits: [] };
  const reader = new HeadReader(folders, Infinity);
  reader.read();
  const sinceMs = reader.newestMs - SLACK_MS;
  return readHeads(project, checkedOut, { sinceMs, commits: [] }).seen;
}

function shortOf(commit: string): string {
  return commit.slice(0, ID_CHARACTERS);
}

/** Reads the heads whose files are not older than a given time. */
class HeadReader {
  /** The newest time of the scanned files. */
  newestMs = 0;
  readonly #heads: MovedHead[] = [];
  readonly #loose = new Set<string>();

  constructor(readonly folders: GitFolders, readonly sinceMs: number) {}

  read(): readonly MovedHead[] {
    const { own, common } = this.folders;
    const worktrees = join(common, "worktrees");
    const gitFolders = [common, ...namesIn(worktrees).map((name) => join(worktrees, name))];
    if (exists(join(common, "reftable"))) return this.#readTables(gitFolders);
    this.#readFolder(join(common, BRANCHES), "", 0);
    this.#readPacked();
    for (const folder of gitFolders) {
      // In a worktree on a branch, HEAD names the branch, and its commits move the branch.
      if (folder !== own) this.#readRef(join(folder, "HEAD"), nameOfWorktree(folder));
    }
    return this.#heads;
  }

  /**
   * Checks whether a commit was made since, by its object's file. A packed commit has no file. At the first
   * scan it counts as older.
   */
  isNewCommit(commit: string, isFirst: boolean): boolean {
    const path = join(this.folders.common, "objects", commit.slice(0, 2), commit.slice(2));
    return exists(path) ? this.#isNew(path) : !isFirst || !OBJECT_ID.test(commit);
  }

  #readFolder(folder: string, prefix: string, level: number): void {
    const hasMoved = this.#isNew(folder);
    // Most file systems count a folder's own name, its `.` and each of its folders as links.
    const hasNoFolders = !hasMoved && infoOf(folder)?.nlink === 2;
    if (hasNoFolders || level >= MOST_LEVELS) return;
    for (const { name, isDirectory } of attempt(() => [...Deno.readDirSync(folder)]) ?? []) {
      const path = join(folder, name);
      if (isDirectory) this.#readFolder(path, `${prefix}${name}/`, level + 1);
      else if (hasMoved && !name.endsWith(".lock")) this.#readRef(path, `${prefix}${name}`);
    }
  }

  #readRef(path: string, name: string): void {
    this.#loose.add(name);
    if (!this.#isNew(path)) return;
    const content = readText(path, LARGEST_REF_BYTES);
    const commit = content.kind === "text" ? content.text.trim() : "";
    if (OBJECT_ID.test(commit)) this.#heads.push({ name, commit });
  }

  /** Reads branches that were packed since: their logs show which of them moved. */
  #readPacked(): void {
    const { common } = this.folders;
    const path = join(common, "packed-refs");
    if (!this.#isNew(path)) return;
    const packed = readText(path, LARGEST_PACKED_BYTES);
    if (packed.kind !== "text") return;
    for (const [, commit = "", name = ""] of packed.text.matchAll(PACKED_BRANCH)) {
      const isMoved = !this.#loose.has(name) && this.#isNew(join(common, "logs", BRANCHES, name));
      if (isMoved) this.#heads.push({ name, commit });
    }
  }

  /**
   * Reads a repository that keeps its refs in tables, which only git can read. The list of tables changes
   * with every change of a ref, so it is used in place of a commit.
   */
  #readTables(gitFolders: readonly string[]): readonly MovedHead[] {
    return gitFolders.flatMap((folder) => {
      const path = join(folder, "reftable/tables.list");
      const list = this.#isNew(path) ? readText(path) : null;
      if (list?.kind !== "text") return [];
      return [{ name: "a branch", commit: hash32(list.text).padEnd(ID_CHARACTERS, "-") }];
    });
  }

  /** Checks whether a file or folder exists and is not older than the last scan. */
  #isNew(path: string): boolean {
    const timeMs = exists(path) ? infoOf(path)?.mtime?.getTime() ?? 0 : 0;
    this.newestMs = Math.max(this.newestMs, timeMs);
    return timeMs > 0 && timeMs >= this.sinceMs;
  }
}

const PACKED_BRANCH = /^([0-9a-f]{40,64}) refs\/heads\/([^\r\n]+)\r?$/gm;

/** Lists the heads of checkouts in which another loop works: their commits belong to that loop. */
function listOthers({ own, common }: GitFolders): ReadonlySet<string> {
  const worktrees = join(common, "worktrees");
  const others = [common, ...namesIn(worktrees).map((name) => join(worktrees, name))]
    .filter((folder) => folder !== own && hasLoop(folder));
  return new Set(others.map((folder) => {
    const head = readText(join(folder, "HEAD"), LARGEST_REF_BYTES);
    const branch = head.kind === "text"
      ? /^ref:\s*refs\/heads\/(.+)$/.exec(head.text.trim())
      : null;
    return branch?.[1] ?? nameOfWorktree(folder);
  }));
}

function hasLoop(gitFolder: string): boolean {
  const link = readText(join(gitFolder, "gitdir"), LARGEST_REF_BYTES);
  const dotGit = link.kind === "text" ? resolve(gitFolder, link.text.trim()) : gitFolder;
  return exists(join(dirname(dotGit), ".claude", PROJECT_FILES.marker.name));
}

function nameOfWorktree(gitFolder: string): string {
  return `worktree ${gitFolder.slice(gitFolder.lastIndexOf("/") + 1)}`;
}
