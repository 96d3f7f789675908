/**
 * The same night in `ralph run`, by a turned clock: the API is away twice, a usage limit strikes, the
 * machine suspends, the run is ended by Ctrl-C and resumed, an agent and the runner are killed, an agent
 * commits in a worktree, and the plan is archived with its last item.
 */
import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { gitIn } from "../../_project.ts";
import { TestCli } from "../../cli/_cli.ts";
import { contextOf, ENDED } from "../../run/job/_play.ts";
import { VirtualClock } from "../../run/_virtual.ts";
import type { RunEnd } from "../../../src/run/job/job.ts";
import { RunJob } from "../../../src/run/job/run_job.ts";
import { type EarlierRun, findDeadRun, findEndedRun } from "../../../src/run/loop/dead_run.ts";
import { openRunLoop } from "../../../src/run/loop/run_loop.ts";
import type { StopRequest } from "../../../src/run/loop/stop_source.ts";
import { readPlan } from "../../../src/run/plan/plan.ts";
import type { AgentOutcome, AgentProcess } from "../../../src/run/watchdog/agent_process.ts";
import type { PlayedNight } from "./_account.ts";
import type { Cause, Stretch } from "./_minutes.ts";

const ITEMS = 9;
const PLAN = "docs/plans/auth.md";
const ARCHIVED = "docs/plans/completed/auth.md";
const ID = "20260105-220000000-0a1b2c3d";
const MINUTE_MS = 60_000;
const NIGHT_MS = 8 * 60 * MINUTE_MS;

/** The work of one agent: its outcome, or null if the runner is killed meanwhile. */
type Turn = (agent: AgentProcess) => Promise<Partial<AgentOutcome> | null>;

/** The night, and what happened in it. */
export class RunNight extends TestCli {
  readonly clock = new VirtualClock();
  readonly startedMs = this.clock.wallMs();
  readonly stretches: Stretch[] = [];
  /** How many agents count as a turn: those that the API failed do not. */
  turns = 0;
  commits = 0;
  ticked = 0;
  end: RunEnd | null = null;
  readonly #tree = join(this.root, "worktree");
  #stop: { request: StopRequest | null; controller: AbortController } | null = null;

  /** The night as a whole, for the views. */
  get account(): PlayedNight {
    const at = new Date(this.clock.wallMs()).toISOString();
    return { cli: this, at, stretches: this.stretches };
  }

