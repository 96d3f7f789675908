/**
 * Puts a command into the sandbox with its own repository, and takes an agent's commits after it has ended.
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

/** The parts of a run that the sandbox and its repository need. */
type ConfinedRun = Pick<
  RunContext,
  "job" | "loop" | "places" | "workFolder" | "given" | "noteOnce" | "keep" | "stop"
>;

/**
 * Puts a command into the run's sandbox.
 *
 * @param env The command's environment.
 * @param takesCommits Whether its commits are taken: a worker's are, a check's are not.
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
    // A repository that ralph cannot read, or that belongs to another folder, is read-only for agents.
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

/** The read-only paths of each work folder, as last found. */
const held = new Map<string, readonly string[]>();

/** Separates a work folder from other projects. @returns Paths that still share files, as read-only. */
async function holdShared(run: ConfinedRun, takesCommits: boolean): Promise<Given[]> {
  const { workFolder } = run;
  // A check after an agent uses that agent's result. The first check may run before any agent.
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

/** Checks whether the repository belongs to this folder. */
function canOpen(workFolder: string): boolean {
  const top = findGitTop(workFolder);
  return top !== null && attempt(() => openGit(top).folders) !== null;
}

/** Puts a command into a sandbox without its own repository. */
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

/** Checks whether a sandbox can mount something in the place of something else. */
function canMount({ kind }: Sandbox): boolean {
  return kind === "bwrap" || kind === "docker";
}

/**
 * Takes the commits of agents of the project that were working when their run was killed, and removes the
 * repositories that they and their checks left.
 *
 * @param run The run, in which no agent works yet.
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
    // A worktree may have been removed already; its branch is in the repository.
    const folder = isFolder(left.workFolder) ? left.workFolder : workFolder;
    const git = attempt(() => openGit(findGitTop(folder) ?? folder));
    // A repository that cannot be used has bigger problems.
    if (git === null) continue;
    const before = await git.find(left.ref);
    await close(run, left, git);
    const branch = left.ref.replace("refs/heads/", "");
    if (await git.find(left.ref) !== before) {
      run.keep(`Commits that an agent of an earlier run left are on ${branch} now`);
    }
  }
}

/** Takes the commits, if wanted, and removes the repository unless it alone has them. */
async function close(run: ConfinedRun, own: AgentRepository, git: Git): Promise<void> {
  try {
    try {
      if (own.takesCommits) await take(run, own, git);
    } finally {
      // Even if its commits made the files part of the user's repository.
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
        `run tries again; to discard them: ${
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
      `An agent created a repository at "${from}", which your git would have used: it is now "${to}"`,
    );
  }
}

/** Takes the commits. @throws {GitError} If not all of an agent's commits could be taken. */
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
