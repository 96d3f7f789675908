/**
 * Everything that `ralph run` finds out before it changes anything: plan, agent, settings, what has
 * to be agreed to.
 *
 * @module
 */
import { resolve } from "@std/path";
import { listCommandNeeds } from "../evidence/verification/command_needs.ts";
import { listTemplateNeeds } from "../prompt/project_templates.ts";
import { type Agent, type AgentChoice, chooseAgent } from "../runner/agents/choose_agent.ts";
import { findPlan } from "../runner/plan/find_plan.ts";
import { type Plan, readPlan } from "../runner/plan/plan.ts";
import { NoLoopError, RalphError, UsageError } from "../store/error.ts";
import { newLoopId } from "../store/loop_id.ts";
import type { Places } from "../store/places.ts";
import { loadSettings, requireSound } from "../store/settings_load.ts";
import type { Settings } from "../store/settings.ts";
import type { Consent } from "../store/trust.ts";
import { readText } from "../store/text_file.ts";
import type { CommandContext } from "./context.ts";
import { findNewNeeds } from "./consent.ts";
import { describeUnreadItems } from "./unread_items.ts";
import { type EarlierRun, findEndedRun } from "./run_dead.ts";
import { refuseUnmeasurable, runFlags, type RunOptions } from "./run_options.ts";

/** What a run is about to do. */
export interface RunPlan {
  readonly id: string;
  readonly project: string;
  readonly plan: Plan;
  /** What in it looks like an item and is not read as one, one sentence each. */
  readonly unread: readonly string[];
  /** How the plan was found. */
  readonly how: string;
  readonly choice: Exclude<AgentChoice, { kind: "bad-command" }>;
  readonly flags: Partial<Settings>;
  readonly settings: Settings;
  readonly extraPrompt: string;
  /** Commands of files that nobody agreed to yet. */
  readonly wanted: readonly Consent[];
  /** Commands of the plan's items. */
  readonly itemCommands: ReadonlySet<string>;
  /** The run that goes on; null for a new one. */
  readonly resumed: EarlierRun | null;
}

/** What was asked for. */
export interface RunRequest {
  readonly places: Places;
  readonly project: string;
  /** The plan as it was named; undefined where it was not. */
  readonly named: string | undefined;
  readonly options: RunOptions;
  readonly given: ReadonlySet<string>;
  /** A run whose runner was killed and that still stands here. */
  readonly dead: EarlierRun | null;
}

/**
 * Finds it all out.
 *
 * @throws {UsageError} Where the plan, the agent or a limit cannot be used.
 * @throws {NoLoopError} Where there is nothing to resume.
 */
export async function prepareRun(context: CommandContext, request: RunRequest): Promise<RunPlan> {
  const { places, project, options, given } = request;
  const { env } = context;
  const resumed = options.resume ? request.dead ?? findEndedRun(places, project) : null;
  if (options.resume && resumed === null) {
    throw new NoLoopError("No earlier run of this project can be resumed", {
      hint: "Start one: ralph run PLAN.md.",
    });
  }
  const { path, how } = await requirePlan(context, request, resumed);
  const plan = await requireItems(path);

  const id = resumed?.facts.id ?? newLoopId(Number(context.now().epochMilliseconds));
  const flags = runFlags(options, given, resumed?.facts.flags ?? null);
  const resolved = loadSettings({ places, project, env, loop: { id, flags } });
  const settings = requireSound(resolved);
  const choice = chooseAgent({
    wanted: options.agent ?? null,
    command: env.variable("RALPH_KIRO_CMD")?.trim() || null,
    searchPath: env.variable("PATH") ?? "",
    cwd: env.cwd,
  });
  if (choice.kind === "bad-command") {
    throw new UsageError(`The agent's command cannot be read: ${choice.why}`, {
      hint: "Quote it for your shell as one word, such as --agent 'my-agent --fast'.",
    });
  }
  if (choice.kind === "agent") refuseUnmeasurable(settings, choice.agent);
  const itemCommands = new Set(plan.items.flatMap(({ command }) => command ?? []));
  const needs = [...listCommandNeeds(resolved, itemCommands), ...listTemplateNeeds(project)];
  const at = context.now().toString({ smallestUnit: "second" });
  return {
    id,
    project,
    plan,
    unread: await describeUnreadItems(path),
    how,
    choice,
    flags,
    settings,
    extraPrompt: readExtraPrompt(env.cwd, options.prompt),
    wanted: await findNewNeeds(places, project, needs, at),
    itemCommands,
    resumed,
  };
}

/**
 * The agent, where there is one.
 *
 * @throws {RalphError} 126 or 127, with a hint.
 */
export function requireAgent({ choice }: Pick<RunPlan, "choice">): Agent {
  if (choice.kind === "agent") return choice.agent;
  throw new RalphError("agent-missing", choice.exitCode, choice.why, {
    hint:
      "Install an agent, name one with --agent, or set RALPH_KIRO_CMD to a command that takes the prompt as its last word.",
  });
}

async function requirePlan(
  { env }: CommandContext,
  { places, project, named }: RunRequest,
  resumed: EarlierRun | null,
): Promise<{ path: string; how: string }> {
  const found = await findPlan({
    project,
    cwd: env.cwd,
    home: env.home ?? "",
    claudeFolder: places.claudeDir,
    named: named ?? resumed?.record.focus.path ?? null,
    pointer: env.variable("PLAN_POINTER_OVERRIDE") || null,
  });
  if (found.kind === "found") return found;
  throw new UsageError(found.why, { hint: found.hint });
}

async function requireItems(path: string): Promise<Plan> {
  const read = await readPlan(path);
  if (read.kind === "plan" && read.plan.items.length > 0) return read.plan;
  const why = read.kind === "unreadable"
    ? read.why
    : read.kind === "missing"
    ? `Plan file not found: ${path}`
    : `The plan has no checklist items: ${path}`;
  const unread = (await describeUnreadItems(path))[0]?.replace(/^Warning: /, "");
  throw new RalphError("plan-error", 1, why, {
    hint: unread === undefined
      ? "A plan is a markdown file with items such as `- [ ] Build the walls`."
      : `${unread}.`,
  });
}

function readExtraPrompt(cwd: string, file: string | undefined): string {
  if (file === undefined) return "";
  const path = resolve(cwd, file);
  const read = readText(path);
  if (read.kind === "text") return read.text;
  throw new UsageError(
    read.kind === "absent"
      ? `There is no prompt file "${path}"`
      : `Cannot read "${path}": ${read.why}`,
    { hint: "Name an existing text file with --prompt." },
  );
}