  /** Plays the whole night: three processes of `ralph run` after each other. */
  async play(): Promise<void> {
    this.write(PLAN, `# Plan\n\n${this.#items(0)}`);
    this.track({ isCommitted: true });
    this.git("worktree", "add", "-q", "-b", "feature", this.#tree);
    const first = await this.#run(null, [
      this.#works(40),
      this.#works(30, this.#tree),
      ...this.#outage([60, 300, 900]),
      this.#works(20),
      this.#isSuspended(10, 45),
      this.#isLimited(5, 70),
      this.#works(25),
      this.#isInterrupted(10),
    ]);
    assertEquals(first?.reason.code, "interrupted");
    await this.#happens("closed", () => this.clock.sleep(40 * MINUTE_MS));
    const second = await this.#run(findEndedRun(this.places, this.project), [
      this.#works(20),
      this.#crashes(5),
      this.#works(30, this.#tree),
      this.#isKilledWithTheRunner(15),
    ]);
    assertEquals(second, null);
    await this.#happens("crashed", () => this.clock.sleep(25 * MINUTE_MS));
    this.end = await this.#run(findDeadRun(this.places, this.project), [
      this.#works(10),
      ...this.#outage([60, 300]),
      this.#works(15),
      this.#works(10),
      this.#finishes(),
    ]);
  }

  /** One process of the runner. @returns Its end; null if it was killed. */
  async #run(resumed: EarlierRun | null, turns: readonly Turn[]): Promise<RunEnd | null> {
    const { clock, places, project } = this;
    const planPath = join(project, PLAN);
    const read = await readPlan(planPath);
    if (read.kind !== "plan") throw new Error("The plan is gone");
    using loop = openRunLoop(
      places,
      { id: ID, project, plan: read.plan, flags: {}, remembered: {}, resumed },
      { environment: {}, isInSession: false, nowMs: () => clock.wallMs() },
    );
    const controller = new AbortController();
    const stop: { request: StopRequest | null; controller: AbortController } = {
      request: null,
      controller,
    };
    this.#stop = stop;
    const left = [...turns];
    const killed = Promise.withResolvers<null>();
    const context = contextOf(loop, { places, planPath, clock }, {
      change: { settings: { max_iterations: 99 } },
      report: (event) => "counts" in event && loop.countItems(event.counts),
      stop: {
        get request() {
          return stop.request;
        },
        wish: () => null,
        signal: controller.signal,
        nowSignal: new AbortController().signal,
      },
      runAgent: async (agent) => {
        const turn = left.shift();
        if (turn === undefined) throw new Error("An agent too many");
        const fromMs = clock.wallMs();
        const outcome = await turn(agent);
        if (outcome !== null) return { ...ENDED, ...outcome };
        this.stretches.push({ cause: "work", fromMs, toMs: clock.wallMs() });
        killed.resolve(null);
        return await new Promise<never>(() => {});
      },
    });
    const job = new RunJob(context, read.plan);
    const end = await Promise.race([job.run(), killed.promise]);
    assertEquals(left.length, 0, "every agent of the night has worked");
    if (end !== null) loop.end(end);
    return end;
  }

  async #happens(cause: Cause, act: () => Promise<unknown>): Promise<void> {
    const fromMs = this.clock.wallMs();
    await act();
    this.stretches.push({ cause, fromMs, toMs: this.clock.wallMs() });
  }

  /** An agent works for some minutes, with the heartbeats of the watchdog. */
  async #work(agent: AgentProcess, milliseconds: number, workedMs = 0): Promise<number> {
    for (let left = milliseconds; left > 0; left -= MINUTE_MS) {
      const stepMs = Math.min(MINUTE_MS, left);
      await this.clock.sleep(stepMs);
      workedMs += stepMs;
      agent.callbacks.onHeartbeat({ elapsedMs: workedMs, idleMs: 0 });
    }
    return workedMs;
  }

  #works(minutes: number, folder: string | null = null): Turn {
    return async (agent) => {
      let durationMs = 0;
      await this.#happens("work", async () => {
        durationMs = await this.#work(agent, minutes * MINUTE_MS);
      });
      this.turns += 1;
      if (folder === null) this.#tick();
      this.#commit(folder ?? this.project);
      return { durationMs };
    };
  }

  /** Agents that the API fails at once; after each the run waits longer. */
  #outage(waits: readonly number[]): Turn[] {
    const text = "API Error: 529 Overloaded";
    const line = {
      type: "assistant",
      error: "overloaded",
      message: { content: [{ type: "text", text }] },
    };
    return waits.map((seconds) => this.#isRefused(1, line, "the API was away", seconds));
  }

  #isLimited(workedMinutes: number, minutes: number): Turn {
    return async (agent) => {
      const resetsAt = this.clock.wallMs() / 1_000 + (workedMinutes + minutes) * 60;
      const rate_limit_info = { status: "rejected", resetsAt, rateLimitType: "five_hour" };
      const line = { type: "rate_limit_event", rate_limit_info };
      return await this.#isRefused(workedMinutes, line, "usage limit", minutes * 60 + 20)(agent);
    };
  }

  #isRefused(minutes: number, line: unknown, cause: Cause, waitSeconds: number): Turn {
    return async (agent) => {
      await this.#happens("work", () => this.#work(agent, minutes * MINUTE_MS));
      agent.callbacks.onLine(JSON.stringify(line));
      const fromMs = this.clock.wallMs();
      this.stretches.push({ cause, fromMs, toMs: fromMs + waitSeconds * 1_000 });
      return { durationMs: minutes * MINUTE_MS, exitCode: 1 };
    };
  }

  /** The lid is closed while the agent works; the monotonic clock stands still. */
  #isSuspended(minutes: number, suspendedMinutes: number): Turn {
    return async (agent) => {
      const workedMs = minutes * MINUTE_MS;
      await this.#happens("work", () => this.#work(agent, workedMs));
      await this.#happens("suspended", async () => {
        this.clock.suspend(suspendedMinutes * MINUTE_MS);
        agent.callbacks.onWarning({ kind: "slept", ms: suspendedMinutes * MINUTE_MS });
        await Promise.resolve();
      });
      await this.#happens("work", () => this.#work(agent, workedMs, workedMs));
      this.turns += 1;
      this.#tick();
      this.#commit(this.project);
      return { durationMs: 2 * workedMs };
    };
  }

  /** Ctrl-C ends the agent and the run. */
  #isInterrupted(minutes: number): Turn {
    return async (agent) => {
      await this.#happens("work", () => this.#work(agent, minutes * MINUTE_MS));
      this.turns += 1;
      this.#stop!.request = { by: "signal", signal: "SIGINT" };
      this.#stop!.controller.abort();
      return {
        durationMs: minutes * MINUTE_MS,
        endedBy: "stop",
        exitCode: null,
        signal: "SIGTERM",
      };
    };
  }

  /** The agent's process is killed by somebody. */
  #crashes(minutes: number): Turn {
    return async (agent) => {
      await this.#happens("work", () => this.#work(agent, minutes * MINUTE_MS));
      this.turns += 1;
      return { durationMs: minutes * MINUTE_MS, exitCode: null, signal: "SIGKILL" };
    };
  }

  #isKilledWithTheRunner(minutes: number): Turn {
    return async (agent) => {
      await this.#work(agent, minutes * MINUTE_MS);
      this.turns += 1;
      // The kernel closes what a killed process has open.
      agent.log.close();
      return null;
    };
  }

  /** The last agent works until the night is over, ticks the last item and archives the plan. */
  #finishes(): Turn {
    return async (agent) => {
      const leftMs = NIGHT_MS - (this.clock.wallMs() - this.startedMs);
      await this.#happens("work", () => this.#work(agent, leftMs));
      this.turns += 1;
      this.#tick();
      Deno.mkdirSync(dirname(this.path(ARCHIVED)), { recursive: true });
      Deno.renameSync(this.path(PLAN), this.path(ARCHIVED));
      this.git("add", "-A");
      this.#commit(this.project);
      return { durationMs: leftMs };
    };
  }

  #items(done: number): string {
    return Array.from({ length: ITEMS }, (_, at) => `- [${at < done ? "x" : " "}] item ${at}\n`)
      .join("");
  }

  #tick(): void {
    this.write(PLAN, `# Plan\n\n${this.#items(++this.ticked)}`);
  }

  #commit(folder: string): void {
    this.commits += 1;
    gitIn(folder, "commit", "-q", "-a", "--allow-empty", "-m", `Commit ${this.commits}`);
  }
}
