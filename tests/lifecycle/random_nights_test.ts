/**
 * Over random nights: what is known to be a wait adds nothing to the active time, what works now counts
 * now, and no curve of active time falls or is steeper than the clock.
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Night } from "./_night.ts";

/** Silence that is shorter counts, since the agent may think. */
const GAP_SECONDS = 300;

const seconds = (max: number) => fc.integer({ min: 3, max });
const thought = seconds(GAP_SECONDS - 1);
const wait = seconds(5_000);

/** What may happen while the agent works. */
const STEP = fc.oneof(
  fc.record({ kind: fc.constant("think"), forSeconds: thought }),
  fc.record({ kind: fc.constant("call"), forSeconds: seconds(4_000) }),
  fc.record({ kind: fc.constant("ask"), forSeconds: seconds(1_000), wait }),
  fc.record({ kind: fc.constant("refuse"), wait, later: wait }),
  fc.record({ kind: fc.constant("esc"), wait, slashes: fc.nat(3) }),
  fc.record({ kind: fc.constant("take-back"), wait, later: wait }),
  fc.record({ kind: fc.constant("close"), wait, later: wait }),
  fc.record({ kind: fc.constant("kill"), wait, later: wait }),
  fc.record({ kind: fc.constant("kill-at-prompt"), wait, later: wait }),
  fc.record({ kind: fc.constant("stop") }),
  fc.record({ kind: fc.constant("suspend"), forSeconds: wait }),
  fc.record({ kind: fc.constant("fail"), wait }),
  fc.record({ kind: fc.constant("hand-on"), wait, later: wait }),
  fc.record({ kind: fc.constant("guide") }),
);
type Step = {
  readonly kind: string;
  readonly forSeconds?: number;
  readonly wait?: number;
  readonly later?: number;
  readonly slashes?: number;
};

/** A night, and how many of its seconds were work: at most, if nobody can tell. */
class Told implements Disposable {
  readonly night = new Night();
  worked = 0;
  unknown = 0;
  /** What the status said last, and when. */
  #last = { atMs: 0, activeMs: 0 };
  #window: Deno.ChildProcess | null = null;

  [Symbol.dispose](): void {
    this.#window?.kill("SIGKILL");
    this.night[Symbol.dispose]();
  }

  async begin(): Promise<void> {
    await this.night.start();
    this.#last = { atMs: this.night.nowMs, activeMs: 0 };
    await this.#open("startup", 60);
  }

