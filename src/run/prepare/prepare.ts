/**
 * Prepares `ralph run` without changing anything: plan, agent, settings, and what must be trusted.
 */
import { NoLoopError, RalphError } from "../../error.ts";
import { describeUnreadItems } from "../../plan/items/unread_items.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { TrustNeed } from "../../store/trust.ts";
import type { Environment } from "../../store/environment.ts";
import { readText } from "../../store/files/text_file.ts";
import type { Places } from "../../store/places.ts";
import { newLoopId } from "../../store/records/loop_id.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { requireValidSettings } from "../../store/settings/require_valid.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { type AgentChoice, chooseAgent } from "../agents/choose_agent.ts";
import type { Job, JobCommands } from "../job/job.ts";
import { type EarlierRun, findEndedRun } from "../loop/dead_run.ts";
import type { Parallel } from "../parallel/prepare_parallel.ts";
import { type Plan, planOf, readPlan, readQaCommand } from "../plan/plan.ts";
import { nameYours } from "../../evidence/completion/remaining.ts";
import { findPlanAgain } from "../../evidence/completion/find_plan_again.ts";
import { statOf } from "../../plan/files.ts";
import { findPlan, NAMED } from "../plan/find_plan.ts";
import { prepareParallel } from "../shard/prepare_share.ts";
import { searchedFolders } from "../sandbox/ground.ts";
import { prepareJob } from "./job.ts";
import { listRunNeeds } from "./run_commands.ts";
import {
  limitAgents,
  recallOptions,
  refuseUnmeasurable,
  type RememberedOptions,
  rememberOptions,
  runFlags,
} from "./options.ts";
import type { RunOptions } from "./run_options.ts";
import { line } from "../../text/again.ts";

const LARGEST_PLAN_BYTES = 8 * 1024 * 1024;

/** A run before it starts: its plan, agent, settings and what needs trust. */
export interface PreparedRun {
  readonly id: string;
  readonly project: string;
  readonly plan: Plan;
  /** Lines that look like items but do not count, as one sentence each. */
  readonly unread: readonly string[];
  readonly how: string;
  readonly choice: AgentChoice;
  readonly flags: Partial<Settings>;
  /** The task without its commands, which are taken once they are trusted. */
  readonly job: Omit<Job, keyof JobCommands>;
  /** The parts of the project's files that must be trusted first. */
  readonly needs: readonly TrustNeed[];
  /** The command of the plan's section "QA"; null if there is none. */
  readonly qa: string | null;
  /** How several agents work at a time; null for a single agent. */
  readonly parallel: Parallel | null;
  readonly parallelNotes: readonly string[];
  /** The resumed run; null for a new run. */
  readonly resumed: EarlierRun | null;
  /** The options, merged with the options that a resumed run kept. */
  readonly options: RunOptions;
  readonly origins: ResolvedSettings["origins"];
  /** The options that the next resume keeps. */
  readonly remembered: RememberedOptions;
}

interface RunRequest {
  readonly places: Places;
  readonly project: string;
  readonly env: Environment;
  /** The runner's environment. Agents get most of it; its secrets never reach a log. */
  readonly variables: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** The plan as the user named it; undefined if the user named none. */
  readonly named: string | undefined;
  readonly options: RunOptions;
  /** The settings that were given as separate options. */
  readonly limits: Partial<Settings>;
  readonly given: ReadonlySet<string>;
  /** A run whose runner was killed and whose loop still exists. */
  readonly dead: EarlierRun | null;
}

/**
 * Prepares a run without changing anything.
 *
 * @throws {UsageError} If the plan, the agent or a limit cannot be used.
 * @throws {NoLoopError} If there is nothing to resume.
 */
