/** The status line in the real client. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  fail,
  inPane,
  Pane,
  readLoop,
  say,
  script,
  type Stage,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
} from "./harness/mod.ts";

const SETTINGS = "~/.claude/settings.json";

/** The status line that a user has already, with its own colours. */
const MINE = {
  type: "command",
  command: `printf '\\033[31mmine:\\033[0m %s' "$(cat | grep -o '"session_id"')"`,
};

async function addMine(stage: Stage): Promise<void> {
  const settings = await stage.readJson(SETTINGS);
  await stage.write(SETTINGS, JSON.stringify({ ...settings, statusLine: MINE }, null, 2));
}

inPane.test("the pane shows the user's status line and the loop below it, to its end", async (stage) => {
  await addMine(stage);
  await startLoop(stage);
  await stage.ralph(["hooks", "install", "--statusline"]);
  let seen = "";
  const pane = await Pane.start(
    stage,
    stage.serve(script([
      bash("echo a"),
      say("One step."),
      async () => {
        seen = await pane.waitFor(/ralph turn 1\/99 · 0 of 9 h · 0\/3 items/);
        return tick();
      },
      say("Everything is done."),
    ])),
  );
  await pane.type("Work");
  await waitForEnd(stage);
  const lines = seen.split("\n").map((line) => line.trim());
  const ours = lines.findLastIndex((line) => line.startsWith("ralph turn 1/99"));
  assert(lines[ours - 1]!.startsWith('mine: "session_id"'), lines.slice(-8).join("\n"));
  await pane.waitFor(/ralph · ended \d\d:\d\d: done · 3\/3 items/);
});

inPane.test("a limit of the server, not of the account, is tried again soon, and the status line shows it beside the account's", async (stage) => {
  await startLoop(stage);
  await stage.ralph(["hooks", "install", "--statusline"]);
  const resetsAt = Math.floor(Date.now() / 1000) + 7200;
  const isKept = async () => await stage.read("~/.claude/ralph/rate-limits.json") !== undefined;
  const api = stage.serve(script([
    bash("echo a"),
    async () => {
      await waitUntil(isKept, () => "the windows were not kept");
      return fail(429, "rate_limit_error", "Limit reached");
    },
  ], fail(429, "rate_limit_error", "Limit reached")));
  api.headers = {
    "anthropic-ratelimit-unified-status": "allowed",
    "anthropic-ratelimit-unified-5h-utilization": "0.98",
    "anthropic-ratelimit-unified-5h-reset": String(resetsAt),
    "anthropic-ratelimit-unified-7d-utilization": "0.5",
    "anthropic-ratelimit-unified-7d-reset": String(resetsAt + 80_000),
  };
  const pane = await Pane.atWork(stage, api, {
    env: {
      // The client reports rate limits to subscribers only.
      ANTHROPIC_API_KEY: "",
      CLAUDE_CODE_OAUTH_TOKEN: "sk-ant-oat01-dummy-token-of-a-test",
      CLAUDE_CODE_MAX_RETRIES: "0",
    },
  });
  await waitUntil(
    async () => (await readLoop(stage))?.state === "paused",
    () => "the loop was not paused",
  );
  const { pause } = await readLoop(stage);
  assertEquals(pause.why, "api-error", pause.detail);
  assertStringIncludes(pause.detail, "not your usage limit");
  assert(Date.parse(pause.until) / 1000 < resetsAt - 3600, pause.until);
  // No event of the client follows a pause: it asks for the line again by its own clock.
  await pane.waitFor(/ralph turn 0\/99 · paused until /, 60_000);
  const windows = (await stage.readJson("~/.claude/ralph/rate-limits.json")).windows;
  assertEquals(
    windows.map((window: { name: string; used_percentage: number }) => [
      window.name,
      window.used_percentage,
    ]),
    [["five_hour", 98], ["seven_day", 50]],
  );
});
