import { assert, assertEquals } from "@std/assert";
import { sleepUntil } from "../../src/hook/session/sleeping.ts";
import type { HookContext } from "../../src/lifecycle/context.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { makeStage, type Stage } from "../e2e/_stage.ts";

const DAY = 24 * 3600;

/** A context whose clock only moves while it sleeps: by the time asked for, or by a suspend. */
function contextOf(stage: Stage, suspendedSeconds: (sleep: number) => number) {
  const variables = stage.env({ CLAUDE_PROJECT_DIR: stage.project });
  const env = environmentOf((name) => variables[name], stage.project);
  let now = 1_800_000_000;
  let sleeps = 0;
  const context: HookContext = {
    env,
    places: placesOf(env),
    now: () => now,
    sleep: (milliseconds) => {
      now += milliseconds / 1000 + suspendedSeconds(sleeps++);
      return Promise.resolve();
    },
  };
  return { context, sleepCount: () => sleeps };
}

Deno.test("sleeping: the time of a suspend counts, so the session is woken on time", async () => {
  using stage = await makeStage();
  const { context, sleepCount } = contextOf(stage, (sleep) => sleep === 3 ? 6 * DAY : 0);
  const until = context.now() + 6 * DAY;
  assertEquals(await sleepUntil(until, () => true, context), "wake");
  assert(context.now() - until < 60, `${context.now() - until} s late`);
  assertEquals(sleepCount(), 4);
});

Deno.test("sleeping: after the clock was set back, the moment of the wake stays the same", async () => {
  using stage = await makeStage();
  const { context } = contextOf(stage, (sleep) => sleep === 0 ? -3600 : 600);
  const until = context.now() + 1800;
  assertEquals(await sleepUntil(until, () => true, context), "wake");
  assert(context.now() >= until);
});
