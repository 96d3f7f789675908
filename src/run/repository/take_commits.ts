/**
 * Takes an agent's commits out of its repository as a bundle. No other file of that repository is ever read.
 *
 * @module
 */
import { basename, dirname, join } from "@std/path";
import { messageOf } from "../../error.ts";
import { type AgentRepository, readRaw, readStaged, treeOf } from "./agent_repository.ts";
import { bundleOf, fetchAll } from "./bundle.ts";
import { describeExcess } from "./bound_commits.ts";
import { oneLine } from "../../text/shorten.ts";
import { showCommand } from "../../text/shell_word.ts";
import type { Git } from "../parallel/git.ts";
import { findBare } from "../parallel/save_work.ts";
import { findNested } from "../parallel/work_tree.ts";

/** A ref of the agent's repository: `HEAD`, a branch, or an entry of the stash. */
interface Head {
  readonly name: string;
  readonly commit: string;
}

/** The user's git, twice, since reads end sooner than writes, which must not be left half done. */
interface TakingGit {
  readonly reads: Git;
  readonly writes: Git;
  /** Ends the reads. */
  readonly signal: AbortSignal;
}

/** Never aborts: a write that has begun is finished, as by the user's own git. */
const NEVER = new AbortController().signal;

/**
 * Moves the user's branch to the agent's commits, and updates the index; the work tree already has their
 * files. Changes that the user staged stay staged. If the user moved the branch meanwhile, it gets a merge.
 * Commits that the branch cannot take are kept on a separate branch.
 *
 * @param own The user's git in the work tree.
 * @param signal Leaves the commits where they are.
 * @returns Sentences for the user.
 * @throws {GitError} If the commits are incomplete, or nothing can keep them, or git was interrupted. In that
 *   case they are only in the agent's repository.
 */
export async function takeCommits(
  own: Git,
  repository: AgentRepository,
  signal: AbortSignal,
): Promise<string[]> {
  const { folder, base, ref } = repository;
  const users = { reads: own.bounded(signal), writes: own.bounded(NEVER), signal };
  const { reads: git, writes } = users;
  // If the file were of another kind, git could fetch from a repository that it names.
  const there = (await git.ask("bundle", "list-heads", bundleOf(repository))).split("\n");
  const id = basename(folder);
  const taken = `refs/ralph/taken/${id}/`;
  const isCrowded = there.length > MOST_HEADS;
  const listTaken = (at: Git) => at.ask("for-each-ref", "--format=%(objectname) %(refname)", taken);
  try {
    await fetchAll(git, repository, taken, isCrowded ? "HEAD" : "*");
    // Names that git refuses are not listed, whatever the bundle contains.
    const heads = [...(await listTaken(git)).matchAll(/^(\S+) (.*)$/gm)]
      .map(([, commit = "", name = ""]): Head => ({ commit, name: name.slice(taken.length) }));
    const tip = heads.find(({ name }) => name === "HEAD")?.commit ?? base;
    const refusal = tip === null || tip === base
      ? null
      : await advance(users, repository, tip).catch(messageOf);
    const isOnNoBranch = ref === "HEAD" && tip !== base && refusal === null;
    const left = await listLeft(git, heads, isOnNoBranch ? ["HEAD"] : []);
    // The agent's own name could contain shell syntax, or be long.
    const branchOf = (index: number) => `ralph/left/${id}/${index + 1}`;
    const created = left.map(({ commit }, index) =>
      `update refs/heads/${branchOf(index)} ${commit}\n`
    );
    if (created.length > 0) await writes.write(created.join(""), "update-ref", "--stdin");
    const kept = [
      ...isCrowded ? [keepBundle(repository, there.length)] : [],
      ...left.map(({ name }, index) => {
        const why = refusal !== null && ["HEAD", ref].includes(name) ? `: ${refusal}` : "";
        return describeKept(name, branchOf(index), why);
      }),
    ];
    if (isOnNoBranch) return [...kept, ON_NO_BRANCH];
    if (tip === base || refusal !== null) return kept;
    const { out: present } = await git.run("symbolic-ref", "-q", "HEAD");
    if (present === ref || repository.workFolder !== repository.project) return kept;
    const branch = ref.replace("refs/heads/", "");
    return [...kept, `An agent's commits are on ${branch}, and the project is no longer on it`];
  } finally {
    const refs = (await listTaken(writes)).split("\n").filter((line) => line !== "")
      .map((line) => `delete ${line.slice(line.indexOf(" ") + 1)}\n`);
    await writes.write(refs.join(""), "update-ref", "--stdin");
  }
}

/** Lists the heads whose commits the user does not have, one head per commit. */
async function listLeft(
  git: Git,
  heads: readonly Head[],
  more: readonly string[],
): Promise<Head[]> {
  const commits = [...new Set(heads.map(({ commit }) => commit))];
  if (commits.length === 0) return [];
  const known = ["--not", "--branches", "--remotes", ...more];
  const missing = new Set((await git.ask("rev-list", ...commits, ...known)).split("\n"));
  // A commit that another one contains does not need a branch.
  const tips = commits.filter((commit) => missing.has(commit));
  if (tips.length === 0) return [];
  const apart = (await git.ask("merge-base", "--independent", ...tips)).split("\n");
  return apart.flatMap((commit) => heads.find((head) => head.commit === commit) ?? [])
    .sort((one, two) => heads.indexOf(one) - heads.indexOf(two));
}

