/**
 * Drives a run from its first event to its exit code.
 *
 * @module
 */
import { join } from "@std/path";
import type { ScanRules } from "../../constraints/scan_text.ts";
import { endOf, EXIT } from "../../runner/ending.ts";
import { countsOf } from "../../runner/iterate.ts";
import type { Job, JobEnd } from "../../runner/job.ts";
import { keepAwake } from "../../runner/keep_awake.ts";
import { liveFactsFile, LiveFactsWriter } from "../../runner/live_facts.ts";
import {
  renderResult,
  RESULT_FILE,
  type RunResult,
  writeResult,
} from "../../runner/result/result_file.ts";
import type { Reporter, RunEvent } from "../../runner/run_event.ts";
import { renderSummary } from "../../runner/result/render_summary.ts";
import { findWayOn, runStatusOf } from "../../runner/way_on.ts";
import { RunJob } from "../../runner/run_job.ts";
import { findSecrets, maskTexts } from "../../runner/terminal/secrets.ts";
import { StopSource } from "../../runner/stop_source.ts";
import { internalError } from "../../loop/reason.ts";
import { messageOf } from "../../error.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import type { CommandContext } from "../core/context.ts";
import { agentEnvironmentOf } from "./environment.ts";
import type { RunLoop } from "./loop.ts";
import { limitsOf, type RunOptions } from "./options.ts";
import type { RunPlan } from "./prepare.ts";
import { canRedraw, createReporter } from "./view.ts";
import { createJobWorld } from "./world.ts";
import { renderInstant } from "../../text/instant.ts";

/** What is driven. */
export interface Drive {
  readonly places: Places;
  readonly plan: RunPlan;
  readonly options: RunOptions;
  readonly loop: RunLoop;
  /** How the project is scanned for constraints. */
  readonly rules: ScanRules;
}

/** Drives the run. @returns The exit code. */
export async function driveRun(context: CommandContext, drive: Drive): Promise<number> {
  const { places, plan, options, loop, rules } = drive;
  const job = jobOf(drive);
  const secrets = findSecrets(job.secretEnv);
  const view = createReporter(context, options.json, canRedraw(context.env));
  const reporter: Reporter = {
    // What agents print is masked where it comes in.
    report: (event) => view.report(event.kind === "output" ? event : maskTexts(secrets, event)),
    close: () => view.close(),
  };
  let end: JobEnd;
  let present = plan.plan;
  {
    using awake = options["keep-awake"] ? keepAwake() : null;
    loop.tellPutBack = (text) => reporter.report({ kind: "note", text: `Note: ${text}` });
    using stop = new StopSource(() => loop.look());
    if (awake?.problem) reporter.report({ kind: "note", text: `Warning: ${awake.problem}` });
    reporter.report({
      kind: "run-started",
      loop: job.id,
      project: job.project,
      plan: job.planPath,
      agent: job.agent.name,
      counts: countsOf(present),
      max_iterations: job.settings.max_iterations,
      is_resumed: job.isResumed,
      logs: job.iterationsDir,
    });
    const live = new LiveFactsWriter(liveFactsFile(places, job.id), () => Date.now());
    const report = (event: RunEvent) => {
      reporter.report(event);
      live.note(maskTexts(secrets, event));
    };
    const agreed = plan.itemCommands;
    const world = createJobWorld({ places, rules, job, loop, stop, report, agreed });
    const running = new RunJob(job, world, present);
    end = await running.run().catch((error: unknown) =>
      endOf(internalError(messageOf(error)), EXIT.failure, stackOf(error))
    );
    present = running.plan;
  }
  const result: RunResult = {
    loop: job.id,
    end,
    plan: present,
    iterations: loop.record.iteration,
    tokens: loop.record.usage.tokens,
    costUsd: loop.record.usage.cost_usd,
    activeSeconds: loop.record.accumulated_runtime_seconds,
    finishedAt: renderInstant(context.now().epochMilliseconds),
    wayOn: findWayOn(end, job.settings),
    logs: job.iterationsDir,
  };
  const text = secrets.mask(renderResult(result));
  const resultFile = join(job.project, RESULT_FILE);
  const problems = [
    ...loop.end(end, context.now().epochMilliseconds / 1000),
    ...writeResult(job.project, loopPlaces(places, job.id).dir, text),
  ];
  for (const why of problems) {
    reporter.report({ kind: "note", text: `Warning: not recorded: ${why}` });
  }
  reporter.report({
    kind: "run-ended",
    code: end.reason.code,
    sentence: end.reason.sentence,
    exit_code: end.exitCode,
    counts: countsOf(present),
    iterations: result.iterations,
    tokens: result.tokens,
    cost_usd: result.costUsd,
    result_file: resultFile,
    outcome: runStatusOf(end.exitCode),
    go_on: result.wayOn,
  });
  reporter.close();
  if (!options.json) print(context, secrets.mask(renderSummary(result, resultFile)));
  return end.exitCode;
}

function jobOf({ places, plan, options, loop }: Drive): Job {
  const { id, project, settings, choice, extraPrompt, resumed, qa } = plan;
  const own = Deno.env.toObject();
  return {
    id,
    project,
    planPath: plan.plan.path,
    // Without open items none is needed, unless a check fails: then the run ends with its code.
    agent: choice.kind === "agent"
      ? choice.agent
      : { name: "no agent", command: ["no-agent"], reports: null },
    settings,
    limits: limitsOf(options),
    terminal: options.terminal,
    verify: [...new Set([...settings.verify, ...(qa === null ? [] : [qa])])],
    verifyTimeoutSeconds: settings.verify_timeout,
    rateLimitWaitSeconds: options["rate-limit-wait"],
    extraPrompt,
    iterationsDir: join(loopPlaces(places, loop.facts.id).dir, "iterations"),
    privateDir: places.tmpDir,
    agentEnv: agentEnvironmentOf(own),
    secretEnv: own,
    isResumed: resumed !== null,
  };
}

/** The terminal may be gone. */
function print({ out }: CommandContext, text: string): void {
  try {
    out.data(text);
  } catch {
    // The result stands in its file.
  }
}

function stackOf(error: unknown): string[] {
  return error instanceof Error && error.stack !== undefined ? [error.stack] : [];
}
