import { assert, assertEquals, assertStringIncludes } from "@std/assert";
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
import { renderTemplate } from "../../src/prompt/interpret.ts";
import { REVIEWS, RUN_KINDS } from "./_given.ts";
import { PROMPT_KINDS } from "./_prompt_kinds.ts";

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
        assert(text.startsWith("Turn 3 of 99 · "));
        // The agent knows it from the first round.
        const { kind, round = 0 } = { round: undefined, ...input.instruction };
        if (kind === "validate" && round > 1) return;
        assertStringIncludes(text, "<blocked>what is needed</blocked>");
      }),
      { numRuns: 150 },
    );
  }
});

/** The first prompt of a phase explains it; what follows needs no more than the next step. */
const FIRST_CHARACTERS = 1_500;
const LATER_CHARACTERS = 700;
const FIRST: readonly string[] = [
  ...["work-on-a-plan", "work-with-guidance", "work-on-a-task", "work-on-a-plan-without-boxes"],
  ...["validation-1", "validation-4-asked-for", "several-candidates", "eternal"],
  ...["exploration-after-completion", "exploration-without-a-task"],
];

Deno.test("prompt: the first of a phase is short, and what follows is shorter", () => {
  assertEquals(FIRST.filter((name) => !(name in PROMPT_KINDS)), []);
  for (const [name, input] of Object.entries(PROMPT_KINDS)) {
    // What a check printed is data, as long as it is.
    const text = buildContinuation(input).replaceAll(/^> .*\n/gm, "");
    const most = FIRST.includes(name) ? FIRST_CHARACTERS : LATER_CHARACTERS;
    assert(text.length <= most, `${name}: ${text.length} of ${most} characters`);
  }
  for (const [name, [template, data]] of Object.entries(RUN_KINDS)) {
    // Each turn of a run is an agent of its own, which knows nothing.
    const { length } = renderTemplate(template, data);
    assert(length <= FIRST_CHARACTERS, `${name}: ${length} of ${FIRST_CHARACTERS} characters`);
  }
});

Deno.test("prompt: begins with its header, and what the agent must do follows", () => {
  for (const input of Object.values(PROMPT_KINDS)) {
    const [head, blank, order] = buildContinuation(input).split("\n");
    assertEquals([/^Turn \d+ of 99 · 1 h of 9 h( · |$)/.test(head!), blank], [true, ""]);
    assert(!/^Focus file|^Do not wait|^- Leave|^\*\*Found/.test(order!), order);
  }
  const others = [...Object.values(RUN_KINDS), ...REVIEWS.map((data) => ["run-review.md", data])];
  for (const [template, data] of others as typeof RUN_KINDS[string][]) {
    const [head, blank, order] = renderTemplate(template, data).split("\n");
    assertEquals([/^Turn \d+ of \d+ · /.test(head!), blank], [true, ""], template);
    assert(order !== "", template);
  }
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
