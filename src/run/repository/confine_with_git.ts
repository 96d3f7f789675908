/**
 * Puts a command into the sandbox with a repository of its own, and takes an agent's commits when it has
 * ended.
 *
 * @module
 */
import { relative } from "@std/path";
import { attempt, messageOf } from "../../error.ts";
import { isFolder } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import { runProgram } from "../../system/run_program.ts";
import { showCommand } from "../../text/shell_word.ts";
import type { RunContext } from "../job/context.ts";
import { type Git, GitError, readResult } from "../parallel/git.ts";
import { literal } from "../parallel/work_tree.ts";
import { openGit } from "./open_git.ts";
import { confine, type Confined } from "../sandbox/confine.ts";
import type { Given } from "../sandbox/given.ts";
import { separateLinks } from "../sandbox/hard_links.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import {
  type AgentRepository,
  listLeftRepositories,
  noteOf,
  openAgentRepository,
  removeAgentRepository,
} from "./agent_repository.ts";
import type { Sealed } from "./obeyed.ts";
import { listObeyedIn, listUnread, makeEmpty, removeEmpty, setAsideNested } from "./sealed.ts";
import { bundleCommand, NOTHING_NEW } from "./bundle.ts";
import { takeCommits } from "./take_commits.ts";
import { beginTaking } from "./taking_time.ts";

const BUNDLE_LIMITS = { timeoutMs: 120_000, maxBytes: 1 << 16, keptErrorBytes: 4_000 };

/** What a repository of its own needs of a run. */
type ConfinedRun = Pick<
  RunContext,
  "job" | "loop" | "places" | "workFolder" | "given" | "noteOnce" | "keep" | "stop"
>;

/**
 * Puts a command into the run's sandbox.
 *
 * @param env The command's environment.
 * @param takesCommits Whether its commits become the user's: those of a worker, but not those of a check.
 */
export async function confineWithGit(
  asked: ConfinedRun,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  takesCommits: boolean,
): Promise<Confined> {
  const { job: { sandbox }, workFolder } = asked;
  if (sandbox.kind === "none" || sandbox.kind === "command") {
    return await confine(asked, command, env);
  }
  const run = { ...asked, given: [...asked.given ?? [], ...await holdShared(asked, takesCommits)] };
  if (sandbox.kind === "srt" && canOpen(workFolder)) {
    return await confineSealed(run, await listObeyedIn(workFolder), command, env);
  }
  const opened = !canMount(sandbox)
    ? null
    : await openAgentRepository(run, takesCommits).catch((error) => {
      run.noteOnce(`Warning: agents find the git repository read-only: ${messageOf(error)}`);
      return null;
    });
  if (opened === null) {
    // What ralph cannot read, or is not this folder's, an agent does not write.
    const unread = await listUnread(findGitTop(workFolder), workFolder);
    return await confineSealed(run, unread, command, env);
  }
  const given = [...run.given ?? [], ...opened.own.given];
  const confined = await confine({ ...run, given }, command, env);
  return {
    ...confined,
    restore: async () => {
      await confined.restore();
      await close(run, opened.own, opened.git);
    },
  };
}

/** What nobody may write in a work folder, as it was found last. */
const held = new Map<string, readonly string[]>();

/** Separates a work folder from other projects. @returns What still shares files with them, read-only. */
async function holdShared(run: ConfinedRun, takesCommits: boolean): Promise<Given[]> {
  const { workFolder } = run;
  // A check after an agent finds what that one found; the first one can be before any agent.
  if (takesCommits || !held.has(workFolder)) {
    const top = findGitTop(workFolder) ?? workFolder;
    const isUntracked = async (folder: string) => {
      const git = attempt(() => openGit(top));
      const listed = await git?.run("ls-files", "--", ...literal([relative(top, folder)]));
      return listed?.isOk === true && listed.out === "";
    };
    const { sentence, readOnly } = await separateLinks(workFolder, isUntracked);
    if (sentence !== null) run.noteOnce(sentence);
    held.set(workFolder, readOnly);
  }
  return (held.get(workFolder) ?? []).map((path) => ({ path, access: "read" }));
}

