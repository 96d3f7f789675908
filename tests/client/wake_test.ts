import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  client,
  fail,
  inPane,
  Pane,
  readLoop,
  runClient,
  say,
  type ScriptedApi,
  type Stage,
  startLoop,
  type Step,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

/** Disables the client's own retries: its ten take three minutes. */
const env = { CLAUDE_CODE_MAX_RETRIES: "0" };
const LIMIT = fail(429, "rate_limit_error", "Usage limit reached");

/** Starts a loop whose model follows `steps`, and waits until its first error has paused it. */
async function runIntoLimit(
  stage: Stage,
  steps: Step[],
  config: Record<string, unknown>,
): Promise<{ api: ScriptedApi; pane: Pane }> {
  await stage.write(".claude/ralph-config.json", JSON.stringify(config));
  await startLoop(stage);
  const api = stage.serve((asked) => {
    const step = steps[asked.index] ?? say("More talk.");
    return typeof step === "function" ? step(asked) : step;
  });
  const pane = await Pane.atWork(stage, api, { env });
  await waitUntil(
    async () => (await readLoop(stage))?.state === "paused",
    () => `the loop was not paused; ${api.main.length} requests`,
  );
  return { api, pane };
}

inPane.test("a rate limit pauses the loop, which wakes by itself and continues", async (stage) => {
  const steps = [bash("echo a"), LIMIT, bash("echo b"), say("Back."), tick(), say("Done.")];
  // Long enough to read the pause on a busy machine.
  const { api } = await runIntoLimit(stage, steps, { "wake_backoff_seconds": [8] });
  const paused = await readLoop(stage);
  assertEquals([paused.pause.why, paused.pause.wakes_by_itself], ["rate-limited", true]);
  const status = await stage.ralph(["status"], true);
  assertStringIncludes(status.stdout, "wakes by itself");

  assertEquals(await waitForEnd(stage), "complete");
  assertEquals(api.main.length, steps.length);
});

inPane.test("the loop survives three errors in a row", async (stage) => {
  const steps = [LIMIT, LIMIT, LIMIT, bash("echo b"), say("Back."), tick(), say("Done.")];
  const { api } = await runIntoLimit(stage, steps, { "wake_backoff_seconds": [1] });
  assertEquals(await waitForEnd(stage), "complete");
  assertEquals(api.main.length, steps.length);
});

/** A time as the client prints the end of a weekly limit: `Nov 25, 5pm (UTC)`. */
function printReset(reset: Date): string {
  const printed = reset.toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    hour12: true,
    timeZone: "UTC",
  });
  return `${printed.replace(/[ \u202f]([AP]M)/, (_, half) => half.toLowerCase())} (UTC)`;
}

inPane.test("the loop sleeps until the end of a weekly limit", async (stage) => {
  const reset = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3 * 86_400_000);
  const words = `You've hit your weekly limit · resets ${printReset(reset)}`;
  await runIntoLimit(stage, [fail(429, "rate_limit_error", words)], {});
  const { pause } = await readLoop(stage);
  assertEquals([pause.why, pause.wakes_by_itself], ["rate-limited", true]);
  assertEquals(Date.parse(pause.until) - reset.getTime(), 20_000);
  await stage.ralph(["stop"]);
});

inPane.test("a prompt typed while the loop sleeps resumes it at once", async (stage) => {
  const steps = [LIMIT, say("I am back."), tick(), say("Done.")];
  const { api, pane } = await runIntoLimit(stage, steps, { "wake_backoff_seconds": [6] });
  await pane.type("Are you there?");
  assertEquals(await waitForEnd(stage), "complete");
  const requests = api.main.length;
  await new Promise((resolve) => setTimeout(resolve, 7000));
  assertEquals(api.main.length, requests, "the sleeper does not wake what is awake");
});

inPane.test("after /clear while the loop sleeps the new conversation is not woken", async (stage) => {
  const { api, pane } = await runIntoLimit(stage, [LIMIT], { "wake_backoff_seconds": [6] });
  await pane.type("/clear");
  await new Promise((resolve) => setTimeout(resolve, 7000));
  assertEquals(api.main.length, 1);
  assertEquals((await readLoop(stage)).state, "paused");
});

client.test("in `-p` the failure hook ends at once, and status shows the pause", async (stage) => {
  const sessionId = crypto.randomUUID();
  await stage.write(".claude/ralph-config.json", '{ "wake_backoff_seconds": [600] }');
  await startLoop(stage, { sessionId });
  const api = stage.serve(() => LIMIT);
  const run = await runClient(stage, api, "Work", { sessionId, env });
  assertEquals(run.timedOut, false, "the client does not wait for the end of the limit");
  const loop = await readLoop(stage);
  assertEquals([loop.state, loop.pause.wakes_by_itself], ["paused", false]);
});
