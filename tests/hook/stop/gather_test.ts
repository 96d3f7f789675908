import { assertEquals, assertStringIncludes } from "@std/assert";
import { gather } from "../../../src/hook/stop/gather.ts";
import { openStop } from "../../../src/hook/stop/session.ts";
import type { HookEvent } from "../../../src/lifecycle/event.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { LoopProject, NOW } from "../../lifecycle/_loop.ts";

const PLAN = "# Plan\n\n- [x] one | `true`\n- [ ] two\n";

async function gathered(
  project: LoopProject,
  event: Partial<HookEvent> = {},
  record: Partial<LoopRecord> = {},
) {
  const call = project.event(event);
  return await gather(
    await openStop({ ...call, loop: { ...call.loop, record: { ...call.loop.record, ...record } } }),
  );
}

Deno.test("gather: the plan's items and their commands are facts", async () => {
  using project = new LoopProject({}, { files: { "PLAN.md": PLAN } });
  const focus = { path: project.path("PLAN.md"), method: "explicit", candidates: [] };
  const { facts, items } = await gathered(project, {}, { focus });
  assertEquals([facts.completion.done, facts.completion.total], [1, 2]);
  assertEquals(facts.completion.openItems, ["two"]);
  assertEquals([facts.checks, items.map(({ command }) => command)], [["true"], ["true"]]);
});

Deno.test("gather: scanner and verification commands do not run", async () => {
  using project = new LoopProject();
  const { facts } = await gathered(project);
  assertEquals([facts.verification, facts.opportunities], [{ kind: "none" }, null]);
});

Deno.test("gather: marks, mode, time and tags come from the event", async () => {
  using project = new LoopProject();
  const message = "<promise>TASK_COMPLETE</promise>";
  const { facts } = await gathered(project, {
    lastAssistantMessage: message,
    permissionMode: "plan",
  });
  assertEquals([facts.killSwitch, facts.markerPresent, facts.nowMs], [null, true, NOW]);
  assertEquals([facts.permissionMode, facts.tags.promise], ["plan", "TASK_COMPLETE"]);
});

Deno.test("gather: a message that the client does not send is read from the transcript", async () => {
  const line = {
    type: "assistant",
    timestamp: "2026-01-01T00:09:00Z",
    message: { content: [{ type: "text", text: "<blocked>a key</blocked>" }] },
  };
  using project = new LoopProject({}, { files: { "t.jsonl": `${JSON.stringify(line)}\n` } });
  const transcript = { transcriptPath: project.path("t.jsonl"), lastAssistantMessage: "" };
  assertEquals((await gathered(project, transcript)).facts.tags.blocked, "a key");
});

Deno.test("gather: the loop waits for a new background command once, then notes it", async () => {
  using project = new LoopProject();
  const task = { id: "b1", type: "shell", status: "running", description: "npm run dev" };
  const first = await gathered(project, { backgroundTasks: [task] });
  assertStringIncludes(first.facts.waitsOn ?? "", "npm run dev");
  const second = await gathered(project, { backgroundTasks: [task] }, { shellsSeen: ["b1"] });
  assertEquals(second.facts.waitsOn, null);
  assertStringIncludes(second.notes.join(), "npm run dev");
});

Deno.test("gather: the client's cap comes from the environment, else its default", async () => {
  for (const [cap, expected] of [["3", 3], ["0", 0], ["many", 8]] as const) {
    const variables = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: cap };
    using project = new LoopProject({}, { variables });
    assertEquals((await gathered(project)).facts.blockCap, expected, cap);
  }
});

Deno.test("gather: the loop waits for work that ends by itself, not for work that is over", async () => {
  using project = new LoopProject();
  const { facts: woken } = await gathered(project, { sessionCrons: [{ id: "c1" }] });
  assertStringIncludes(woken.waitsOn ?? "", "1 scheduled wake-up");
  const task = { id: "a1", type: "subagent", status: "completed", description: "review" };
  assertEquals((await gathered(project, { backgroundTasks: [task] })).facts.waitsOn, null);
});

Deno.test("gather: the session's record gets the present output", async () => {
  using project = new LoopProject();
  const { session } = await gathered(project);
  assertEquals(session.recentOutputs.map(({ text }) => text), ["Worked on it."]);
});
