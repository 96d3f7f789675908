import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readTags } from "../../src/evidence/tags/tags.ts";
import type { Instruction } from "../../src/loop/decision.ts";
import { buildContinuation, MAX_PROMPT_CHARACTERS } from "../../src/prompt/continuation.ts";
import { ALL_DONE, givenRecord, givenSettings } from "../loop/_given.ts";
import { found, givenInput, givenRound, INSTRUCTIONS } from "./_given_input.ts";

for (const instruction of INSTRUCTIONS) {
  Deno.test(`prompt: ${nameOf(instruction)} has header, focus, and how to end`, async () => {
    const text = await buildContinuation(givenInput({ instruction }));
    assert(text.startsWith("**IMPLEMENTATION** | Iteration 3/99"));
    assertStringIncludes(text, "**Focus file**: `/home/dev/app/plan.md`");
    assertStringIncludes(text, "<blocked>what is needed</blocked>");
    assert(text.length < 2600, `${text.length} characters`);
  });
}

function nameOf(instruction: Instruction): string {
  if (instruction.kind === "validate") return `validate ${instruction.round}`;
  return instruction.kind === "explore" ? `explore ${instruction.why}` : instruction.kind;
}

Deno.test("prompt: text reaches the agent as it was written, neither escaped nor rendered", async () => {
  const task = `fix <b> & "quotes" {{ 7 * 7 }} {% raw %} it's $HOME`;
  const focus = { path: null, method: "task", candidates: [] };
  const text = await buildContinuation(givenInput({ record: givenRecord({ task, focus }) }));
  assertStringIncludes(text, `**Task**, as the user gave it:\n\n> ${task}\n`);
});

Deno.test("prompt: names every candidate of an ambiguous focus", async () => {
  const focus = { path: null, method: "itp_adr", candidates: ["/a.md", "/b.md"] };
  const text = await buildContinuation(givenInput({ record: givenRecord({ focus }) }));
  assertStringIncludes(text, "- `/a.md`\n- `/b.md`\n");
});

Deno.test("prompt: offers a promise only where it counts", async () => {
  assertEquals((await buildContinuation(givenInput())).includes("<promise>"), false);
  const settings = givenSettings({ promise: "ALL GREEN" });
  assertStringIncludes(
    await buildContinuation(givenInput({ settings })),
    "<promise>ALL GREEN</promise>",
  );
});

Deno.test("prompt: guidance is shown in every phase, as it was written", async () => {
  const guidance = {
    encouraged: ["speed & <simplicity>"],
    forbidden: ["new {{ deps }}"],
    leftOut: 2,
  };
  for (const instruction of INSTRUCTIONS) {
    const text = await buildContinuation(givenInput({ instruction, guidance }));
    assertStringIncludes(text, "- speed & <simplicity>\n");
    assertStringIncludes(text, "- new {{ deps }}\n");
    assertStringIncludes(text, "and 2 more");
  }
});

Deno.test("prompt: a complete task is explored, and says so", async () => {
  const instruction: Instruction = { kind: "explore", why: "complete" };
  const text = await buildContinuation(givenInput({ completion: ALL_DONE, instruction }));
  assertStringIncludes(text, "3 of 3 items done.");
  assertStringIncludes(text, "still has time");
});

Deno.test("prompt: hundreds of open items become a dozen and a count", async () => {
  const openItems = Array.from({ length: 500 }, (_, index) => `item ${index}`);
  const instruction: Instruction = {
    kind: "confirm-completion",
    signal: "explicit_marker",
    openItems,
  };
  const text = await buildContinuation(givenInput({ instruction }));
  assertStringIncludes(text, "\n- [ ] item 0\n");
  assertStringIncludes(text, "\n… and 488 more\n");
  assert(text.length < MAX_PROMPT_CHARACTERS);
});

Deno.test("prompt: lists work without checkboxes where all checkboxes are ticked", async () => {
  const instruction: Instruction = {
    kind: "confirm-completion",
    signal: "all_checkboxes",
    openItems: [],
    remaining: ["Write the exporter", "Measure it"],
  };
  const text = await buildContinuation(givenInput({ instruction }));
  assertStringIncludes(text, "this work in it is not an item");
  assertStringIncludes(text, "\n- Write the exporter\n- Measure it\n");
  assertEquals(text.includes("still open"), false);
});

Deno.test("prompt: names the next step of a file without checkboxes, where known", async () => {
  const bare = { ...ALL_DONE, verdict: "incomplete", strongest: null, done: 0, total: 0 } as const;
  const named = await buildContinuation(
    givenInput({ completion: { ...bare, withoutBoxes: { next: "Phase 2: Reader" } } }),
  );
  assertStringIncludes(named, 'It has no checkboxes. Next step: "Phase 2: Reader".');
  const unnamed = await buildContinuation(
    givenInput({ completion: { ...bare, withoutBoxes: { next: null } } }),
  );
  assertStringIncludes(unnamed, "It has no checkboxes. Add a box");
});

