import { assert, assertEquals } from "@std/assert";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/text/time.ts";
import { sleepUntil } from "../../src/hook/session/sleeping.ts";
import type { HookContext } from "../../src/lifecycle/context.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { makeStage, type Stage } from "../e2e/_stage.ts";

/** A context whose clock only moves while it sleeps: by the time asked for, or by a suspend. */
function contextOf(stage: Stage, suspendedMs: (sleep: number) => number) {
  const variables = stage.env({ CLAUDE_PROJECT_DIR: stage.project });
  const env = environmentOf((name) => variables[name], stage.project);
  let nowMs = 1_800_000_000_000;
  let sleeps = 0;
  const context: HookContext = {
    env,
    places: placesOf(env),
    nowMs: () => nowMs,
    sleep: (milliseconds) => {
      nowMs += milliseconds + suspendedMs(sleeps++);
      return Promise.resolve();
    },
  };
  return { context, sleepCount: () => sleeps };
}

Deno.test("sleeping: the time of a suspend counts, so the session is woken on time", async () => {
  using stage = await makeStage();
  const { context, sleepCount } = contextOf(stage, (sleep) => sleep === 3 ? 6 * DAY_MS : 0);
  const until = context.nowMs() + 6 * DAY_MS;
  assertEquals(await sleepUntil(until, () => true, context), "wake");
  assert(context.nowMs() - until < MINUTE_MS, `${context.nowMs() - until} ms late`);
  assertEquals(sleepCount(), 4);
});

Deno.test("sleeping: after the clock was set back, the moment of the wake stays the same", async () => {
  using stage = await makeStage();
  const { context } = contextOf(stage, (sleep) => sleep === 0 ? -HOUR_MS : 10 * MINUTE_MS);
  const until = context.nowMs() + 30 * MINUTE_MS;
  assertEquals(await sleepUntil(until, () => true, context), "wake");
  assert(context.nowMs() >= until);
});
