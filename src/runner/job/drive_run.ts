/**
 * Drives a run from its first event to its result.
 *
 * @module
 */
import { join } from "@std/path";
import type { ScanRules } from "../../constraints/scan_text.ts";
import { messageOf } from "../../error.ts";
import { runVerification } from "../../evidence/verification/run_verification.ts";
import { internalError } from "../../loop/reason.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { renderInstant } from "../../text/instant.ts";
import type { RunLoop } from "../loop/run_loop.ts";
import { StopSource } from "../loop/stop_source.ts";
import { limitsOf } from "../prepare/options.ts";
import type { PreparedRun } from "../prepare/prepare.ts";
import { LiveFactsWriter } from "../report/live_facts.ts";
import { renderResult, RESULT_FILE, type RunResult, writeResult } from "../report/result.ts";
import { countsOf, type Reporter, type RunEvent } from "../report/run_event.ts";
import { findSecrets, maskTexts } from "../terminal/secrets.ts";
import { REAL_CLOCK } from "../watchdog/clock.ts";
import { watchAgent } from "../watchdog/watch_agent.ts";
import { createNotes, type Job, type RunContext, type RunEnd } from "./context.ts";
import { endOf, EXIT, findResumeCommand, runStatusOf } from "./ending.ts";
import { keepAwake } from "./keep_awake.ts";
import { RunJob } from "./run_job.ts";

/** A run that is ready to be driven. */
export interface RunToDrive {
  readonly places: Places;
  readonly run: PreparedRun;
  readonly loop: RunLoop;
  /** How the project is scanned for constraints. */
  readonly rules: ScanRules;
  readonly reporter: Reporter;
  /** Our own variables. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Drives the run.
 *
 * @returns Its result, and the file where it is written.
 */
export async function driveRun(
  { places, run, loop, rules, reporter: view, env }: RunToDrive,
): Promise<{ readonly result: RunResult; readonly resultFile: string }> {
  const job = jobOf(places, run, env);
  const { id, project } = loop.facts;
  const secrets = findSecrets(env);
  const clock = REAL_CLOCK;
  // What agents print is masked where it comes in.
  const reportMasked = (event: RunEvent) =>
    view.report(event.kind === "output" ? event : maskTexts(secrets, event));
  const note = (text: string) => reportMasked({ kind: "note", text });
  let end: RunEnd;
  let plan = run.plan;
  {
    using awake = run.options["keep-awake"] ? keepAwake() : null;
    loop.onPutBack = (text) => note(`Note: ${text}`);
    using stop = new StopSource(() => loop.findStopRequest());
    if (awake?.problem) note(`Warning: ${awake.problem}`);
    reportMasked({
      kind: "run-started",
      loop: id,
      project,
      plan: job.planPath,
      agent: job.agent.name,
      counts: countsOf(plan),
      max_iterations: job.settings.max_iterations,
      is_resumed: run.resumed !== null,
      logs: job.iterationsDir,
    });
    const live = new LiveFactsWriter(places, id, clock.wallMs);
    const report = (event: RunEvent) => {
      reportMasked(event);
      live.note(maskTexts(secrets, event));
    };
    const context: RunContext = {
      job,
      loop,
      places,
      rules,
      clock,
      zone: Temporal.Now.timeZoneId(),
      stop,
      report,
      noteOnce: createNotes(report),
      runAgent: watchAgent,
      verify: runVerification,
    };
    const running = new RunJob(context, plan);
    end = await running.run().catch((error: unknown) =>
      endOf(internalError(messageOf(error)), EXIT.failure, stackOf(error))
    );
    plan = running.plan;
  }
  const { record } = loop;
  const result: RunResult = {
    loop: id,
    end,
    plan,
    iterations: record.iteration,
    tokens: record.usage.tokens,
    costUsd: record.usage.cost_usd,
    activeSeconds: record.accumulated_runtime_seconds,
    finishedAt: renderInstant(clock.wallMs()),
    resumeCommand: findResumeCommand(end, job.settings),
    logs: job.iterationsDir,
  };
  const resultFile = join(project, RESULT_FILE);
  const problems = [
    ...loop.end(end),
    ...writeResult(project, loopPlaces(places, id).dir, secrets.mask(renderResult(result))),
  ];
  for (const why of problems) note(`Warning: not recorded: ${why}`);
  reportMasked({
    kind: "run-ended",
    code: end.reason.code,
    sentence: end.reason.sentence,
    exit_code: end.exitCode,
    counts: countsOf(plan),
    iterations: result.iterations,
    tokens: result.tokens,
    cost_usd: result.costUsd,
    result_file: resultFile,
    outcome: runStatusOf(end.exitCode),
    go_on: result.resumeCommand,
  });
  view.close();
  return { result, resultFile };
}

function jobOf(
  places: Places,
  { id, plan, options, settings, choice, extraPrompt, qa, itemCommands }: PreparedRun,
  env: Readonly<Record<string, string>>,
): Job {
  return {
    planPath: plan.path,
    // Without open items none is needed, unless a check fails: then the run ends with its code.
    agent: choice.kind === "agent"
      ? choice.agent
      : { name: "no agent", command: ["no-agent"], reports: null },
    settings,
    limits: limitsOf(options),
    terminal: options.terminal,
    verify: [...new Set([...settings.verify, ...(qa === null ? [] : [qa])])],
    itemCommands,
    rateLimitWaitSeconds: options["rate-limit-wait"],
    extraPrompt,
    iterationsDir: join(loopPlaces(places, id).dir, "iterations"),
    env,
  };
}

function stackOf(error: unknown): string[] {
  return error instanceof Error && error.stack !== undefined ? [error.stack] : [];
}
