/**
 * `ralph run`: fresh agents over a plan, watched on a pseudo-terminal.
 *
 * @module
 */
import { scanRulesOf } from "../../constraints/rules.ts";
import { lockRun, type RunHolder, type RunLock } from "../../runner/run_lock.ts";
import { endOf } from "../../runner/ending.ts";
import { findSecrets } from "../../runner/terminal/secrets.ts";
import { clearResult, renderResult, writeResult } from "../../runner/result/result_file.ts";
import { AlreadyRunningError, StateError, UsageError } from "../../error.ts";
import { environmentLayer } from "../../store/settings/layers.ts";
import type { Places } from "../../store/places.ts";
import { defineCommand } from "../core/command.ts";
import { askConsent, type ConsentWords } from "../core/consent.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { clearDeadRun, endDeadRun, removeKillSwitch } from "./dead.ts";
import { describeDryRun } from "./dry.ts";
import { driveRun } from "./drive.ts";
import { startRunGuidance } from "./guidance.ts";
import { beginRun, resumeRun } from "./loop.ts";
import { RUN_OPTIONS } from "./options.ts";
import { prepareRun, requireAgent, type RunPlan } from "./prepare.ts";
import { unbreakable } from "./view.ts";
import { describeRunNotes, refuseUntickable } from "./warnings.ts";
import { cleanUp, planCleanup } from "../start/cleanup.ts";
import { renderInstant } from "../../text/instant.ts";

/** How `run` asks for consent. */
const CONSENT_WORDS: ConsentWords = {
  purpose: "This project's files ask to run these commands, to verify what agents did:",
  refused: "Nothing was run: the plan's commands were not agreed to",
  hint: "Read them, then run with --trust, or take them out of the plan.",
};

/** The command. */
export const command = defineCommand({
  name: "run",
  summary: "Work through a plan with a fresh agent process per item, each watched and verified",
  description:
    "Without PLAN, takes the file that docs/plans/.active names (PLAN_POINTER_OVERRIDE names another " +
    "pointer), else what 'ralph start' would find. Each agent gets the first open item; what it " +
    "ticks is verified by the command after the item's text, as in: - [ ] text | `command`. A " +
    "code block under '## QA' has to pass at the end. 'ralph stop' and .claude/STOP_LOOP end the " +
    "run within a second; the first Ctrl-C ends the agent in order, the second kills it. Under " +
    "nohup it outlives its terminal.",
  args: [{ name: "plan", help: "Markdown file with `- [ ]` items" }],
  options: RUN_OPTIONS,
  examples: [
    { command: "ralph run PLAN.md", help: "Work with the agent that is installed" },
    { command: "ralph run --agent claude --verify 'npm test'", help: "Gate the end by the tests" },
    { command: "ralph run --agent './my-agent --fast' --idle-timeout 5m", help: "Use any agent" },
    { command: "ralph run --resume", help: "Go on after a limit or an interruption" },
    { command: "nohup ralph run PLAN.md &", help: "Go on when the terminal is closed" },
  ],
  exitCodes: [
    [3, "a limit ended it after progress"],
    [4, "blocked, needs a human"],
    [5, "nothing to resume"],
    [6, "a loop is running here already"],
    [126, "the agent is not executable"],
    [127, "the agent was not found"],
    [129, "ended by a hang-up"],
    [130, "ended by Ctrl-C, ralph stop or the kill switch"],
    [143, "ended by TERM"],
  ],
  run: async (context, { args, options, given }) => {
    if (context.env.isInsideRun) {
      throw new UsageError("A run cannot start inside an agent of another run", {
        hint: "The runner drives this agent already.",
      });
    }
    const { places, project } = locate(context);
    const request = { places, project, named: args.plan, options, given, dead: null };
    if (options["dry-run"]) {
      describeDryRun(context, await prepareRun(context, request), options);
      return 0;
    }
    using lock = await requireLock(places, project);
    const now = context.now().epochMilliseconds / 1000;
    const dead = await clearDeadRun(places, project, options["kill-grace"] * 1000);
    const say = unbreakable((line: string) => context.out.say(line));
    const tell = (lines: readonly string[]) => lines.forEach(say);
    tell(dead.lines);
    const plan = await prepareRun(context, { ...request, dead: dead.run });
    refuseUntickable(plan);
    if (dead.run !== null && plan.resumed === null) endDeadRun(places, dead.run, now);
    // A dead run that is resumed stays where it is.
    const isDeadResumed = dead.run !== null && plan.resumed !== null;
    if (!isDeadResumed) planCleanup(context, { places, project });
    clearResult(project);
    if (plan.plan.open > 0) requireAgentOrSay(context, plan);
    tell(askConsent(context, places, plan.wanted, options.trust, CONSENT_WORDS).notes);
    const cleaned = isDeadResumed
      ? removeKillSwitch(project)
      : cleanUp({ places, project }, planCleanup(context, { places, project }), now);
    tell([...cleaned, ...describeRunNotes(plan, (name) => context.env.variable(name))]);
    name(lock, context, plan);
    const loop = begin(context, places, plan, now);
    const rules = scanRulesOf(context.env.home, plan.settings.rigid_paths);
    tell(await startRunGuidance({ places, rules, loop }, plan.resumed !== null));
    return await driveRun(context, { places, plan, options: plan.options, loop, rules });
  },
});

