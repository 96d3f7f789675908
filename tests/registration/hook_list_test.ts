import { PATIENCE_MS } from "../../src/loop/time/wake_plan.ts";
import { HOUR_MS, SECOND_MS } from "../../src/text/time.ts";
import { assert, assertEquals } from "@std/assert";
import {
  groupsFor,
  type HookEntry,
  listEntries,
  nameEntry,
} from "../../src/registration/hook_list.ts";
import { addHooks } from "../../src/registration/settings_document.ts";
import registration from "../../hooks/hooks.json" with { type: "json" };

const entries = listEntries(registration.hooks);
const actionOf = (entry: HookEntry) => nameEntry(entry).split(": ")[1]!;

Deno.test("hooks.json: covers every event and tool that a loop needs, each once", () => {
  assertEquals(entries.map(nameEntry), [
    "Stop: stop",
    "Stop: session",
    "PreToolUse(Bash|Write|Edit|MultiEdit|NotebookEdit|AskUserQuestion|ExitPlanMode|mcp__.*): guard",
    "PostToolUse(Bash|Agent|Task|AskUserQuestion|ExitPlanMode|mcp__.*): session",
    "PostToolUse: session",
    "PostToolUseFailure(Bash|Agent|Task|AskUserQuestion|ExitPlanMode|mcp__.*): session",
    "PostToolUseFailure: session",
    "PermissionRequest: session",
    "Notification: session",
    "SessionStart: session",
    "UserPromptSubmit: prompt",
    "SessionEnd: session",
    "StopFailure: session",
  ]);
});

/** People read what an install writes. */
Deno.test("hooks: at most 14 entries, under 6.5 kB, each command on one short line", () => {
  assert(entries.length <= 14);
  for (const text of [JSON.stringify(registration, null, 2), installed("/home/developer")]) {
    assert(text.length < 6_500, `${text.length}`);
    for (const line of text.split("\n")) assert(line.length <= 180, line);
  }
});

function installed(home: string): string {
  return addHooks(null, groupsFor(`${home}/.claude/ralph/gate`, "ralph"));
}

Deno.test("hooks: what is installed differs from the plugin's only in the gate and the program", () => {
  const plugin = JSON.stringify(registration.hooks);
  const text = JSON.stringify(JSON.parse(installed("/h")).hooks);
  assertEquals(
    text,
    plugin.replaceAll('\\"${CLAUDE_PLUGIN_ROOT}/hooks/gate\\"', "/h/.claude/ralph/gate"),
  );
});

/** The hooks that sleep beside the session and wake it. */
function isWaker(entry: HookEntry): boolean {
  return entry.event === "StopFailure" || entry.event === "Stop" && actionOf(entry) === "session";
}

/** Eight days of sleep at most, and a day: at its timeout the client ends the hook, and nothing wakes. */
const WAKE_TIMEOUT_SECONDS = 9 * 24 * 3600;
/** Stop may run the user's verification commands; a prompt may start a loop, which scans the project. */
const TIMEOUT_SECONDS: Record<string, number> = { stop: 600, guard: 10, session: 10, prompt: 60 };

Deno.test("hooks.json: timeouts are seconds, each long enough for its hook", () => {
  for (const entry of entries) {
    const wanted = isWaker(entry) ? WAKE_TIMEOUT_SECONDS : TIMEOUT_SECONDS[actionOf(entry)];
    assertEquals(entry.hook["timeout"], wanted, entry.event);
  }
  assert(WAKE_TIMEOUT_SECONDS * SECOND_MS >= PATIENCE_MS + 12 * HOUR_MS);
  assert(WAKE_TIMEOUT_SECONDS * SECOND_MS < 2 ** 31, "a timer that overflows fires at once");
});

Deno.test("hooks.json: only wakers and reports are asynchronous: the agent is shown at once what was restored", () => {
  for (const entry of entries) {
    const { event, hook } = entry;
    const isReport = event === "PermissionRequest" || event === "Notification";
    assertEquals(hook["async"] === true, isWaker(entry) || isReport, event);
    assertEquals(hook["asyncRewake"] === true, isWaker(entry), event);
    assertEquals("onFailure" in hook, false, event);
  }
});

Deno.test("hook list: what is not in the client's shape is skipped", () => {
  for (
    const groups of [undefined, null, 5, "x", [], { Stop: 1 }, {
      Stop: [1, { hooks: 2 }, { hooks: [3, {}] }],
    }]
  ) {
    assertEquals(listEntries(groups), []);
  }
});
