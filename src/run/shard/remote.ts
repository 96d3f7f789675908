/**
 * The branches of a shared plan on a git remote: fetches and pushes them.
 *
 * A result file is a commit on a separate branch, `ralph/PLAN/result-I-of-N`, since every host accepts
 * branches. Each new result has the previous one as its parent, so that no push is ever forced.
 *
 * @module
 */
import { relative } from "@std/path";
import { numberedNames } from "../../text/numbered.ts";
import { showCommand } from "../../text/shell_word.ts";
import type { Git, GitResult } from "../parallel/git.ts";
import type { Repository } from "../parallel/repository.ts";
import { branchFolderOf } from "../parallel/branch_names.ts";
import type { ShardNumber } from "../parallel/prepare_parallel.ts";
import { type Patience, runNetworkGit } from "./network_git.ts";
import { LARGEST_RESULT_BYTES, readShardResult, type ShardResult } from "./shard_result.ts";

/** Prefix of the branches while they are fetched. */
const FETCHED = "refs/ralph/fetched/";
/** Prefix of this machine's results that are not pushed yet. */
const OWN = "refs/ralph/results/";
/** The last part of the name of a result's branch. */
const RESULT_NAME = /^result-\d{1,9}-of-\d{1,9}$/;
const RESULT_FILE = "result.json";

/** A commit and the branch that it is pushed to. */
interface PushedBranch {
  readonly branch: string;
  readonly commit: string;
}

/**
 * Reads a result.
 *
 * @param revision The commit of a result's branch.
 * @returns The result, or why it cannot be read.
 */
async function readResultAt(git: Git, revision: string): Promise<ShardResult | string> {
  const file = `${revision}:${RESULT_FILE}`;
  const size = await git.run("cat-file", "-s", file);
  if (!size.isOk) return `it has no ${RESULT_FILE}`;
  if (Number(size.out) > LARGEST_RESULT_BYTES) return `it is larger than 4 MiB`;
  const { isOk, out, why } = await git.run("cat-file", "blob", file);
  return isOk ? readShardResult(out) : why;
}

/** The branches of one plan on a remote. */
export class Remote {
  /** Commits by branch, as fetched. */
  readonly branches = new Map<string, string>();
  readonly #git: Git;
  readonly #folder: string;
  readonly #plan: string;

  /**
   * @param repository The run's repository.
   * @param planPath The plan, absolute.
   * @param name The remote's name or address.
   */
  constructor({ git, top }: Repository, planPath: string, readonly name: string) {
    this.#git = git;
    this.#folder = branchFolderOf(planPath);
    this.#plan = relative(top, planPath);
  }

  /** The remote's name for people, without a password. */
  get shownName(): string {
    return hidePassword(this.name);
  }

  /** The plan's path, relative to the top of the repository. */
  get plan(): string {
    return this.#plan;
  }

  /** The command that deletes the plan's branches on the remote. */
  get deletion(): string {
    const name = this.shownName;
    return [
      ["git", "ls-remote", name, `refs/heads/${this.#folder}*`],
      ["cut", "-f", "2"],
      ["xargs", "git", "push", name, "--delete"],
    ].map(showCommand).join(" | ");
  }