Deno.test("prompt: a validation round says its number, its topic, and how it is closed", async () => {
  const topics = ["critical issues", "verification of the fixes", "documentation and coverage"];
  for (const [index, topic] of [...topics, "adversarial probing", "robustness"].entries()) {
    const round = index + 1;
    const text = await buildContinuation(
      givenInput({ instruction: givenRound(round, { cycle: 2 }) }),
    );
    assertStringIncludes(text, `**Validation round ${round} of 5, cycle 2: ${topic}.**`);
    assertStringIncludes(text, "Take the time that the checks need");
    assertStringIncludes(text, '\n`<finding severity="');
    assertStringIncludes(text, "\n`<validated>`\n");
    assertEquals(/120 seconds|0\.8/.test(text), false);
    assertEquals(text.includes("`documentation`, `coverage`"), round === 3);
    assertEquals(text.includes("<promise>"), false);
  }
});

Deno.test("prompt: the round that verifies fixes lists the findings, and counts the rest", async () => {
  const findings = Array.from({ length: 40 }, (_, index) => ({
    severity: "medium",
    text: `number ${index} ${"x".repeat(300)}`,
  }));
  const second = await buildContinuation(givenInput({ instruction: givenRound(2, { findings }) }));
  assertStringIncludes(second, '- medium: "number 0 xxx');
  assertStringIncludes(second, "… and 28 more");
  const third = await buildContinuation(givenInput({ instruction: givenRound(3, { findings }) }));
  assertEquals(third.includes("number 0"), false);
});

Deno.test("prompt: exploration names opportunities, sub-agents, documents, and no busywork", async () => {
  for (const why of ["complete", "idle", "no-focus"] as const) {
    const text = await buildContinuation(givenInput({
      completion: ALL_DONE,
      instruction: { kind: "explore", why },
      opportunities: found(["Fix 2 broken links in <docs>"], 3),
    }));
    assertStringIncludes(text, "- Fix 2 broken links in <docs>\n- … and 3 more\n");
    assertStringIncludes(text, "sub-agents of type Explore, at most three in parallel");
    assertStringIncludes(text, "one thing after another");
    assertStringIncludes(text, "Compare documentation and features");
    assertStringIncludes(
      text,
      "No busywork: linting, formatting, type hints, docstrings, test coverage hunting, " +
        "refactoring for readability",
    );
    assertStringIncludes(text, "search the web");
  }
  const bare = await buildContinuation(
    givenInput({ instruction: { kind: "explore", why: "idle" }, opportunities: null }),
  );
  assertEquals(bare.includes("ralph's scan"), false);
});

Deno.test("prompt: work on the task does not mention exploration", async () => {
  const text = await buildContinuation(givenInput({
    opportunities: found(["Fix 2 broken links"], 3),
  }));
  assertEquals(/broken links|sub-agents/.test(text), false);
});

Deno.test("prompt: a complete task has nothing to declare, and how it ends depends on --eternal", async () => {
  const instruction: Instruction = { kind: "explore", why: "complete" };
  const settings = (eternal: boolean) => givenSettings({ eternal, promise: "ALL GREEN" });
  const plain = await buildContinuation(givenInput({ instruction, settings: settings(false) }));
  assertStringIncludes(plain, "ends by itself when its minimum time");
  assertEquals(plain.includes("<promise>"), false);
  const eternal = await buildContinuation(givenInput({ instruction, settings: settings(true) }));
  assertStringIncludes(eternal, "until a limit or the user ends it");
});

Deno.test("prompt: an idle agent over a complete task is not asked to tick it", async () => {
  const instruction: Instruction = { kind: "explore", why: "idle" };
  const exploring = { instruction, record: givenRecord({ phase: "exploration" }) };
  const done = await buildContinuation(givenInput({ ...exploring, completion: ALL_DONE }));
  assertStringIncludes(done, "the task counts as complete");
  assertEquals(/Tick every item/.test(done), false);
  const open = await buildContinuation(givenInput(exploring));
  assertStringIncludes(open, '1 item of the focus file is open. Do the next one now: "the third"');
  assertEquals(/sub-agents|busywork/.test(open), false);
  assertStringIncludes(open, "Tick every item");
});

