import { assert, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { Instruction } from "../../src/loop/decision.ts";
import {
  buildContinuation,
  type ContinuationInput,
  fitPrompt,
  MAX_PROMPT_CHARACTERS,
} from "../../src/prompt/continuation.ts";
import { givenFacts, givenRecord } from "../loop/_given.ts";
import { found, givenInput, givenRound, INSTRUCTIONS } from "./_given_input.ts";

/** Inputs as they may come, from nothing to the absurd. */
function anyInput(maxLength: number): fc.Arbitrary<ContinuationInput> {
  const word = fc.string({ unit: "binary", maxLength: 40 });
  const text = fc.tuple(word, fc.nat(maxLength)).map(([one, times]) => one.repeat(times));
  const texts = fc.array(text, { maxLength: 30 });
  const finding = fc.record({ severity: text, text });
  const instruction: fc.Arbitrary<Instruction> = fc.oneof(
    fc.constantFrom(...INSTRUCTIONS),
    fc.record({ round: fc.integer({ min: 1, max: 5 }), findings: fc.array(finding) })
      .map(({ round, findings }) => givenRound(round, { findings })),
    fc.record({ signal: text, openItems: texts })
      .map((data): Instruction => ({ kind: "confirm-completion", ...data })),
    fc.record({ command: text, tail: text })
      .map((data): Instruction => ({ kind: "verification-failed", ...data })),
    texts.map((commands): Instruction => ({ kind: "run-verification", commands })),
  );
  return fc.record({
    instruction,
    notes: texts,
    nearEnd: texts,
    task: fc.option(text),
    path: fc.option(text),
    candidates: texts,
    openItems: texts,
    adapter: fc.option(text.map((text) => ({ text }))),
    opportunities: fc.option(
      fc.tuple(fc.array(text, { maxLength: 30 }), fc.nat())
        .map(([texts, more]) => found(texts, more)),
    ),
  }).map(({ task, path, candidates, openItems, ...rest }) =>
    givenInput({
      ...rest,
      record: givenRecord({ task, focus: { path, method: "itp_adr", candidates } }),
      completion: { ...givenFacts().completion, openItems, total: openItems.length },
    })
  );
}

Deno.test("prompt: any input stays below the client's limit, with header and how to stop", async () => {
  for (const maxLength of [3, 200]) {
    await fc.assert(
      fc.asyncProperty(anyInput(maxLength), async (input) => {
        const text = await buildContinuation(input);
        assert(text.length < MAX_PROMPT_CHARACTERS, `${text.length} characters`);
        assert(text.startsWith("**IMPLEMENTATION** | Iteration 3/99"));
        assertStringIncludes(text, "<blocked>what is needed</blocked>");
      }),
      { numRuns: 150 },
    );
  }
});

Deno.test("prompt: half of all ordinary prompts have under 2,500 characters", async () => {
  const guidance = {
    encouraged: ["keep it simple and fast", "tests for every rule"],
    forbidden: ["new dependencies", "changes to the public interface", "docs/legacy"],
    leftOut: 1,
  };
  const lengths = [];
  for (const instruction of INSTRUCTIONS) {
    const text = await buildContinuation(givenInput({
      instruction,
      guidance,
      notes: ["A shell runs since an earlier turn and blocks nothing: `npm run dev`"],
      nearEnd: ["2 of 5 verification rejections"],
      opportunities: found(
        Array.from({ length: 6 }, (_, index) => `Fix broken link number ${index}`),
        9,
      ),
    }));
    lengths.push(text.length);
  }
  const median = lengths.sort((a, b) => a - b)[lengths.length >> 1]!;
  assert(median < 2_500, `${median} characters`);
});

Deno.test("prompt: counts what it cuts, and never cuts within a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(200), (unit, repeat) => {
      const fitted = fitPrompt(unit.repeat(repeat));
      assert(fitted.length < MAX_PROMPT_CHARACTERS);
      assert(fitted.isWellFormed() || !unit.repeat(repeat).isWellFormed());
    }),
  );
  assertStringIncludes(fitPrompt("x".repeat(30_000)), "characters left out");
});