export async function prepareRun(request: RunRequest): Promise<PreparedRun> {
  const { places, project, env, given } = request;
  const resumed = findResumed(request);
  const before = resumed?.facts.runOptions ?? {};
  const options = recallOptions(request.options, given, before);
  const known = request.named === undefined ? await findPlanOf(resumed, project) : null;
  const { path, how } = known?.gone != null ? { path: known.path, how: NAMED } : findPlan({
    project,
    cwd: env.cwd,
    home: env.home ?? "",
    claudeFolder: places.claudeDir,
    named: request.named ?? known?.path ?? null,
    pointer: env.variable("PLAN_POINTER_OVERRIDE") || null,
  });
  const plan = known?.gone ?? requireItems(path);
  const id = resumed?.facts.id ?? newLoopId(request.nowMs);
  const limit = limitAgents(options["max-iterations"], given.has("max-iterations"), {
    open: plan.open + plan.remaining.length,
    started: resumed?.record.iteration ?? 0,
  });
  const flags = runFlags(options, request.limits, resumed?.facts.flags ?? null, limit);
  const resolved = loadSettings({ places, project, env, loop: { id, flags } });
  const settings = requireValidSettings(resolved);
  const choice = chooseAgent({
    line: options.agent ?? (env.variable("RALPH_KIRO_CMD")?.trim() || null),
    searchPath: request.variables["PATH"] ?? "",
    home: env.home,
    isSearched: searchedFolders(request.variables, project),
    cwd: env.cwd,
  });
  if (choice.kind === "agent") refuseUnmeasurable(settings, choice.agent);
  const text = readText(path, LARGEST_PLAN_BYTES);
  const qa = readQaCommand(text.kind === "text" ? text.text : "");
  const { parallel, notes: parallelNotes } = await prepareParallel(
    project,
    plan,
    options,
    env.variable,
  );
  const job = await prepareJob(request, { id, plan, options, settings, choice });
  const { origins } = resolved;
  return {
    id,
    project,
    plan,
    unread: known?.gone == null ? describeUnreadItems(path) : [],
    how,
    choice,
    flags,
    job,
    needs: await listRunNeeds({ project, plan, qa, parallel, origins, job }),
    qa,
    parallel,
    parallelNotes,
    resumed,
    options,
    origins,
    remembered: rememberOptions(options, given, env.cwd, before),
  };
}

/** Finds the run to resume; null if the user did not ask for one. */
function findResumed({ options, dead, places, project }: RunRequest): EarlierRun | null {
  if (!options.resume) return null;
  const resumed = dead ?? findEndedRun(places, project);
  if (resumed !== null) return resumed;
  throw new NoLoopError("No earlier run of this project can be resumed", {
    hint: "Start one:",
    again: line("run"),
  });
}

/** The plan of a resumed run. */
interface ResumedPlan {
  readonly path: string;
  /** Its last version in git if the file is gone and nothing in it is open; null for a plan to read. */
  readonly gone: Plan | null;
}

/** Finds the plan of a resumed run, even if it was moved meanwhile, or removed when it was done. */
async function findPlanOf(
  resumed: EarlierRun | null,
  project: string,
): Promise<ResumedPlan | null> {
  const path = resumed?.record.focus.path ?? null;
  if (path === null) return null;
  const again = statOf(path) === null
    ? await findPlanAgain(path, project, resumed?.record.planSeen.ledger)
    : null;
  if (again?.kind === "moved") return { path: again.path, gone: null };
  const last = again === null ? null : planOf(path, again.document);
  return { path, gone: last !== null && last.items.length > 0 && last.open === 0 ? last : null };
}

function requireItems(path: string): Plan {
  const read = readPlan(path);
  if (read.kind === "plan" && read.plan.items.length > 0) return read.plan;
  const why = read.kind === "unreadable"
    ? read.why
    : read.kind === "missing"
    ? `Plan file not found: ${path}`
    : read.plan.yours.length > 0
    ? `No item of the plan is for an agent: ${path}`
    : `The plan has no checklist items: ${path}`;
  const yours = read.kind === "plan" ? read.plan.yours : [];
  const unread = read.kind === "plan"
    ? describeUnreadItems(path)[0]?.replace(/^Warning: /, "")
    : undefined;
  throw new RalphError("plan-error", 1, why, {
    hint: yours.length > 0
      ? `Left for you: ${nameYours(yours)}.`
      : unread === undefined
      ? "A plan is a markdown file with items such as `- [ ] Add the parser`."
      : `${unread}.`,
  });
}
