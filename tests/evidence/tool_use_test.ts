import { assertEquals } from "@std/assert";
import { dropCounted, lastToolCallAt } from "../../src/evidence/tool_use.ts";

Deno.test("tool use: a tool call takes the continuations before it out of the count", () => {
  const at = (lastToolCallAt: number | null) =>
    dropCounted([10, 20, 30], { lastToolCallAt, stopHookActive: true });
  assertEquals(at(null), [10, 20, 30]);
  assertEquals(at(5), [10, 20, 30]);
  assertEquals(at(20), [30]);
  assertEquals(at(31), []);
});

Deno.test("tool use: the count begins anew with a prompt, as the client's does", () => {
  assertEquals(dropCounted([10, 20], { lastToolCallAt: null, stopHookActive: false }), []);
});

Deno.test("tool use: the last call is known from beats where the transcript lags", () => {
  const beats = [
    { at: 12, event: "PreToolUse", tool_use_id: "a" },
    { at: 40, event: "UserPromptSubmit" },
  ];
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, beats), 12);
  assertEquals(lastToolCallAt({ lastToolCallAt: 15 }, beats), 15);
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, []), null);
});

Deno.test("tool use: a subagent's calls are none of the main conversation's", () => {
  const beats = ["subagent-tool-start", "subagent-tool-end"].map((event) => (
    { at: 12, event, tool_use_id: "a", duration_ms: 5 }
  ));
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, beats), null);
});

Deno.test("tool use: a result that beats late does not hide the continuation after its call", () => {
  const beats = [{ at: 101, event: "PostToolUse", tool_use_id: "a", duration_ms: 5000 }];
  assertEquals(lastToolCallAt({ lastToolCallAt: null }, beats), 96);
});
