import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readTags } from "../../src/evidence/tags/tags.ts";
import type { Instruction } from "../../src/loop/decision.ts";
import { buildContinuation, MAX_PROMPT_CHARACTERS } from "../../src/prompt/continuation.ts";
import { ALL_DONE, givenRecord, givenSettings } from "../loop/_given.ts";
import { ADAPTER, givenInput, givenRound, INSTRUCTIONS } from "./_given_input.ts";

Deno.test("prompt: text reaches the agent as it was written, neither escaped nor rendered", () => {
  const task = `fix <b> & "quotes" {{ 7 * 7 }} {% raw %} it's $HOME`;
  const focus = { path: null, method: "task", candidates: [] };
  const text = buildContinuation(givenInput({ record: givenRecord({ task, focus }) }));
  assertStringIncludes(text, `**Task**, as the user gave it:\n\n> ${task}\n`);
});

Deno.test("prompt: offers a promise only where it counts, and once no item is open", () => {
  assertEquals((buildContinuation(givenInput())).includes("<promise>"), false);
  const settings = givenSettings({ promise: "ALL GREEN" });
  const open = buildContinuation(givenInput({ settings }));
  assertStringIncludes(open, "<promise>ALL GREEN</promise>");
  assertStringIncludes(open, "and no item open?");
  const done = buildContinuation(givenInput({ settings, completion: ALL_DONE }));
  assertEquals(done.includes("no item open"), false);
});

Deno.test("prompt: guidance is shown in every phase, as it was written", () => {
  const guidance = {
    encouraged: ["speed & <simplicity>"],
    forbidden: ["new {{ deps }}"],
    leftOut: 2,
  };
  for (const instruction of INSTRUCTIONS) {
    const text = buildContinuation(givenInput({ instruction, guidance }));
    assertStringIncludes(text, "- speed & <simplicity>\n");
    assertStringIncludes(text, "- new {{ deps }}\n");
    assertStringIncludes(text, "and 2 more");
  }
});

Deno.test("prompt: hundreds of open items become a dozen and a count", () => {
  const openItems = Array.from({ length: 500 }, (_, index) => `item ${index}`);
  const instruction: Instruction = {
    kind: "confirm-completion",
    signal: "explicit_marker",
    openItems,
  };
  const text = buildContinuation(givenInput({ instruction }));
  assertStringIncludes(text, "\n- [ ] item 0\n");
  assertStringIncludes(text, "\n… and 488 more\n");
  assert(text.length < MAX_PROMPT_CHARACTERS);
});

Deno.test("prompt: the round that verifies fixes lists the findings, and counts the rest", () => {
  const findings = Array.from({ length: 40 }, (_, index) => ({
    severity: "medium",
    text: `number ${index} ${"x".repeat(300)}`,
  }));
  const second = buildContinuation(givenInput({ instruction: givenRound(2, { findings }) }));
  assertStringIncludes(second, '- medium: "number 0 xxx');
  assertStringIncludes(second, "… and 28 more");
  const third = buildContinuation(givenInput({ instruction: givenRound(3, { findings }) }));
  assertEquals(third.includes("number 0"), false);
});

Deno.test("prompt: an idle agent over a complete task is not asked to tick it", () => {
  const instruction: Instruction = { kind: "explore", why: "idle" };
  const exploring = { instruction, record: givenRecord({ phase: "exploration" }) };
  const done = buildContinuation(givenInput({ ...exploring, completion: ALL_DONE }));
  assertStringIncludes(done, "Do not announce that you are done");
  assertEquals(/Tick every item/.test(done), false);
  const open = buildContinuation(givenInput(exploring));
  assertStringIncludes(open, "1 item of the plan is open. Do the next one now.");
  assertEquals(/sub-agents|busywork/.test(open), false);
  assertStringIncludes(open, "Tick every item");
});

Deno.test("prompt: names an adapter that blocks the end", async () => {
  const render = (confidence: number) =>
    buildContinuation(givenInput({
      record: givenRecord({ phase: "exploration", adapter: { ...ADAPTER, confidence } }),
      completion: ALL_DONE,
      instruction: { kind: "explore", why: "complete" },
    }));
  assertStringIncludes(await render(0.5), "and the project's adapter no longer wants to continue.");
  assertStringIncludes(await render(0), "minimum time and turns are reached.");
});

Deno.test("prompt: in a validation round a warning about tools says how to close the round", () => {
  const record = givenRecord({ phase: "validation" });
  const instruction: Instruction = { kind: "use-a-tool", left: 2 };
  const text = buildContinuation(
    givenInput({ record, instruction, completion: ALL_DONE }),
  );
  assertStringIncludes(text, "The validation round is still open");
  assertEquals(/Tick every item|not there/.test(text), false);
});

Deno.test("prompt: a failing check of a task without items does not mention ticks", () => {
  const record = givenRecord({
    phase: "exploration",
    promised: "TASK_COMPLETE",
    task: "add dark mode",
    focus: { path: null, method: "task", candidates: [] },
  });
  for (const instruction of INSTRUCTIONS.filter(({ kind }) => /verification/.test(kind))) {
    const text = buildContinuation(givenInput({ record, instruction }));
    assertEquals(/tick|promise/i.test(text), false);
    assertStringIncludes(text, "ends by itself when the checks pass");
  }
});

