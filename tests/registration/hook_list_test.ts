import { PATIENCE_MS } from "../../src/loop/time/wake_plan.ts";
import { HOUR_MS, SECOND_MS } from "../../src/text/time.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  groupsFor,
  type HookEntry,
  listEntries,
  nameEntry,
} from "../../src/registration/hook_list.ts";
import { readHookCommand, renderHookCommand } from "../../src/registration/ours.ts";
import registration from "../../hooks/hooks.json" with { type: "json" };

const entries = listEntries(registration.hooks);

Deno.test("hooks.json: every entry is the gate's command for the ralph on the PATH", () => {
  for (const { hook } of entries) {
    const ours = readHookCommand(hook.command);
    assert(ours !== null, hook.command);
    assertEquals(hook.command, renderHookCommand("ralph", ours.action));
    assertEquals(hook.type, "command");
  }
});

Deno.test("hooks.json: covers every event and tool that a loop needs, each once", () => {
  assertEquals(entries.map(nameEntry), [
    "Stop: stop",
    "Stop: session",
    "PreToolUse(Bash|Write|Edit|MultiEdit|NotebookEdit|AskUserQuestion|ExitPlanMode): guard",
    "PreToolUse: archive if Write(**/.claude/plans/**)",
    "PreToolUse: archive if Edit(**/.claude/plans/**)",
    "PreToolUse: archive if MultiEdit(**/.claude/plans/**)",
    "PostToolUse(Bash|Agent|Task|AskUserQuestion|ExitPlanMode|mcp__.*): session",
    "PostToolUseFailure(Bash|Agent|Task|AskUserQuestion|ExitPlanMode|mcp__.*): session",
    "PermissionRequest: session",
    "Notification: session",
    "SessionStart: session",
    "UserPromptSubmit: prompt",
    "SessionEnd: session",
    "StopFailure: session",
  ]);
});

/** The hooks that sleep beside the session and wake it. */
function isWaker({ event, hook }: HookEntry): boolean {
  return event === "StopFailure" ||
    event === "Stop" && readHookCommand(hook.command)?.action === "session";
}

/** Eight days of sleep at most, and a day: at its timeout the client ends the hook, and nothing wakes. */
const WAKE_TIMEOUT_SECONDS = 9 * 24 * 3600;
/** Stop may run the user's verification commands; a prompt may start a loop, which scans the project. */
const TIMEOUT_SECONDS = { stop: 600, guard: 10, archive: 10, session: 10, prompt: 60 };

Deno.test("hooks.json: timeouts are seconds, each long enough for its hook", () => {
  for (const entry of entries) {
    const action = readHookCommand(entry.hook.command)?.action ?? "stop";
    const wanted = isWaker(entry) ? WAKE_TIMEOUT_SECONDS : TIMEOUT_SECONDS[action];
    assertEquals(entry.hook["timeout"], wanted, entry.event);
    // The predecessor wrote milliseconds: its 30000 meant eight hours.
    if (!isWaker(entry)) assert(wanted <= 600, entry.event);
  }
});

Deno.test("hooks.json: the waking hook outlives the longest sleep", () => {
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

Deno.test("hook list: only the program differs from the plugin's list", () => {
  const plugin = groupsFor("ralph");
  assertEquals<unknown>(plugin, registration.hooks);
  const installed = listEntries(groupsFor("/opt/a b/ralph"));
  assertEquals(installed.map(nameEntry), entries.map(nameEntry));
  for (const { hook } of installed) assertMatch(hook.command, /^ralph='\/opt\/a b\/ralph'; /);
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
