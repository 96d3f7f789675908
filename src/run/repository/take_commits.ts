/**
 * Takes an agent's commits out of its repository: as a bundle that is made inside of the sandbox, and that
 * the user's git checks like anything from a stranger. No other file of that repository is ever read.
 *
 * @module
 */
import { basename, dirname, join } from "@std/path";
import { attempt, messageOf } from "../../error.ts";
import { infoOf, removeFolder } from "../../store/files/presence.ts";
import {
  type AgentRepository,
  fill,
  KNOWN,
  OUT,
  readRaw,
  readStaged,
  treeOf,
} from "./agent_repository.ts";
import { oneLine } from "../../text/shorten.ts";
import { showCommand } from "../../text/shell_word.ts";
import { type Git, GitError } from "../parallel/git.ts";
import { findBare } from "../parallel/save_work.ts";
import { findNested } from "../parallel/work_tree.ts";

/** The bundle, in the agent's repository. */
const BUNDLE = "ralph.bundle";

/**
 * Gives all that leaves a ref of its own, since git leaves out names that could mean two things: the last
 * commit, branches that the user does not have as they are, and what was stashed.
 */
const MAKE_BUNDLE = `cd "$1" || exit
export GIT_DIR="$1"
git() { command git -c core.hooksPath=/dev/null -c core.fsmonitor=false "$@"; }
rm -rf ${BUNDLE} ${BUNDLE}.lock
{
  git for-each-ref --format="update ${OUT}%(refname) %(objectname)" refs/heads | grep -vxFf ${KNOWN}
  head=$(git rev-parse -q --verify "HEAD^{commit}") && echo "update ${OUT}HEAD $head"
  number=0
  for stash in $(git rev-list -g refs/stash -- 2>/dev/null); do
    echo "update ${OUT}refs/stash/$number $stash"
    number=$((number + 1))
  done
} | git update-ref --stdin || exit
git bundle create -q ${BUNDLE} --glob=${OUT} $2`;

/** The command that makes the bundle, in the sandbox. */
export function bundleCommand({ seen, base }: AgentRepository): string[] {
  return ["sh", "-c", MAKE_BUNDLE, "sh", seen, ...base === null ? [] : [`^${base}`]];
}

/** What git says where no commit is new. */
export const NOTHING_NEW = "Refusing to create empty bundle";

/** Settings of the user's repository that would weaken the check of a bundle, or run a program. */
const STRICT = [
  "fetch.fsckObjects=true",
  "transfer.fsckObjects=true",
  "core.alternateRefsCommand=true",
  "fetch.writeCommitGraph=false",
];

/** A ref of the agent's repository: `HEAD`, a branch, or an entry of the stash. */
interface Head {
  readonly name: string;
  readonly commit: string;
}

/**
 * Moves the user's branch to the agent's commits, and the index with it; the work tree has their files
 * already. What the user staged stays staged, a branch that the user moved meanwhile gets a merge, and
 * what the branch cannot have is kept on a branch of its own.
 *
 * @param users The user's git in the work tree.
 * @param signal Ends git, and leaves the commits where they are.
 * @returns What the user should know, a sentence each.
 * @throws {GitError} If the commits are not whole, or nothing can keep them; then they are only in the
 *   agent's repository.
 */
export async function takeCommits(
  users: Git,
  repository: AgentRepository,
  signal: AbortSignal,
): Promise<string[]> {
  const { folder, base, ref } = repository;
  const git = users.bounded(signal);
  const file = join(folder, BUNDLE);
  if (infoOf(file)?.isFile !== true) throw new GitError("the bundle is no file");
  // Git would fetch from a repository that another kind of file names.
  const there = (await git.ask("bundle", "list-heads", file)).split("\n");
  const id = basename(folder);
  const taken = `refs/ralph/taken/${id}/`;
  const isCrowded = there.length > MOST_HEADS;
  await fetchAll(git, repository, taken, isCrowded ? "HEAD" : "*");
  const crowd = isCrowded ? [keepBundle(repository, there.length)] : [];
  // Names that git refuses are not among them, whatever is in the bundle.
  const listed = await git.ask("for-each-ref", "--format=%(objectname) %(refname)", taken);
  const heads = [...listed.matchAll(/^(\S+) (.*)$/gm)]
    .map(([, commit = "", name = ""]): Head => ({ commit, name: name.slice(taken.length) }));
  try {
    const tip = heads.find(({ name }) => name === "HEAD")?.commit ?? base;
    const refusal = tip === null || tip === base
      ? null
      : await advance(git, repository, tip).catch(messageOf);
    const isOnNoBranch = ref === "HEAD" && tip !== base && refusal === null;
    const kept = crowd;
    for (const [index, { name, commit }] of heads.entries()) {
      const known = ["--branches", "--remotes", ...isOnNoBranch ? ["HEAD"] : []];
      if (await git.ask("rev-list", "--count", commit, "--not", ...known) === "0") continue;
      // The agent's name could be one that a shell runs, or that is long.
      const branch = `ralph/left/${id}/${index + 1}`;
      await git.ask("update-ref", `refs/heads/${branch}`, commit);
      const why = refusal !== null && ["HEAD", ref].includes(name) ? `: ${refusal}` : "";
      kept.push(describeKept(name, branch, why));
    }
    if (isOnNoBranch) return [...kept, ON_NO_BRANCH];
    if (tip === base || refusal !== null) return kept;
    const { out: present } = await git.run("symbolic-ref", "-q", "HEAD");
    if (present === ref || repository.workFolder !== repository.project) return kept;
    const branch = ref.replace("refs/heads/", "");
    return [...kept, `An agent's commits are on ${branch}, and the project is not on it any more`];
  } finally {
    const refs = heads.map(({ name }) => `delete ${taken}${name}\n`).join("");
    await git.write(refs, "update-ref", "--stdin");
  }
}

