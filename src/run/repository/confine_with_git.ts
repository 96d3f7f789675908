/**
 * Puts a command into the sandbox with a repository of its own, and takes an agent's commits when it has
 * ended.
 *
 * @module
 */
import { join } from "@std/path";
import { messageOf } from "../../error.ts";
import { runProgram } from "../../system/run_program.ts";
import type { RunContext } from "../job/context.ts";
import { confine, type Confined } from "../sandbox/confine.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import {
  type AgentRepository,
  listLeftRepositories,
  noteRepository,
  openAgentRepository,
  removeAgentRepository,
} from "./agent_repository.ts";
import { openGit } from "../parallel/repository.ts";
import { findGitTop } from "../../store/project.ts";
import { bundleCommand, takeCommits } from "./take_commits.ts";

const BUNDLE_LIMITS = { timeoutMs: 120_000, maxBytes: 1 << 16 };

/** What a repository of its own needs of a run. */
type ConfinedRun = Pick<
  RunContext,
  "job" | "loop" | "places" | "workFolder" | "given" | "noteOnce"
>;

/**
 * Puts a command into the run's sandbox.
 *
 * @param env The command's environment.
 * @param takesCommits Whether its commits become the user's: those of a worker, but not those of a check.
 */
export async function confineWithGit(
  run: ConfinedRun,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  takesCommits: boolean,
): Promise<Confined> {
  const { job: { sandbox }, places, workFolder, loop } = run;
  const own = canMount(sandbox)
    ? await openAgentRepository(places.ralphHome, workFolder, loop.facts.id, takesCommits).catch(
      (error) => {
        run.noteOnce(`Warning: agents find the git repository read-only: ${messageOf(error)}`);
        return null;
      },
    )
    : null;
  if (own === null) {
    const top = canMount(sandbox) ? findGitTop(workFolder) : null;
    // What ralph cannot read, or is not this folder's, an agent does not write.
    const dotGit = top === null ? [] : [{ path: join(top, ".git"), access: "read" as const }];
    return await confine({ ...run, given: [...run.given ?? [], ...dotGit] }, command, env);
  }
  if (takesCommits) noteRepository(own, workFolder);
  const withGit = { ...run, given: [...run.given ?? [], ...own.given] };
  const confined = await confine(withGit, command, env);
  return {
    ...confined,
    restore: async () => {
      await confined.restore();
      if (takesCommits) await take(withGit, own, env);
      removeAgentRepository(own);
    },
  };
}

/** The other sandboxes mount nothing in the place of something else. */
function canMount({ kind }: Sandbox): boolean {
  return kind === "bwrap" || kind === "docker";
}

/**
 * Takes the commits of the agents that worked here when their run was killed.
 *
 * @param run No agent of it works yet.
 */
export async function recoverCommits(run: ConfinedRun): Promise<void> {
  const { places, job, workFolder } = run;
  for (const { workFolder: folder, ...left } of listLeftRepositories(places.ralphHome)) {
    if (folder !== workFolder) continue;
    if (!canMount(job.sandbox)) {
      run.noteOnce(
        "Note: commits of an agent whose run was killed are taken by the next run with a sandbox",
      );
      return;
    }
    const git = openGit(findGitTop(workFolder) ?? workFolder);
    const given = [...run.given ?? [], ...left.given];
    await take({ ...run, given }, { ...left, git }, job.env);
    removeAgentRepository(left);
  }
}

/** Takes the commits; the work tree has what they changed, also where that fails. */
async function take(
  run: ConfinedRun,
  own: AgentRepository,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { command: [program = "", ...args], env: confinedEnv, restore } = await confine(
    run,
    bundleCommand(own),
    env,
  );
  await runProgram(program, args, { ...BUNDLE_LIMITS, env: confinedEnv, clearEnv: true });
  await restore();
  try {
    for (const sentence of await takeCommits(own)) run.noteOnce(`Note: ${sentence}`);
  } catch (error) {
    run.noteOnce(`Warning: ${messageOf(error)}`);
  }
}
