/** A run with a turned clock and agents without a process. */
import { assert } from "@std/assert";
import { join } from "@std/path";
import { scanRulesOf } from "../../../src/guidance/constraints/scan_text.ts";
import { ActiveTime } from "../../../src/run/job/active_time.ts";
import { createNotes, type RunContext } from "../../../src/run/job/context.ts";
import type { Job } from "../../../src/run/job/job.ts";
import { RunJob } from "../../../src/run/job/run_job.ts";
import { RUN_OPTIONS, type RunOptions } from "../../../src/run/prepare/run_options.ts";
import { openRunLoop, type RunLoop } from "../../../src/run/loop/run_loop.ts";
import { readPlan } from "../../../src/run/plan/plan.ts";
import type { RunEvent } from "../../../src/run/report/run_event.ts";
import { type AgentOutcome, type AgentProcess } from "../../../src/run/watchdog/agent_process.ts";
import { placesOf } from "../../../src/store/places.ts";
import { readLoopRecord } from "../../../src/store/records/project_marks.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { DEFAULT_LIMITS, VirtualClock } from "../_virtual.ts";

/** What a fake agent does; null for an agent that just ends. */
export type Act = (run: AgentProcess, clock: VirtualClock) => Partial<AgentOutcome> | null | void;

/** The options of a run that was started without any. */
export const DEFAULT_OPTIONS = Object.fromEntries(RUN_OPTIONS.map((row) => [
  row.name,
  "default" in row ? row.default : { boolean: false, list: [] as string[] }[row.type as string],
])) as unknown as RunOptions;

/** The end of an agent that worked for a minute. */
export const ENDED: AgentOutcome = {
  backend: "pty",
  exitCode: 0,
  signal: null,
  endedBy: "exit",
  lastScreen: [],
  bytes: 0,
  durationMs: 60_000,
  silentMs: 0,
  leftBehind: 0,
  startErrors: [],
};

/** The context of a run whose clock is turned by the test; what differs is given. */
export function contextOf(
  loop: RunLoop,
  { places, planPath, clock }: {
    readonly places: RunContext["places"];
    readonly planPath: string;
    readonly clock: VirtualClock;
  },
  given: Pick<RunContext, "report" | "runAgent"> & Partial<RunContext> & {
    readonly change?: { readonly job?: Partial<Job>; readonly settings?: Partial<Job["settings"]> };
  },
): RunContext {
  const { change = {}, ...own } = given;
  return {
    job: {
      sandbox: { kind: "none", problem: null },
      sandboxRead: [],
      sandboxWrite: [],
      review: null,
      worktreeSetup: [],
      onlyItem: null,
      planPath,
      agent: { name: "fake", command: ["fake"], reports: null },
      settings: { ...defaultSettings(), max_iterations: 10, ...change.settings },
      options: DEFAULT_OPTIONS,
      limits: DEFAULT_LIMITS,
      verify: [],
      itemCommands: new Map(),
      extraPrompt: "",
      iterationsDir: join(places.ralphHome, "iterations"),
      env: {},
      ...change.job,
    },
    loop,
    workFolder: loop.facts.project,
    activeTime: new ActiveTime(loop, clock),
    present: new Set(),
    places,
    rules: scanRulesOf(loop.facts.project, []),
    clock,
    zone: "UTC",
    stop: {
      request: null,
      wish: () => null,
      signal: new AbortController().signal,
      nowSignal: new AbortController().signal,
    },
    noteOnce: createNotes(given.report),
    keep: () => {},
    redBefore: new Set(),
    announce: () => {},
    verify: () => Promise.resolve({ kind: "passed" }),
    ...own,
  };
}

/** A plan of some items, worked on by fake agents. */
export async function play(
  items: number,
  act: Act,
  change: {
    job?: Partial<Job>;
    settings?: Partial<Job["settings"]>;
    verify?: RunContext["verify"];
    quiet?: boolean;
  } = {},
) {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const project = join(root, "project");
  Deno.mkdirSync(project);
  const planPath = join(project, "PLAN.md");
  Deno.writeTextFileSync(
    planPath,
    Array.from({ length: items }, (_, index) => `- [ ] item ${index}\n`).join(""),
  );
  const clock = new VirtualClock();
  const read = await readPlan(planPath);
  assert(read.kind === "plan");
  const places = placesOf({ home: root, claudeConfigDir: null, ralphHome: join(root, "ralph") });
  const id = "20260102-030405678-0a1b2c3d";
  const loop = openRunLoop(
    places,
    { id, project, plan: read.plan, flags: {}, remembered: {}, resumed: null },
    { environment: {}, isInSession: false, nowMs: () => clock.wallMs() },
  );
  const events: RunEvent[] = [];
  const announced: string[] = [];
  /** The pauses that were on disk when the run said that it waits. */
  const pausesOnDisk: (string | undefined)[] = [];
  const report = (event: RunEvent) => {
    const isWait = event.kind === "paused" ||
      event.kind === "waiting" && event.why !== "back-off";
    if (isWait) pausesOnDisk.push(readLoopRecord(project)?.pause?.why);
    if (!change.quiet) events.push(event);
  };
  const context = contextOf(loop, { places, planPath, clock }, {
    change,
    report,
    announce: ({ event }) => announced.push(event),
    runAgent: async (agent) => {
      await clock.sleep(ENDED.durationMs);
      const outcome = { ...ENDED, ...act(agent, clock) };
      await clock.sleep(outcome.durationMs - ENDED.durationMs);
      return outcome;
    },
    verify: change.verify ?? (() => Promise.resolve({ kind: "passed" })),
  });
  const job = new RunJob(context, read.plan);
  const end = await job.run();
  const { record } = loop;
  const journal = Deno.readTextFileSync(join(root, "ralph/loops", id, "journal.jsonl"));
  const journalKinds = journal.trimEnd().split("\n").map((line) => JSON.parse(line).kind);
  loop[Symbol.dispose]();
  const written = readLoopRecord(project);
  Deno.removeSync(root, { recursive: true });
  const reviews = record.reviews ?? [];
  return { end, events, announced, record, written, journalKinds, pausesOnDisk, clock, reviews };
}

/** Ticks the first open item. */
export const tick: Act = ({ cwd }) => {
  const path = join(cwd, "PLAN.md");
  Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace("[ ]", "[x]"));
};

/** Is refused by a rate limit that resets at a time in Unix seconds. */
export const limited = (resetAt: number): Act => ({ callbacks }) => {
  callbacks.onLine?.(JSON.stringify({
    type: "rate_limit_event",
    rate_limit_info: { status: "rejected", resetsAt: resetAt, rateLimitType: "five_hour" },
  }));
  return { exitCode: 1 };
};