/** More than an agent needs: each is a branch of the user's. */
const MOST_HEADS = 50;

function describeKept(name: string, branch: string, why: string): string {
  if (name.startsWith("refs/stash/")) {
    const command = showCommand(["git", "stash", "apply", branch]);
    return `What an agent stashed is on the branch ${branch}; to get it back: ${command}`;
  }
  const title = name.startsWith("refs/heads/") ? ` (its "${oneLine(name.slice(11), 60)}")` : "";
  return `An agent's commits are on the branch ${branch}${title}${why}`;
}

/** Keeps the bundle as it is, beside the folder of the agent's repository. @returns A sentence. */
function keepBundle({ folder }: AgentRepository, count: number): string {
  const kept = join(dirname(dirname(folder)), `${basename(folder)}.bundle`);
  Deno.copyFileSync(join(folder, BUNDLE), kept);
  const command = showCommand(["git", "bundle", "list-heads", kept]);
  return `An agent made ${count} branches and stashes, which are in a bundle and not in the repository: ${command}`;
}

const ON_NO_BRANCH =
  "The project is on no branch, so only HEAD has the agents' commits; to keep them: git switch -c NAME";

/**
 * Fetches the bundle, with refs below a prefix. Git checks the objects of a repository that it fetches from,
 * but before 2.46 not those of a bundle: an empty one is between, which borrows the user's objects.
 */
async function fetchAll(
  git: Git,
  { folder, base }: AgentRepository,
  prefix: string,
  which: "*" | "HEAD",
): Promise<void> {
  const common = git.folders?.common ?? "";
  const between = `${folder}-in`;
  const name = "extensions.partialclone";
  const [format, refs, { isOk: isPartial }] = await Promise.all([
    git.ask("rev-parse", "--show-object-format"),
    git.ask("for-each-ref", "--format=%(objectname) %(refname)"),
    git.run("config", "--get", name),
  ]);
  const extensions = `[extensions]\n\tobjectFormat = ${format}\n`;
  const promisor = `\tpartialClone = user\n[remote "user"]\n\turl = /dev/null\n\tpromisor = true\n`;
  try {
    fill(between, {
      HEAD: "ref: refs/heads/none\n",
      config: `[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n${extensions}${
        isPartial ? promisor : ""
      }`,
      "objects/info/alternates": `${join(common, "objects")}\n`,
      // What is there is not asked for again, nor whether it is whole.
      "packed-refs": [refs, base === null ? "" : `${base} refs/ralph/base`]
        .filter((text) => text !== "").map((text) => `${text}\n`).join(""),
    });
    attempt(() => Deno.copyFileSync(join(common, "shallow"), join(between, "shallow")));
    const own = git.at(between, { own: between, common: between });
    await fetchInto(own, join(folder, BUNDLE), `+${OUT}${which}:${prefix}${which}`);
    await fetchInto(git, between, `+${prefix}*:${prefix}*`);
  } finally {
    removeFolder(between);
  }
}

async function fetchInto(git: Git, from: string, spec: string): Promise<void> {
  const options = ["-q", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
  const how = [...options, "--no-auto-maintenance", "--", from, spec];
  const fetched = await git.fetchFile(STRICT, how);
  if (!fetched.isOk) throw new GitError(fetched.why);
}

/** @returns Why the user's branch cannot have the commits; null if it has them. */
async function advance(
  git: Git,
  { base, ref, staged }: AgentRepository,
  tip: string,
): Promise<string | null> {
  if (base !== null && !await git.contains(tip, base)) {
    return "they do not follow the run's branch";
  }
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
  const move = () =>
    git.run(
      "update-ref",
      "-m",
      "ralph: commits of an agent",
      "--no-deref",
      ref,
      target,
      from ?? "",
    );
  // The index of another branch, which the user switched to, stays.
  const moved = ref === "HEAD" || present === ref
    ? await withIndex(git, from, target, staged, move)
    : await move();
  return moved.isOk ? null : moved.why;
}

/** Merges without a work tree. @returns The commit; null where it conflicts, git is older than 2.38, or a driver is configured. */
async function merge(git: Git, one: string, two: string): Promise<string | null> {
  // A driver would be a program of the repository's.
  if ((await git.run("config", "--get-regexp", "^merge[.].*[.]driver$")).isOk) return null;
  const tree = await git.run("merge-tree", "--write-tree", one, two);
  if (!tree.isOk) return null;
  const parents = ["-p", one, "-p", two];
  return await git.ask("commit-tree", tree.out, ...parents, "-m", "Merge an agent's commits");
}

/**
 * Moves a branch, after the index has the commits' entries: another git may have locked it for longer than
 * is waited. What the user has staged since the agent began stays.
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
    // What the user told git not to look at, such as local settings, is not looked at further on.
    const paths = hidden.map((line) => line.slice(2)).join("\0");
    await git.write(paths, "update-index", "-z", "--skip-worktree", "--stdin");
  };
  await write(await read(range));
  const moved = await move();
  if (!moved.isOk) await write(await read(range.toReversed()));
  return moved;
}
