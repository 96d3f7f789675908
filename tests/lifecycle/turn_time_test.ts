import { assertEquals, assertStringIncludes } from "@std/assert";
import { SECOND_MS } from "../../src/text/time.ts";
import { countLastTurn } from "../../src/lifecycle/turn_time.ts";
import { renderInstant } from "../../src/text/instant.ts";
import { LoopProject, NOW } from "./_loop.ts";

/** A transcript with entries of the agent at the given seconds before now. */
function transcript(...ago: number[]): string {
  return ago.map((seconds) =>
    JSON.stringify({
      type: "assistant",
      timestamp: renderInstant(NOW - seconds * SECOND_MS),
      message: { content: [{ type: "text", text: "…" }] },
    }) + "\n"
  ).join("");
}

function counted(project: LoopProject): number {
  const call = project.event({ transcriptPath: project.path("t.jsonl") });
  return countLastTurn(call).accumulatedRuntimeMs;
}

const WOUND = { lastHookAtMs: NOW - 200_000, turn: { state: "running", since: NOW } } as const;

Deno.test("countLastTurn: the turn that an end cuts off counts", () => {
  using project = new LoopProject(WOUND, { files: { "t.jsonl": transcript(150, 30) } });
  assertEquals(counted(project), 200_000);
});

Deno.test("countLastTurn: a silence does not count, and the journal contains its times", () => {
  const record = { ...WOUND, lastHookAtMs: NOW - 590_000 };
  using project = new LoopProject(record, { files: { "t.jsonl": transcript(580, 10) } });
  assertEquals(counted(project), 20_000);
  const journal = project.read(`~/.claude/ralph/loops/${project.id}/journal.jsonl`);
  assertStringIncludes(journal, "No activity");
  const span = { from: renderInstant(NOW - 580_000), to: renderInstant(NOW - 10_000) };
  assertStringIncludes(journal, JSON.stringify({ span }).slice(1, -1));
});

Deno.test("countLastTurn: neither a paused loop nor an unreadable transcript adds time", () => {
  using project = new LoopProject({ ...WOUND, state: "paused" });
  assertEquals(counted(project), 0);
});