  /** Time passes, and somebody looks in the middle of it. */
  async #pass(forSeconds: number): Promise<void> {
    const first = Math.floor(forSeconds / 2);
    this.night.wait(first);
    await this.look();
    this.night.wait(forSeconds - first);
  }

  /** Looks at the status: the curve neither falls nor is steeper than the clock. */
  async look(mostFallMs = 0): Promise<void> {
    const { nowMs } = this.night;
    const status = await this.night.document("status");
    const activeMs = Math.round(status.loop.runtime_hours * 3_600_000);
    const grownMs = activeMs - this.#last.activeMs;
    const passedMs = nowMs - this.#last.atMs;
    assert(grownMs <= passedMs, `${grownMs} ms more in ${passedMs} ms`);
    assert(grownMs >= -mostFallMs, `it fell by ${-grownMs} ms`);
    this.#last = { atMs: nowMs, activeMs };
  }

  async #open(source: "startup" | "resume", later: number): Promise<void> {
    this.#window = new Deno.Command("sleep", { args: ["600"] }).spawn();
    this.night.pid = this.#window.pid;
    await this.night.open(source);
    await this.#pass(later);
    await this.night.type();
  }

  async #kill(): Promise<void> {
    this.#window?.kill("SIGKILL");
    await this.#window?.status;
    this.#window = null;
  }

  async happen(step: Step): Promise<void> {
    const { night } = this;
    const { forSeconds = 0, wait = 0, later = 0, slashes = 0 } = step;
    switch (step.kind) {
      case "think":
        await this.#pass(forSeconds);
        night.say();
        this.worked += forSeconds;
        break;
      case "call": {
        const id = await night.begin();
        await this.#pass(forSeconds);
        await night.end(id, forSeconds);
        this.worked += forSeconds;
        break;
      }
      case "ask": {
        const id = await night.begin();
        await night.ask(wait);
        await this.#pass(forSeconds);
        await night.end(id, forSeconds);
        this.worked += forSeconds;
        break;
      }
      case "refuse":
        await night.begin();
        await night.ask(wait);
        night.esc();
        await this.#pass(later);
        await night.type();
        break;
      case "esc":
        night.esc();
        await this.#pass(wait);
        for (let slash = 0; slash < slashes; slash++) {
          await night.slash();
          await this.#pass(wait);
        }
        await night.type();
        break;
      case "take-back":
        night.esc();
        await this.#pass(wait);
        await night.type();
        night.wait(1);
        night.show("idle");
        await this.#pass(later);
        await night.type();
        this.unknown += 1;
        break;
      case "close":
        await night.close();
        await this.#kill();
        await this.#pass(wait);
        await this.#open("resume", later);
        break;
      case "kill":
        await this.#kill();
        await this.#pass(wait);
        await this.#open("resume", later);
        break;
      case "kill-at-prompt":
        await night.begin();
        await night.ask(wait);
        await this.#kill();
        await this.#pass(wait);
        await this.#open("resume", later);
        break;
      case "fail":
        await night.hook("StopFailure", { error: "overloaded", last_assistant_message: "529" });
        night.show("idle");
        await this.#pass(wait);
        await night.type();
        break;
      case "hand-on":
        await this.#kill();
        await this.#pass(wait);
        night.session = crypto.randomUUID();
        await night.ralph("start", "--resume", "--session", night.session);
        await this.#pass(later);
        await this.#open("startup", later);
        break;
      case "stop":
        await night.stop();
        break;
      case "guide":
        await night.ralph("encourage", `tests ${crypto.randomUUID()}`);
        break;
      case "suspend":
        night.wait(forSeconds);
        this.unknown += forSeconds;
        night.say();
    }
    await this.look();
  }
}

/** Asserts that a curve neither falls nor is steeper than the clock. */
function assertCurve(points: readonly { atMs: number; activeMs: number }[]): void {
  points.slice(1).forEach(({ atMs, activeMs }, index) => {
    const before = points[index]!;
    const [grownMs, passedMs] = [activeMs - before.activeMs, atMs - before.atMs];
    assert(grownMs >= 0 && grownMs <= passedMs, `${grownMs} ms in ${passedMs} ms`);
  });
}

Deno.test("random nights: waits are never active, work is, and all views agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 12 }), async (steps) => {
      using told = new Told();
      const { night } = told;
      await told.begin();
      for (const step of steps) await told.happen(step);
      const living = await night.activeTimes();
      night.write("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
      await night.stop();
      const ended = await night.activeTimes();
      for (const { history, report, status, stretches } of [living, ended]) {
        assertEquals([history, report, stretches], [status, status, status]);
      }
      const least = told.worked * 1_000;
      assert(ended.status >= least, `${ended.status} ms active, ${least} ms of work`);
      const most = least + told.unknown * 1_000;
      assert(ended.status <= most, `${ended.status} ms active, at most ${most} ms of work`);
      const { loops: [{ id, started_at, ended_at }] } = await night.document("history");
      assert(ended.status <= Date.parse(ended_at) - Date.parse(started_at));
      const journal = (await night.ralph("history", id, "--json")).trim().split("\n")
        .map((line) => JSON.parse(line)).filter((entry) => entry.runtime_seconds !== undefined);
      assertCurve(journal.map((entry) => ({
        atMs: Date.parse(entry.at),
        activeMs: Math.round(entry.runtime_seconds * 1_000),
      })));
    }),
    { numRuns: 20 },
  );
});