/** Checks whether the repository is this folder's own. */
function canOpen(workFolder: string): boolean {
  const top = findGitTop(workFolder);
  return top !== null && attempt(() => openGit(top).folders) !== null;
}

/** Puts a command into a sandbox that has no repository of its own. */
async function confineSealed(
  run: ConfinedRun,
  sealed: readonly Sealed[],
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Confined> {
  const made = sealed.filter(makeEmpty).map(({ path }) => path);
  const readOnly = sealed.map(({ path }) => ({ path, access: "read" as const }));
  const confined = await confine(
    { ...run, given: [...run.given ?? [], ...readOnly] },
    command,
    env,
  );
  return {
    ...confined,
    restore: async () => {
      await confined.restore();
      removeEmpty(made);
    },
  };
}

/** The other sandboxes mount nothing in the place of something else. */
function canMount({ kind }: Sandbox): boolean {
  return kind === "bwrap" || kind === "docker";
}

/**
 * Takes the commits of the project's agents that were at work when their run was killed, and removes what
 * they and their checks left.
 *
 * @param run No agent of it works yet.
 */
export async function recoverCommits(run: ConfinedRun): Promise<void> {
  const { places, job, workFolder } = run;
  for (const left of listLeftRepositories(places.ralphHome, workFolder)) {
    if (run.stop.request !== null) return;
    if (left.takesCommits && !canMount(job.sandbox)) {
      run.keep(
        `Commits that an agent of an earlier run left are in "${left.folder}"; the next run with a ` +
          "sandbox takes them",
      );
      continue;
    }
    // A worktree may be removed already; its branch is the repository's.
    const folder = isFolder(left.workFolder) ? left.workFolder : workFolder;
    const git = attempt(() => openGit(findGitTop(folder) ?? folder));
    // A repository that cannot be used has more to say than this.
    if (git === null) continue;
    const before = await git.find(left.ref);
    await close(run, left, git);
    const branch = left.ref.replace("refs/heads/", "");
    if (await git.find(left.ref) !== before) {
      run.keep(`Commits that an agent of an earlier run left are on ${branch} now`);
    }
  }
}

/** Takes the commits, if they are to be taken, and removes the repository unless it alone has them. */
async function close(run: ConfinedRun, own: AgentRepository, git: Git): Promise<void> {
  try {
    try {
      if (own.takesCommits) await take(run, own, git);
    } finally {
      // Also if its commits made the files the user's.
      if (own.nested !== null) await setAside(run, own, own.nested, git);
    }
    if (!removeAgentRepository(own)) {
      const command = showCommand(["rm", "-rf", own.folder]);
      run.keep(`An agent's repository cannot be removed; to remove it: ${command}`);
    }
  } catch (error) {
    if (!own.takesCommits) return void removeAgentRepository(own);
    run.keep(
      `An agent's commits are not taken: ${
        messageOf(error)
      }. They are in "${own.folder}", and the next ` +
        `run tries again; to give them up: ${
          showCommand(["rm", "-r", own.folder, noteOf(own.folder)])
        }`,
    );
  }
}

async function setAside(
  run: ConfinedRun,
  { workFolder }: AgentRepository,
  before: readonly string[],
  git: Git,
): Promise<void> {
  for (const [from, to] of await setAsideNested(git, workFolder, before)) {
    run.keep(
      `An agent made a repository at "${from}", which git would have entered: it is "${to}" now`,
    );
  }
}

/** @throws {GitError} If not all of an agent's commits could be taken. */
async function take(run: ConfinedRun, own: AgentRepository, git: Git): Promise<void> {
  const env = { ...run.job.env, LC_ALL: "C" };
  const confined = await confine({ ...run, given: own.given }, bundleCommand(own), env);
  const [program = "", ...args] = confined.command;
  using time = beginTaking(run);
  const { signal } = time;
  const how = { ...BUNDLE_LIMITS, env: confined.env, clearEnv: true, signal };
  const made = readResult(await runProgram(program, args, how), BUNDLE_LIMITS.timeoutMs);
  await confined.restore();
  if (made.why.includes(NOTHING_NEW)) return;
  if (!made.isOk) throw new GitError(made.why);
  for (const sentence of await takeCommits(git, own, signal)) run.keep(sentence);
}