/** More than an agent needs; each becomes a branch of the user. */
const MOST_HEADS = 50;

function describeKept(name: string, branch: string, why: string): string {
  if (name.startsWith("refs/stash/")) {
    const command = showCommand(["git", "stash", "apply", branch]);
    return `An agent's stash is on the branch ${branch}; to restore it: ${command}`;
  }
  const title = name.startsWith("refs/heads/") ? ` (its "${oneLine(name.slice(11), 60)}")` : "";
  return `An agent's commits are on the branch ${branch}${title}${why}`;
}

/** Keeps the bundle as it is, next to the folder of the agent's repository. @returns A sentence. */
function keepBundle(repository: AgentRepository, count: number): string {
  const { folder } = repository;
  const kept = join(dirname(dirname(folder)), `${basename(folder)}.bundle`);
  Deno.copyFileSync(bundleOf(repository), kept);
  const command = showCommand(["git", "bundle", "list-heads", kept]);
  return `An agent made ${count} branches and stashes, which are in a bundle and not in the repository: ${command}`;
}

const ON_NO_BRANCH =
  "The project is on no branch, so only HEAD has the agents' commits; to keep them: git switch -c NAME";

/** Moves the user's branch. @returns Why it cannot take the commits; null if it has them. */
async function advance(
  { reads: git, writes, signal }: TakingGit,
  { base, ref, staged }: AgentRepository,
  tip: string,
): Promise<string | null> {
  if (base !== null && !await git.contains(tip, base)) {
    return "they do not follow the run's branch";
  }
  const excess = await describeExcess(git, base, tip);
  if (excess !== null) return excess;
  const range = base === null ? tip : `${base}..${tip}`;
  const how = ["-m", "--raw", "--no-renames", "-z", "--format="];
  const repository = findNested(await git.ask("log", ...how, range)) ??
    await findBare(git, await treeOf(git, base), tip);
  if (repository !== null) return `"${repository}" is a repository of its own`;
  const { out: present } = await git.run("symbolic-ref", "-q", "HEAD");
  if (ref === "HEAD" && present !== "") {
    return `the run began on no branch, and the project is on ${
      present.replace("refs/heads/", "")
    } now`;
  }
  const from = await git.find(`${ref}^{commit}`);
  if (from === null && base !== null) return "the run's branch was deleted meanwhile";
  if (base !== null && from !== null && !await git.contains(from, base)) {
    return "the run's branch was moved back or aside meanwhile";
  }
  const target = from === null || await git.contains(tip, from) ? tip : await merge(git, from, tip);
  if (target === null) return "they conflict with commits that were made meanwhile";
  // The reads may have been interrupted, so their results may be incomplete.
  signal.throwIfAborted();
  const move = () =>
    writes.run(
      "update-ref",
      "-m",
      "ralph: commits of an agent",
      "--no-deref",
      ref,
      target,
      from ?? "",
    );
  // If the user switched to another branch, its index is left alone.
  const moved = ref === "HEAD" || present === ref
    ? await withIndex(writes, from, target, staged, move)
    : await move();
  return moved.isOk ? null : moved.why;
}

/**
 * Merges without a work tree.
 *
 * @returns The commit; null if it conflicts, git is older than 2.38, or a merge driver is configured.
 */
async function merge(git: Git, one: string, two: string): Promise<string | null> {
  // A merge driver would be a program of the repository.
  if ((await git.run("config", "--get-regexp", "^merge[.].*[.]driver$")).isOk) return null;
  const tree = await git.run("merge-tree", "--write-tree", one, two);
  if (!tree.isOk) return null;
  const parents = ["-p", one, "-p", two];
  return await git.ask("commit-tree", tree.out, ...parents, "-m", "Merge an agent's commits");
}

/**
 * Moves a branch after the index has the commits' entries, since another git may have locked the index for
 * too long. Changes that the user has staged since the agent began stay staged.
 */
async function withIndex<T extends { readonly isOk: boolean }>(
  git: Git,
  from: string | null,
  to: string,
  atStart: AgentRepository["staged"],
  move: () => Promise<T>,
): Promise<T> {
  const before = new Map(atStart);
  const staged = await readStaged(git, from);
  const range = await Promise.all([treeOf(git, from), treeOf(git, to)]);
  const read = async ([one, two]: readonly string[]) =>
    readRaw(await git.ask("diff-tree", "-r", "--raw", "--no-renames", "-z", one!, two!));
  const isUsers = (path: string) => staged.has(path) && staged.get(path) !== before.get(path);
  const write = async (entries: ReadonlyMap<string, string>) => {
    const lines = [...entries].filter(([path]) => !isUsers(path))
      .map(([path, entry]) => `${entry}\t${path}\0`);
    if (lines.length === 0) return;
    const hidden = (await git.ask("ls-files", "-t", "-z")).split("\0")
      .filter((line) => line.startsWith("S ") && entries.has(line.slice(2)));
    await git.write(lines.join(""), "update-index", "--replace", "-z", "--index-info");
    if (hidden.length === 0) return;
    // Keeps the flag on files that the user told git to skip, such as local settings.
    const paths = hidden.map((line) => line.slice(2)).join("\0");
    await git.write(paths, "update-index", "-z", "--skip-worktree", "--stdin");
  };
  await write(await read(range));
  const moved = await move();
  if (!moved.isOk) await write(await read(range.toReversed()));
  return moved;
}