Deno.test("prompt: names an adapter that blocks the end", async () => {
  const adapter = {
    name: "mine",
    kind: "external",
    shouldContinue: true,
    confidence: 0.5,
    reason: "improving",
    metrics: 3,
    converged: false,
  } as const;
  const render = (confidence: number) =>
    buildContinuation(givenInput({
      record: givenRecord({ phase: "exploration", adapter: { ...adapter, confidence } }),
      completion: ALL_DONE,
      instruction: { kind: "explore", why: "complete" },
    }));
  assertStringIncludes(await render(0.5), "and the project's adapter no longer wants to continue.");
  assertStringIncludes(await render(0), "iterations are reached.");
});

Deno.test("prompt: in a validation round a warning about tools says how to close the round", async () => {
  const record = givenRecord({ phase: "validation" });
  const instruction: Instruction = { kind: "use-a-tool", left: 2 };
  const text = await buildContinuation(
    givenInput({ record, instruction, completion: ALL_DONE }),
  );
  assertStringIncludes(text, "The validation round is still open");
  assertEquals(/Tick every item|not there/.test(text), false);
});

Deno.test("prompt: a forced validation does not say that the task looks complete", async () => {
  const { validation } = givenRecord();
  const forced = { ...validation, cycle: 1, round: 1, forced: "all" as const };
  const record = givenRecord({ phase: "validation", validation: forced });
  const text = await buildContinuation(givenInput({ record, instruction: givenRound(1) }));
  assertEquals(/looks complete|counts as complete/.test(text), false);
  assertStringIncludes(text, "afterwards the loop continues where it was");
});

Deno.test("prompt: a failing check of a task without items does not mention ticks", async () => {
  const record = givenRecord({
    phase: "exploration",
    promised: "TASK_COMPLETE",
    task: "add dark mode",
    focus: { path: null, method: "task", candidates: [] },
  });
  for (const instruction of INSTRUCTIONS.filter(({ kind }) => /verification/.test(kind))) {
    const text = await buildContinuation(givenInput({ record, instruction }));
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
    assertStringIncludes(text, "Nothing to declare");
  }
});

Deno.test("prompt: asks for a promise only once no item is open", async () => {
  const settings = givenSettings({ promise: "ALL GREEN" });
  assertStringIncludes(await buildContinuation(givenInput({ settings })), "and no item open?");
  const done = await buildContinuation(givenInput({ settings, completion: ALL_DONE }));
  assertEquals(done.includes("no item open"), false);
});

Deno.test("prompt: choosing the focus file comes before exploring", async () => {
  const focus = { path: null, method: "itp_adr", candidates: ["/a.md", "/b.md"] };
  const text = await buildContinuation(givenInput({
    record: givenRecord({ focus, phase: "exploration" }),
    instruction: { kind: "explore", why: "no-focus" },
  }));
  assertStringIncludes(text, "The file that you choose comes first");
  assertEquals(text.includes("improve what matters most"), false);
});

Deno.test("prompt: the validation's open findings come first in exploration", async () => {
  const findings = [{ round: 1, severity: "critical", text: "save.ts loses data" }];
  const { validation } = givenRecord();
  const ended = { ...validation, cycle: 2, findings, score: 0.5, ended: "plateau" as const };
  const text = await buildContinuation(givenInput({
    record: givenRecord({ phase: "exploration", validation: ended }),
    completion: ALL_DONE,
    instruction: { kind: "explore", why: "complete" },
  }));
  assertStringIncludes(text, "**Left open by the validation**");
  assertStringIncludes(text, '\n- critical: "save.ts loses data"\n');
});

Deno.test("prompt: warns of a near end of the loop", async () => {
  const nearEnd = ["3 of 5 outputs alike without progress", "2 of 5 verification rejections"];
  const text = await buildContinuation(givenInput({ nearEnd }));
  assertStringIncludes(text, `**Warning**: ${nearEnd[0]}\n**Warning**: ${nearEnd[1]}\n`);
  assertEquals((await buildContinuation(givenInput())).includes("Warning"), false);
});

const RUN = { run: "r1", sharpe: "1.20", cagr: "10 %", maxdd: "5 %", wfe: "0.6", ago: 2 };

Deno.test("prompt: an adapter's template replaces the exploration, a text is added to it", async () => {
  const instruction: Instruction = { kind: "explore", why: "no-focus" };
  const data = { reason: "Flat", best: RUN, runs: 6, table: [RUN], isConverged: true };
  const template = "alpha-forge-convergence.md";
  const led = await buildContinuation(givenInput({ instruction, adapter: { template, data } }));
  assertStringIncludes(led, "| r1 | 1.20 |");
  assertStringIncludes(led, "sub-agents of type Explore");
  assertEquals(led.includes("Compare documentation"), false);
  const text = await buildContinuation(
    givenInput({ instruction, adapter: { text: "Try {{ 7 * 7 }} <now>" } }),
  );
  assertStringIncludes(text, "\nTry {{ 7 * 7 }} <now>\n");
  assertStringIncludes(text, "Compare documentation");
});