/** A run that cannot begin leaves its reason too, where scripts look for it. */
function requireAgentOrSay(context: CommandContext, run: RunPlan): void {
  const { choice, plan, project, id } = run;
  if (choice.kind === "missing") {
    const result = renderResult({
      loop: id,
      end: endOf({ code: "agent-failed", sentence: choice.why }, choice.exitCode),
      plan,
      iterations: 0,
      tokens: null,
      costUsd: null,
      activeSeconds: 0,
      wayOn: null,
      logs: null,
      finishedAt: renderInstant(context.now().epochMilliseconds),
    });
    writeResult(project, null, findSecrets(Deno.env.toObject()).mask(result));
  }
  requireAgent(run);
}

async function requireLock(places: Places, project: string): Promise<RunLock> {
  const locking = await lockRun(places, project);
  switch (locking.kind) {
    case "held":
      return locking.lock;
    case "busy":
      throw new AlreadyRunningError(`Another run works here already${describe(locking.holder)}`, {
        hint: "Use 'ralph status' to see it, or 'ralph stop' to end it.",
      });
    case "impossible":
      throw new StateError(`The run's lock cannot be taken: ${locking.why}`, {
        hint: "Check that the folder exists and can be written, or set RALPH_HOME to one that can.",
      });
  }
}

function describe(holder: RunHolder | null): string {
  if (holder === null) return "";
  const { pid, host, since, agent, loop } = holder;
  return ` (${agent}, process ${pid} on ${host}, since ${since}, ${loop})`;
}

function name(lock: RunLock, context: CommandContext, { id, choice }: RunPlan): void {
  lock.name({
    pid: Deno.pid,
    host: hostname(),
    loop: id,
    since: renderInstant(context.now().epochMilliseconds),
    agent: choice.kind === "agent" ? choice.agent.name : "no agent",
  });
}

function hostname(): string {
  try {
    return Deno.hostname();
  } catch {
    return "this machine";
  }
}

function begin(context: CommandContext, places: Places, plan: RunPlan, now: number) {
  const { id, project, flags, remembered, resumed } = plan;
  const planPath = plan.plan.path;
  const environment = environmentLayer(context.env).values;
  return resumed === null
    ? beginRun(places, {
      id,
      project,
      planPath,
      flags,
      environment,
      remembered,
      now,
      isInSession: context.env.sessionId !== null,
    })
    : resumeRun(places, { ...resumed, planPath, flags, environment, remembered, now });
}
