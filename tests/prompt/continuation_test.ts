import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { Instruction } from "../../src/loop/decision.ts";
import { buildContinuation, type ContinuationInput } from "../../src/prompt/continuation.ts";
import { fitPrompt, MAX_PROMPT_CHARACTERS } from "../../src/prompt/fit.ts";
import { ALL_DONE, givenFacts, givenRecord, givenSettings, START } from "../loop/_given.ts";

function givenInput(changes: Partial<ContinuationInput> = {}): ContinuationInput {
  return {
    record: givenRecord(),
    settings: givenSettings(),
    completion: givenFacts().completion,
    instruction: { kind: "work" },
    notes: [],
    guidance: { encouraged: [], forbidden: [], leftOut: 0 },
    nowSeconds: START + 3600,
    ...changes,
  };
}

const INSTRUCTIONS: Instruction[] = [
  { kind: "work" },
  { kind: "explore", why: "complete" },
  { kind: "use-a-tool", left: 1 },
  { kind: "confirm-completion", signal: "explicit_marker", openItems: ["one", "two"] },
  { kind: "verification-failed", command: "npm test", tail: "1 failed" },
  { kind: "run-verification", commands: ["npm test"] },
];

for (const instruction of INSTRUCTIONS) {
  Deno.test(`prompt: ${instruction.kind} has header, focus, and how to end`, async () => {
    const text = await buildContinuation(givenInput({ instruction }));
    assert(text.startsWith("**IMPLEMENTATION** | Iteration 3/99"));
    assertStringIncludes(text, "**Focus file** (via explicit): /home/dev/app/plan.md");
    assertStringIncludes(text, "<blocked>what is needed</blocked>");
    assert(text.length < 2500, `${text.length} characters`);
  });
}

Deno.test("prompt: text reaches the agent as it was written, no sign of it escaped or rendered", async () => {
  const task = `fix <b> & "quotes" {{ 7 * 7 }} {% raw %} it's $HOME`;
  const focus = { path: null, method: "task", candidates: [] };
  const text = await buildContinuation(givenInput({ record: givenRecord({ task, focus }) }));
  assertStringIncludes(text, `**Task**: ${task}`);
});

Deno.test("prompt: every candidate of an ambiguous focus is named", async () => {
  const focus = { path: null, method: "itp_adr", candidates: ["/a.md", "/b.md"] };
  const text = await buildContinuation(givenInput({ record: givenRecord({ focus }) }));
  assertStringIncludes(text, "- /a.md\n- /b.md\n");
});

Deno.test("prompt: a promise is only offered where one is agreed", async () => {
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
  assertStringIncludes(text, "… and 488 more");
  assert(text.length < MAX_PROMPT_CHARACTERS);
});

Deno.test("prompt: whatever goes in, it stays below the client's limit and well-formed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(200), (unit, repeat) => {
      const fitted = fitPrompt(unit.repeat(repeat));
      assert(fitted.length < MAX_PROMPT_CHARACTERS);
      assert(fitted.isWellFormed() || !unit.repeat(repeat).isWellFormed());
    }),
  );
  assertStringIncludes(fitPrompt("x".repeat(30_000)), "characters left out");
});