Deno.test("prompt: does not ask for a promise that would not end the loop", async () => {
  const focus = { path: null, method: "no_focus", candidates: [] };
  const record = givenRecord({ focus, phase: "exploration" });
  const { completion } = givenInput();
  const none = { ...completion, verdict: "unknown" as const, done: 0, total: 0, openItems: [] };
  const render = (changes: Parameters<typeof givenSettings>[0]) =>
    buildContinuation(givenInput({
      record,
      completion: none,
      instruction: { kind: "explore", why: "no-focus" },
      settings: givenSettings(changes),
    }));
  assertStringIncludes(await render({}), "<promise>TASK_COMPLETE</promise>");
  for (const changes of [{ eternal: true }, { min_iterations: 50 }]) {
    const text = await render(changes);
    assertEquals(text.includes("<promise>"), false);
    assertStringIncludes(text, "Do not announce that you are done");
  }
});

const RUN = { run: "r1", sharpe: "1.20", cagr: "10 %", maxdd: "5 %", wfe: "0.6", ago: 2 };

Deno.test("prompt: an adapter's template replaces the exploration, a text is added to it", () => {
  const instruction: Instruction = { kind: "explore", why: "no-focus" };
  const data = { reason: "Flat", best: RUN, runs: 6, table: [RUN], isConverged: true };
  const template = "alpha-forge-convergence.md";
  const led = buildContinuation(givenInput({ instruction, adapter: { template, data } }));
  assertStringIncludes(led, "| r1 | 1.20 |");
  assertStringIncludes(led, "sub-agents of type Explore");
  assertEquals(led.includes("Compare documentation"), false);
  const text = buildContinuation(
    givenInput({ instruction, adapter: { text: "Try {{ 7 * 7 }} <now>" } }),
  );
  assertStringIncludes(text, "\nTry {{ 7 * 7 }} <now>\n");
  assertStringIncludes(text, "Compare documentation");
});

Deno.test("prompt: an adapter's template that cannot be rendered is left out, and says so", () => {
  for (const template of ["alpha-forge-exploration.md", "alpha-forge-convergence.md"] as const) {
    const text = buildContinuation(givenInput({ adapter: { template, data: {} } }));
    assertStringIncludes(text, "(The adapter's part is left out: ");
    assertStringIncludes(text, "Do it completely");
  }
});

Deno.test("prompt: a long task keeps its lines, and what is cut is counted", () => {
  const focus = { path: null, method: "task", candidates: [] };
  const task = `first\nsecond\n${"x".repeat(5_000)}`;
  const text = buildContinuation(givenInput({ record: givenRecord({ task, focus }) }));
  assertStringIncludes(text, "\n> first\n> second\n> xxx");
  assertStringIncludes(text, "\n> … (+2013 characters)\n");
});

Deno.test("prompt: a repeat is short, with the next item, guidance and warnings", () => {
  const guidance = { encouraged: ["speed"], forbidden: [], leftOut: 0 };
  const full = buildContinuation(givenInput({ guidance }));
  const brief = buildContinuation(
    givenInput({ guidance, isRepeat: true, nearEnd: ["The end is near."] }),
  );
  assert(brief.startsWith("Turn 3 of 99 · 1 h of 9 h · 2 of 3 items done\n"), brief);
  for (const part of ['/plan.md`: "the third"', "- speed", "The end is near.", "tick it"]) {
    assertStringIncludes(brief, part);
  }
  assert(brief.length * 2 < full.length, `${brief.length} of ${full.length}`);
});

Deno.test("prompt: a project's template for an instruction is sent in every turn", async () => {
  const { parseTemplate, loadParser } = await import("../../src/prompt/parse_template.ts");
  const own = parseTemplate(await loadParser(), "MY OWN TEXT");
  const templates = {
    problems: [],
    find: (name: string) => name === "work.md" ? own : null,
    refuse: () => {},
  };
  const text = buildContinuation(givenInput({ isRepeat: true, templates }));
  assertStringIncludes(text, "MY OWN TEXT");
});

Deno.test("prompt: tags of a prompt that the agent repeats have no effect", () => {
  for (const instruction of INSTRUCTIONS) {
    const text = buildContinuation(givenInput({ instruction }));
    const { blocked, findings, ideas, promise, unread, validated, worked } = readTags(text);
    assertEquals([blocked, promise, validated], [null, null, false], text);
    assertEquals([...findings, ...ideas, ...worked, ...unread], [], text);
  }
});

Deno.test("prompt: a long item is cut between characters", () => {
  const openItems = ["🚀".repeat(500)];
  const instruction = { kind: "confirm-completion", signal: "promise", openItems } as const;
  const text = buildContinuation(givenInput({ instruction }));
  assertStringIncludes(text, `\n- [ ] ${"🚀".repeat(159)}…\n`);
});

Deno.test("prompt: an item that waits for a person is named with its need, and the next one is given", () => {
  const completion = {
    ...ALL_DONE,
    verdict: "incomplete" as const,
    openItems: ["ask a", "write b"],
  };
  const waitingItems = [{ key: "ask a#0", text: "ask a", need: "the key for a" }];
  const items = { done: 0, total: 2, next: "write b" };
  const given = { completion, record: givenRecord({ waitingItems, items }) };
  for (const isRepeat of [false, true]) {
    const text = buildContinuation(givenInput({ ...given, isRepeat }));
    assertStringIncludes(text, '- Leave "ask a" open, it waits for a person: "the key for a"\n');
    assertStringIncludes(text, ': "write b"\n');
  }
});
