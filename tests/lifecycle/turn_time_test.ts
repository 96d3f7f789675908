import { assertEquals, assertStringIncludes } from "@std/assert";
import { countLastTurn } from "../../src/lifecycle/turn_time.ts";
import { toInstant } from "../../src/text/instant.ts";
import { LoopProject, NOW } from "./_loop.ts";

/** A transcript with entries of the agent at the given seconds before now. */
function transcript(...ago: number[]): string {
  return ago.map((seconds) =>
    JSON.stringify({
      type: "assistant",
      timestamp: toInstant(NOW - seconds),
      message: { content: [{ type: "text", text: "…" }] },
    }) + "\n"
  ).join("");
}

function counted(project: LoopProject): number {
  const call = project.event({ transcriptPath: project.path("t.jsonl") });
  return countLastTurn(call).accumulatedRuntimeSeconds;
}

const WOUND = {
  lastHookTimestamp: NOW - 200,
  turn: { state: "running", since: toInstant(NOW) },
} as const;

Deno.test("countLastTurn: the turn that an end cuts off counts", () => {
  using project = new LoopProject(WOUND, { files: { "t.jsonl": transcript(150, 30) } });
  assertEquals(counted(project), 200);
});

Deno.test("countLastTurn: a silence does not count, and the journal contains its times", () => {
  const record = { ...WOUND, lastHookTimestamp: NOW - 590 };
  using project = new LoopProject(record, { files: { "t.jsonl": transcript(580, 10) } });
  assertEquals(counted(project), 20);
  const journal = project.read(`~/.claude/ralph/loops/${project.id}/journal.jsonl`);
  assertStringIncludes(journal, "CLI pause detected");
  assertStringIncludes(journal, `from ${toInstant(NOW - 580)} to ${toInstant(NOW - 10)}`);
});

Deno.test("countLastTurn: neither a paused loop nor an unreadable transcript adds time", () => {
  using project = new LoopProject({ ...WOUND, state: "paused" });
  assertEquals(counted(project), 0);
});
