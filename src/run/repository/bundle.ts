/**
 * The bundle with an agent's commits: made inside of the sandbox, and fetched by the user's git, which checks
 * it like anything from a stranger.
 *
 * @module
 */
import { join } from "@std/path";
import { attempt } from "../../error.ts";
import { infoOf, removeFolder } from "../../store/files/presence.ts";
import { type Git, GitError } from "../parallel/git.ts";
import { describeDepth } from "./bound_commits.ts";
import { type AgentRepository, fill, KNOWN, OUT } from "./agent_repository.ts";

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

/** Returns the command that makes the bundle in the sandbox. */
export function bundleCommand({ seen, base }: AgentRepository): string[] {
  return ["sh", "-c", MAKE_BUNDLE, "sh", seen, ...base === null ? [] : [`^${base}`]];
}

/** Git's message if no commit is new. */
export const NOTHING_NEW = "Refusing to create empty bundle";

/** Settings of the user's repository that would weaken the check of a bundle, or run a program. */
const STRICT = [
  "fetch.fsckObjects=true",
  "transfer.fsckObjects=true",
  "core.alternateRefsCommand=true",
  "fetch.writeCommitGraph=false",
];

/** The arguments that select the user's own refs. */
const KNOWN_REFS = ["--exclude=refs/ralph/taken/*", "--all"];

/** Returns the path of the bundle. @throws {GitError} If there is none: git would read a repository there. */
export function bundleOf({ folder }: AgentRepository): string {
  const file = join(folder, BUNDLE);
  if (infoOf(file)?.isFile !== true) throw new GitError("the bundle is not a file");
  return file;
}

/**
 * Fetches the bundle, with refs below a prefix. Git checks the objects of a repository that it fetches from,
 * but before 2.46 not those of a bundle: an empty one is between, which borrows the user's objects.
 */
export async function fetchAll(
  git: Git,
  repository: AgentRepository,
  prefix: string,
  which: "*" | "HEAD",
): Promise<void> {
  const { folder, base } = repository;
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
    await fetchInto(own, bundleOf(repository), `+${OUT}${which}:${prefix}${which}`);
    // The user's repository could not be packed with them.
    const excess = await describeDepth(own, [`--glob=${prefix}*`, "--not", ...KNOWN_REFS]);
    if (excess !== null) throw new GitError(excess);
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