  /**
   * Fetches the plan's branches. None of their refs stays in the clone, so no one has to clean up; git keeps
   * their commits for longer than a run takes.
   *
   * @returns Why it failed; null if it succeeded.
   */
  async fetch(patience: Patience): Promise<string | null> {
    const to = `${FETCHED}${this.#folder}`;
    const { isOk, why } = await this.#talk(
      patience,
      ...[
        "fetch",
        "-q",
        "--no-tags",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        "--prune",
      ],
      ...["--", this.name, `+refs/heads/${this.#folder}*:${to}*`],
    );
    if (!isOk) return why;
    this.branches.clear();
    const listed = await this.#git.ask("for-each-ref", "--format=%(objectname) %(refname)", to);
    const refs = listed.split("\n").filter((each) => each !== "").map((line) => line.split(" "));
    for (const [commit = "", ref = ""] of refs) {
      this.branches.set(ref.slice(FETCHED.length), commit);
    }
    const deletions = refs.map(([commit, ref]) => `delete ${ref} ${commit}\n`).join("");
    await this.#git.write(deletions, "update-ref", "--stdin");
    return null;
  }

  /**
   * Reads the fetched results.
   *
   * @returns The results of this plan, and a sentence for each that cannot be used.
   */
  async readResults(): Promise<{ results: ShardResult[]; notes: string[] }> {
    const results: ShardResult[] = [];
    const notes: string[] = [];
    for (const [branch, commit] of this.branches) {
      if (!RESULT_NAME.test(branch.slice(this.#folder.length))) continue;
      const read = await readResultAt(this.#git, commit);
      if (typeof read === "string") notes.push(`Warning: ${branch} is not a result: ${read}`);
      else if (read.plan === this.#plan) results.push(read);
      else notes.push(`Note: ${branch} belongs to another plan of this name`);
    }
    return { results, notes };
  }

  /** Reads this machine's own result, which may include work that could not be pushed. */
  async readOwn(shard: ShardNumber): Promise<ShardResult | null> {
    const read = await readResultAt(this.#git, `${OWN}${this.#resultBranch(shard)}`);
    return typeof read === "string" || read.plan !== this.#plan ? null : read;
  }

  /**
   * Stores a result in the repository, on top of its fetched version.
   *
   * @param shard The shard.
   * @param content The file's text.
   * @returns The branch to push.
   */
  async commitResult(shard: ShardNumber, content: string): Promise<PushedBranch> {
    const branch = this.#resultBranch(shard);
    const blob = await this.#git.write(content, "hash-object", "-w", "--stdin");
    const tree = await this.#git.write(`100644 blob ${blob}\t${RESULT_FILE}\n`, "mktree");
    const parent = this.branches.get(branch);
    const commit = await this.#git.ask(
      ...["commit-tree", tree, "-m", `Result of shard ${shard.index} of ${shard.count}`],
      ...parent === undefined ? [] : ["-p", parent],
    );
    await this.#git.ask("update-ref", `${OWN}${branch}`, commit);
    return { branch, commit };
  }

  /** Discards this machine's own result, which is now on the remote. */
  async forgetOwn(shard: ShardNumber): Promise<void> {
    await this.#git.run("update-ref", "-d", `${OWN}${this.#resultBranch(shard)}`);
  }

  /** Pushes branches, never by force. @returns Why it failed; null if all are on the remote. */
  async push(branches: readonly PushedBranch[], patience: Patience): Promise<string | null> {
    const pairs = branches.map(({ commit, branch }) => `${commit}:refs/heads/${branch}`);
    const { isOk, why } = await this.#talk(
      patience,
      ...["push", "-q", "--no-recurse-submodules", "--", this.name],
      ...pairs,
    );
    if (!isOk) return why;
    for (const { branch, commit } of branches) this.branches.set(branch, commit);
    return null;
  }

  /** Finds a name that the remote does not use, or uses for this commit. */
  freeName(stem: string, commit: string): string {
    const isFree = (name: string) => [undefined, commit].includes(this.branches.get(name));
    return numberedNames(stem).find(isFree) ?? stem;
  }

  #resultBranch({ index, count }: ShardNumber): string {
    return `${this.#folder}result-${index}-of-${count}`;
  }

  async #talk(patience: Patience, ...args: string[]): Promise<GitResult> {
    const result = await runNetworkGit(this.#git, args, patience);
    return { ...result, why: hidePassword(result.why) };
  }
}

/**
 * Hides user and password in addresses.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(hidePassword("https://me:secret@host/x.git"), "https://***@host/x.git");
 * ```
 */
export function hidePassword(text: string): string {
  return text.replace(/(\/\/)[^/@\s]+@/g, "$1***@");
}
