import { assert, assertEquals } from "@std/assert";
import { AgentWatch } from "../../../src/run/events/agent_watch.ts";

/** Lets an agent print lines, objects as JSON. */
function watch(...lines: unknown[]): AgentWatch {
  const agent = new AgentWatch();
  for (const line of lines) agent.take(typeof line === "string" ? line : JSON.stringify(line));
  return agent;
}

const CLAUDE_TOOL = {
  type: "assistant",
  message: {
    id: "m1",
    content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "make" } }],
    usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 5 },
  },
};
const toolResult = (more = {}) => ({
  type: "user",
  message: { content: [{ type: "tool_result", tool_use_id: "t1", ...more }] },
});

Deno.test("events: Claude's tools are in flight from call to result", () => {
  assertEquals(watch(CLAUDE_TOOL).toolsInFlight, ["Bash: make"]);
  assertEquals(watch(CLAUDE_TOOL, toolResult()).toolsInFlight, []);
});

Deno.test("events: Claude's tokens count once per answer, and the result's total takes precedence", () => {
  const grown = {
    ...CLAUDE_TOOL,
    message: { ...CLAUDE_TOOL.message, usage: { input_tokens: 10, output_tokens: 9 } },
  };
  assertEquals(watch(CLAUDE_TOOL, grown).tokens, 19);
  const done = watch(CLAUDE_TOOL, {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "ok",
    total_cost_usd: 0.5,
    usage: { input_tokens: 100, output_tokens: 50 },
  });
  assertEquals([done.tokens, done.costUsd, done.result?.isError], [150, 0.5, false]);
});

Deno.test("events: a refusal counts unless the agent succeeds after it, a warning never", () => {
  const limit = (status: string) => ({
    type: "rate_limit_event",
    rate_limit_info: { status, resetsAt: 1_800_000_000, rateLimitType: "five_hour" },
  });
  const good = { type: "result", subtype: "success", is_error: false, result: "ok" };
  const bad = { ...good, is_error: true, result: "You have hit your limit" };
  assertEquals(watch(limit("rejected"), bad).failedRequest?.resetAtMs, 1_800_000_000_000);
  assertEquals(watch(limit("rejected"), good).failedRequest, null);
  assertEquals(watch(limit("allowed_warning"), bad).failedRequest, null);
  const refused = { type: "result", subtype: "success", is_error: true, api_error_status: 429 };
  assert(watch(refused).failedRequest !== null, "by the status that the result repeats");
  const tooLong = { type: "result", subtype: "error_max_turns", is_error: true };
  assertEquals(watch(limit("rejected"), tooLong).failedRequest, null, "the agent's own end");
});

Deno.test("events: Codex", () => {
  const item = (type: string, more = {}) => ({ type, item: { id: "i", ...more } });
  const command = { type: "command_execution", command: "cargo test" };
  assertEquals(watch(item("item.started", command)).toolsInFlight, [
    "command_execution: cargo test",
  ]);
  const done = watch(
    { type: "thread.started", thread_id: "x" },
    item("item.started", command),
    item("item.completed", { ...command, status: "failed", aggregated_output: "error: E1" }),
    item("item.completed", { type: "agent_message", text: "Finished." }),
    {
      type: "turn.completed",
      usage: { input_tokens: 7, cached_input_tokens: 5, output_tokens: 3 },
    },
  );
  assertEquals([done.toolsInFlight.length, done.tokens, done.lastMessage], [0, 10, "Finished."]);
  assert(done.lines.includes("error: E1"));
  const failed = watch({ type: "turn.failed", error: { message: "usage limit" } });
  assertEquals([failed.result?.isError, failed.errors], [true, ["usage limit"]]);
});

Deno.test("events: Gemini", () => {
  const done = watch(
    { type: "init", session_id: "s", model: "m" },
    { type: "tool_use", tool_name: "shell", tool_id: "t", parameters: { command: "ls" } },
    { type: "tool_result", tool_id: "t", status: "success", output: "x" },
    { type: "message", role: "assistant", content: "Hello.", delta: true },
    { type: "result", status: "success", stats: { total_tokens: 42 } },
  );
  assertEquals([done.tokens, done.result?.isError, done.lastMessage], [42, false, "Hello."]);
});

Deno.test("events: opencode", () => {
  const part = (type: string, more: Record<string, unknown>) => ({ type, part: more });
  const running = part("tool_use", { callID: "c", tool: "bash", state: { status: "running" } });
  assertEquals(watch(running).toolsInFlight, ["bash"]);
  const step = {
    id: "p",
    reason: "stop",
    cost: 0.1,
    tokens: { input: 1, output: 2, cache: { read: 3, write: 4 } },
  };
  const done = watch(
    running,
    part("tool_use", { callID: "c", tool: "bash", state: { status: "completed" } }),
    part("text", { text: "Bye." }),
    part("step_finish", { ...step, id: "q", reason: "tool-calls" }),
    part("step_finish", step),
  );
  assertEquals([done.tokens, done.costUsd, done.toolsInFlight.length], [20, 0.2, 0]);
  assertEquals([done.result?.isError, done.lastMessage], [false, "Bye."]);
});

Deno.test("events: a line that is not an event is text", () => {
  for (const line of ["{", "{}", '{"type":7}', "[1]", '"type"', 'x {"type":"result"}', ""]) {
    const agent = watch(line);
    assertEquals([agent.isStructured, agent.result], [false, null], line);
  }
  assertEquals(watch('\u001b[0m{"type":"turn.started"}\r').isStructured, true);
  assertEquals(watch('{"type":"something.new"}').isStructured, true, "another version's event");
});

Deno.test("events: only the last lines of a day of output are kept", () => {
  const agent = new AgentWatch();
  for (let line = 0; line < 50_000; line++) agent.take(`line ${line} ${"x".repeat(100)}`);
  assertEquals(agent.lines.length, 200);
  assert(agent.lines.at(-1)?.startsWith("line 49999"));
});