Deno.test("prompt: an adapter's template that cannot be rendered is left out, and says so", async () => {
  for (const template of ["gone.md", "alpha-forge-convergence.md"]) {
    const text = await buildContinuation(givenInput({ adapter: { template, data: {} } }));
    assertStringIncludes(text, "(The adapter's part is left out: ");
    assertStringIncludes(text, "Take the next open step");
  }
});

Deno.test("prompt: a long task keeps its lines, and what is cut is counted", async () => {
  const focus = { path: null, method: "task", candidates: [] };
  const task = `first\nsecond\n${"x".repeat(5_000)}`;
  const text = await buildContinuation(givenInput({ record: givenRecord({ task, focus }) }));
  assertStringIncludes(text, "\n> first\n> second\n> xxx");
  assertStringIncludes(text, "\n> … (+2013 characters)\n");
});

Deno.test("prompt: an unread tag comes first, with its correct form", async () => {
  const unread = [{ tag: "finding", line: "| <finding severity= |" }] as const;
  const text = await buildContinuation(givenInput({
    instruction: givenRound(2),
    remarks: { unread, round: { number: 2, how: "open" }, isMarkerInMessage: false },
  }));
  const [first, second] = text.split("\n");
  assertStringIncludes(first!, 'Not read in your last message**: "| <finding severity= |"');
  assertStringIncludes(first!, '`<finding severity="critical">what and where</finding>`');
  assertStringIncludes(second!, "did not close round 2");
});

Deno.test("prompt: a round closed by time or without tools comes first", async () => {
  for (const [how, why] of [["overdue", "by time"], ["talk", "without a single tool"]] as const) {
    const remarks = { unread: [], round: { number: 1, how }, isMarkerInMessage: false };
    const text = await buildContinuation(givenInput({ instruction: givenRound(2), remarks }));
    assert(text.startsWith(`Round 1 was closed ${why}`), text.slice(0, 200));
  }
});

Deno.test("prompt: says where a marker in a message would count", async () => {
  const remarks = { unread: [], round: null, isMarkerInMessage: true };
  const planned = await buildContinuation(givenInput({ remarks }));
  assert(planned.startsWith("`[x] TASK_COMPLETE` in a message does not count."));
  assertStringIncludes(planned, "as a list item: `- [x] TASK_COMPLETE`");
  const focus = { path: null, method: "task", candidates: [] };
  const record = givenRecord({ focus, task: "x" });
  const free = await buildContinuation(givenInput({ remarks, record }));
  assertStringIncludes(free, "When everything is done, say `<promise>TASK_COMPLETE</promise>`");
});

Deno.test("prompt: near a limit the agent is asked to finish", async () => {
  const render = (changes: Parameters<typeof givenRecord>[0]) =>
    buildContinuation(givenInput({ record: givenRecord(changes) }));
  assertStringIncludes(await render({ iteration: 98 }), "**This is turn 98 of 99.**\nFinish your");
  assertStringIncludes(await render({ iteration: 99 }), "**This is the last turn.**\n");
  assertStringIncludes(
    await render({ accumulatedRuntimeMs: 8.8 * 3_600_000 }),
    "**About 12 min are left.**",
  );
  assertEquals((await render({ iteration: 96 })).includes("Finish your"), false);
});

Deno.test("prompt: a repeat is short, with the next item, guidance and warnings", async () => {
  const guidance = { encouraged: ["speed"], forbidden: [], leftOut: 0 };
  const full = await buildContinuation(givenInput({ guidance }));
  const brief = await buildContinuation(
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
  const text = await buildContinuation(givenInput({ isRepeat: true, templates }));
  assertStringIncludes(text, "MY OWN TEXT");
});

Deno.test("prompt: tags of a prompt that the agent repeats have no effect", async () => {
  for (const instruction of INSTRUCTIONS) {
    const text = await buildContinuation(givenInput({ instruction }));
    const { blocked, findings, ideas, promise, unread, validated, worked } = readTags(text);
    assertEquals([blocked, promise, validated], [null, null, false], text);
    assertEquals([...findings, ...ideas, ...worked, ...unread], [], text);
  }
});

Deno.test("prompt: a long item is cut between characters", async () => {
  const openItems = ["🚀".repeat(500)];
  const instruction = { kind: "confirm-completion", signal: "promise", openItems } as const;
  const text = await buildContinuation(givenInput({ instruction }));
  assertStringIncludes(text, `\n- [ ] ${"🚀".repeat(159)}…\n`);
});
