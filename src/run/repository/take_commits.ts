/**
 * Takes an agent's commits out of its repository: as a bundle that is made inside of the sandbox, and that
 * the user's git checks like anything from a stranger. No other file of that repository is ever read.
 *
 * @module
 */
import { basename, join } from "@std/path";
import { infoOf, removeFolder } from "../../store/files/presence.ts";
import { type AgentRepository, readRaw, readStaged } from "./agent_repository.ts";
import { Git, GitError } from "../parallel/git.ts";
import { readCommitted } from "../parallel/work_tree.ts";

/** The bundle, in the agent's repository. */
const BUNDLE = "ralph.bundle";

/** The command that makes the bundle; it fails where nothing is new. */
export function bundleCommand({ seen, base }: AgentRepository): string[] {
  const known = base === null ? [] : [`^${base}`];
  const file = join(seen, BUNDLE);
  return ["git", "bundle", "create", "-q", file, "HEAD", "--branches", ...known];
}

/** Settings of the user's repository that would weaken the check of a bundle, or run a program. */
const STRICT = [
  "fetch.fsckObjects=true",
  "transfer.fsckObjects=true",
  "core.alternateRefsCommand=true",
  "fetch.writeCommitGraph=false",
];

/**
 * Moves the user's branch to the agent's commits, and the index with it; the work tree has their files
 * already. What the user staged stays staged, and a branch that the user moved meanwhile gets a merge.
 *
 * @returns What was kept on a branch instead, and why, a sentence each.
 * @throws {GitError} If the commits are not whole; the files of the work tree are all that is left of them.
 */
export async function takeCommits(repository: AgentRepository): Promise<string[]> {
  const { git, folder, base, ref } = repository;
  const file = join(folder, BUNDLE);
  if (infoOf(file)?.isFile !== true) return [];
  const listed = await git.ask("bundle", "list-heads", file);
  const heads = listed.split("\n").filter((line) => line !== "").map((line) => {
    const at = line.indexOf(" ");
    return { commit: line.slice(0, at), name: line.slice(at + 1) };
  }).filter(({ name }) => name === "HEAD" || name.startsWith("refs/heads/"));
  if (heads.length === 0) return [];
  const id = basename(folder);
  const own = `refs/ralph/taken/${id}/`;
  const specs = heads.map(({ name }) => `+${name}:${own}${name}`);
  // Git checks the objects of a repository that it fetches from, but before 2.46 not those of a bundle.
  const between = makeBetween(`${folder}-in`, git, heads[0]!.commit);
  try {
    await fetchInto(between, file, specs);
    await fetchInto(git, between.folder, [`+${own}*:${own}*`]);
  } finally {
    removeFolder(between.folder);
  }
  try {
    const tip = heads.find(({ name }) => name === "HEAD")?.commit ?? base;
    const refusal = tip === null || tip === base ? null : await advance(repository, tip);
    const kept: string[] = [];
    for (const { name, commit } of heads) {
      const count = await git.ask(
        "rev-list",
        "--count",
        commit,
        "--not",
        "--branches",
        "--remotes",
      );
      if (count === "0") continue;
      const branch = `ralph/left/${id}/${name.replace(/^refs\/heads\//, "")}`;
      await git.ask("update-ref", `refs/heads/${branch}`, commit);
      const why = name === "HEAD" || name === ref ? refusal : null;
      kept.push(`An agent's commits are on the branch ${branch}${why === null ? "" : `: ${why}`}`);
    }
    return kept;
  } finally {
    const refs = heads.map(({ name }) => `delete ${own}${name}\n`).join("");
    await git.write(refs, "update-ref", "--stdin");
  }
}

/** Makes an empty repository that borrows the user's objects. */
function makeBetween(folder: string, { folders }: Git, commit: string): Git {
  for (const name of ["objects/info", "refs"]) {
    Deno.mkdirSync(join(folder, name), { recursive: true });
  }
  const write = (name: string, text: string) => Deno.writeTextFileSync(join(folder, name), text);
  write("HEAD", "ref: refs/heads/none\n");
  const format = commit.length === 64 ? "[extensions]\n\tobjectFormat = sha256\n" : "";
  write("config", `[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n${format}`);
  write("objects/info/alternates", `${join(folders?.common ?? "", "objects")}\n`);
  return new Git(folder, { own: folder, common: folder });
}

async function fetchInto(git: Git, from: string, specs: readonly string[]): Promise<void> {
  const options = ["-q", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
  const how = [...options, "--no-auto-maintenance", "--", from, ...specs];
  const fetched = await git.fetchFile(STRICT, how);
  if (!fetched.isOk) throw new GitError(`an agent's commits are not taken: ${fetched.why}`);
}

/** @returns Why the user's branch cannot have the commits; null if it has them. */
async function advance(
  { git, base, ref, staged }: AgentRepository,
  tip: string,
): Promise<string | null> {
  if (base !== null && !await isAncestor(git, base, tip)) {
    return "they do not follow the run's branch";
  }
  const { repository } = await readCommitted(git, base, tip);
  if (repository !== null) return `"${repository}" is a repository of its own`;
  const now = await git.run("rev-parse", "-q", "--verify", `${ref}^{commit}`);
  if (!now.isOk && base !== null) return "the user deleted the run's branch";
  const isHere = ref === "HEAD" || (await git.run("symbolic-ref", "-q", "HEAD")).out === ref;
  const from = now.isOk ? now.out : null;
  const target = from === null || await isAncestor(git, from, tip)
    ? tip
    : await merge(git, from, tip);
  if (target === null) return "they conflict with commits that were made meanwhile";
  const before = isHere ? await readStaged(git) : new Map<string, string>();
  const reason = ["-m", "ralph: commits of an agent", "--no-deref"];
  const moved = await git.run("update-ref", ...reason, ref, target, from ?? "");
  if (!moved.isOk) return moved.why;
  if (isHere) await followIndex(git, from, target, { atStart: staged, before });
  return null;
}

/** Merges without a work tree. @returns The commit; null where it conflicts, git is older than 2.38, or a driver is configured. */
async function merge(git: Git, one: string, two: string): Promise<string | null> {
  // A driver would be a program of the repository's.
  if ((await git.run("config", "--get-regexp", "^merge[.].*[.]driver$")).isOk) return null;
  const tree = await git.run("merge-tree", "--write-tree", one, two);
  if (!tree.isOk) return null;
  return await git.ask(
    "commit-tree",
    tree.out,
    "-p",
    one,
    "-p",
    two,
    "-m",
    "Merge an agent's commits",
  );
}

/** Gives the index the commits' entries, except for what the user has staged since the agent began. */
async function followIndex(
  git: Git,
  from: string | null,
  to: string,
  staged: Readonly<Record<"atStart" | "before", ReadonlyMap<string, string>>>,
): Promise<void> {
  const range = from === null
    ? [await git.write("", "hash-object", "-t", "tree", "--stdin"), to]
    : [from, to];
  const changed = readRaw(
    await git.ask("diff-tree", "-r", "--raw", "--no-renames", "-z", ...range),
  );
  const isUsers = (path: string) =>
    staged.before.has(path) && staged.before.get(path) !== staged.atStart.get(path);
  const lines = [...changed].filter(([path]) => !isUsers(path))
    .map(([path, entry]) => `${entry}\t${path}\0`);
  if (lines.length === 0) return;
  await git.write(lines.join(""), "update-index", "--replace", "-z", "--index-info");
}

async function isAncestor(git: Git, one: string, two: string): Promise<boolean> {
  return (await git.run("merge-base", "--is-ancestor", one, two)).isOk;
}
