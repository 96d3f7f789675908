/** The validation phase: rounds, findings, score, and its three ends. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Finding, UnreadTag } from "../../src/loop/facts.ts";
import {
  advanceValidation,
  beginValidation,
  forceValidation,
  freshValidation,
  isValidating,
  isValidationOver,
} from "../../src/loop/validation/validation.ts";
import { openFindings } from "../../src/loop/validation/validation_score.ts";
import { FRESH_VALIDATION, type ValidationState } from "../../src/store/records/loop_record.ts";
import { defaultSettings } from "../../src/store/settings/settings.ts";

const SETTINGS = defaultSettings();

interface Said {
  readonly findings?: readonly Finding[];
  readonly validated?: boolean;
  readonly unread?: readonly UnreadTag[];
  /** Milliseconds since the loop began. */
  readonly at?: number;
  readonly hasUsedTools?: boolean;
}

const critical: Finding = { severity: "critical", text: "data is lost in save.ts" };
const medium: Finding = { severity: "medium", text: "no retry" };

const UNREAD: UnreadTag = { tag: "finding", line: "| <finding severity=" };

/** A clean round within its time. */
const CLEAN = {
  tags: { findings: [], validated: true, unread: [] },
  runtimeMs: 60_000,
  timeoutMs: 120_000,
  hasUsedTools: true,
};

function play(turns: readonly Said[], settings = SETTINGS): ValidationState {
  return turns.reduce<ValidationState>(
    (state, { findings = [], validated = true, unread = [], at = 0, hasUsedTools = true }) =>
      advanceValidation(
        state,
        { tags: { findings, validated, unread }, runtimeMs: at, timeoutMs: 120_000, hasUsedTools },
        settings,
      ),
    beginValidation(FRESH_VALIDATION, 0),
  );
}

Deno.test("validation: a new record's validation has not begun", () => {
  assert(!isValidating(FRESH_VALIDATION));
  assert(!isValidationOver(FRESH_VALIDATION, SETTINGS));
});

Deno.test("validation: three clean rounds end it by its score", () => {
  assertEquals(play([]).round, 1);
  assertEquals([play([{}]).round, play([{}]).score], [2, 0.5]);
  assertEquals([play([{}, {}]).round, play([{}, {}]).score], [3, 0.8]);
  const done = play([{}, {}, {}]);
  assertEquals([done.ended, done.score, done.cycle], ["score", 1, 1]);
  assert(isValidationOver(done, SETTINGS));
  assert(!isValidating(done));
});

Deno.test("validation: a round lasts until the agent closes it or its time is over", () => {
  const state = play([{ validated: false, at: 119_000 }]);
  assertEquals([state.round, state.closed], [1, []]);
  const late = play([{ validated: false, at: 120_000 }]);
  assertEquals([late.round, late.closed], [2, [{ round: 1, how: "timeout" }]]);
});

Deno.test("validation: a round that times out scores nothing", () => {
  const silent = play([120_000, 240_000, 360_000].map((at) => ({ validated: false, at })));
  assertEquals([silent.cycle, silent.round, silent.score, silent.ended], [2, 1, 0, null]);
});

Deno.test("validation: a round closed without a tool call scores nothing", () => {
  const lazy = play([{ hasUsedTools: false }]);
  assertEquals([lazy.round, lazy.score, lazy.closed], [2, 0, [{ round: 1, how: "talk" }]]);
  const pass = Array.from({ length: 9 }, () => ({ hasUsedTools: false }));
  assertEquals([play(pass).ended, play(pass).score], ["exhausted", 0]);
});

Deno.test("validation: findings that are open at a round's end cost points; fixed findings do not", () => {
  const fixed = play([{ findings: [critical], validated: false }, {}]);
  assertEquals([fixed.score, fixed.findings], [0.5, []]);
  const open = play([{ findings: [critical] }]);
  assertEquals([open.score, open.findings], [0, [{ round: 1, ...critical }]]);
});

Deno.test("validation: the second round replaces the findings of the first", () => {
  const verified = play([{ findings: [critical, medium] }, {}, {}]);
  assertEquals([verified.score, verified.ended], [1, "score"]);
  const failed = play([{ findings: [critical, medium] }, { findings: [critical] }]);
  assertEquals([failed.score, failed.findings], [0.3, [{ round: 2, ...critical }]]);
});

Deno.test("validation: a finding that several rounds report is one finding", () => {
  const again = { severity: "low", text: critical.text };
  const twice = play([{}, { findings: [critical] }, { findings: [critical, critical, medium] }]);
  assertEquals(openFindings(twice), [{ round: 3, ...critical }, { round: 3, ...medium }]);
  const milder = play([{}, { findings: [critical] }, { findings: [again], validated: false }]);
  assertEquals(openFindings(milder), [{ round: 2, ...critical }], "the worst severity counts");
  const worse = play([{}, { findings: [again] }, { findings: [critical], validated: false }]);
  assertEquals(openFindings(worse), [{ round: 3, ...critical }]);
});

const coverage = (count: number): Finding[] =>
  Array.from({ length: count }, (_, index) => ({ severity: "coverage", text: `gap ${index}` }));

for (
  const [name, findings, score] of [
    ["a documentation issue", [{ severity: "docs", text: "README" }], 0.9],
    ["two gaps in coverage", coverage(2), 1],
    ["three gaps in coverage", coverage(3), 0.9],
    ["a high finding, which counts as critical", [{ severity: "high", text: "x" }], 0.5],
    ["a major finding, which counts as medium", [{ severity: "major", text: "x" }], 0.7],
    ["an unknown one, which counts as medium", [{ severity: "odd", text: "x" }], 0.7],
    ["low ones", [{ severity: "low", text: "x" }, { severity: "nit", text: "y" }], 1],
  ] as const
) {
  Deno.test(`validation: ${name} in the third round give ${score}`, () =>
    assertEquals(play([{}, {}, { findings }]).score, score));
}

Deno.test("validation: a cycle below the score is followed by a new cycle without findings", () => {
  const again = play([{}, { findings: [critical] }, {}]);
  assertEquals([again.cycle, again.round, again.findings, again.closed], [2, 1, [], []]);
  assertEquals([again.previousFindings, again.score], [1, 0.5]);
  assertEquals([isValidating(again), isValidationOver(again, SETTINGS)], [true, false]);
});

Deno.test("validation: as many findings as in the previous cycle are a plateau", () => {
  const pass: Said[] = [{}, { findings: [critical] }, {}];
  const plateau = play([...pass, ...pass]);
  assertEquals([plateau.ended, plateau.cycle, plateau.score], ["plateau", 2, 0.5]);
});

Deno.test("validation: the third cycle is the last", () => {
  const pass = (count: number): Said[] => [
    {},
    { findings: Array.from({ length: count }, (_, i) => ({ severity: "critical", text: `${i}` })) },
    {},
  ];
  const exhausted = play([...pass(4), ...pass(2), ...pass(1)]);
  assertEquals([exhausted.ended, exhausted.cycle], ["exhausted", 3]);
});

Deno.test("validation: a message with an unreadable tag does not close a round", () => {
  const state = play([{ unread: [UNREAD], at: 60_000 }]);
  assertEquals([state.round, state.closed, state.ended], [1, [], null]);
  const late = play([{ unread: [UNREAD], at: 120_000 }]);
  assertEquals([late.closed, late.score], [[{ round: 1, how: "timeout" }], 0]);
});

Deno.test("validation: a cycle's open findings stay listed until the next cycle is over", () => {
  const again = play([{}, { findings: [critical] }, {}]);
  assertEquals(openFindings(again), [{ round: 2, ...critical }]);
  assertEquals(openFindings(freshValidation(again)), [{ round: 2, ...critical }]);
  const reported = play([{}, { findings: [critical] }, {}, { findings: [critical, medium] }]);
  assertEquals(openFindings(reported).map(({ text }) => text), [critical.text, medium.text]);
  const clean = play([{}, { findings: [critical] }, {}, {}, {}, {}]);
  assertEquals([clean.ended, openFindings(clean)], ["score", []]);
});

Deno.test("validation: five rounds where the settings ask for five", () => {
  const settings = { ...SETTINGS, validation_rounds: 5 };
  assertEquals(play([{}, {}, {}], settings).round, 4);
  assertEquals(play([{}, {}, {}, {}, {}], settings).ended, "score");
});

Deno.test("validation: the user's own score applies", () => {
  const strict = { ...SETTINGS, validation_score: 1 };
  assertEquals(play([{}, {}, { findings: coverage(3) }], strict).ended, null);
  const lax = { ...SETTINGS, validation_score: 0.5 };
  assertEquals(play([{}, { findings: [medium] }, {}], lax).ended, "score");
});

Deno.test("validation: switched off it does not block the end", () => {
  assert(isValidationOver(FRESH_VALIDATION, { ...SETTINGS, enable_validation_phase: false }));
  assert(!isValidationOver(FRESH_VALIDATION, SETTINGS));
});

Deno.test("validate: forced, all rounds run, also where the phase is off or over", () => {
  const off = { ...SETTINGS, enable_validation_phase: false };
  const over = play([{}, {}, {}]);
  const asked = forceValidation(over, null);
  assertEquals([asked.round, asked.cycle, asked.roundBeganMs], [1, 1, null]);
  const forced = beginValidation(asked, 50);
  assert(isValidating(forced) && !isValidationOver(forced, off));
  let state = forced;
  for (let round = 1; round <= 3; round++) state = advanceValidation(state, CLEAN, off);
  assertEquals([state.forced, state.ended], [null, "score"]);
});

const forceNow = (state: ValidationState, round: number) =>
  beginValidation(forceValidation(state, round), 50);

Deno.test("validate: findings of a turn that did not know the round do not count", () => {
  const late = { ...CLEAN, tags: { ...CLEAN.tags, findings: [critical] }, runtimeMs: 999_000 };
  const asked = forceValidation(FRESH_VALIDATION, 2);
  assertEquals(advanceValidation(asked, late, SETTINGS), asked);
});

Deno.test("validate: after one forced round the cycle continues where it was", () => {
  const inRoundTwo = play([{}]);
  const third = advanceValidation(forceNow(inRoundTwo, 3), CLEAN, SETTINGS);
  assertEquals([third.round, third.forced, third.ended], [2, null, null]);
  const after = advanceValidation(third, CLEAN, SETTINGS);
  assertEquals([after.ended, after.score], ["score", 1]);
  const over = play([{}, {}, {}]);
  const probed = advanceValidation(forceNow(over, 4), CLEAN, SETTINGS);
  assertEquals([probed.forced, probed.ended, isValidating(probed)], [null, "score", false]);
});

Deno.test("validation: it always ends, whatever the agent says", () => {
  const said = fc.record({
    findings: fc.array(fc.record({
      severity: fc.constantFrom("critical", "medium", "docs", "coverage", "low", "__proto__"),
      text: fc.string(),
    })),
    validated: fc.boolean(),
    unread: fc.constantFrom<readonly UnreadTag[]>([], [UNREAD]),
  });
  fc.assert(
    fc.property(fc.array(said, { minLength: 9, maxLength: 12 }), fc.nat(3), (all, spare) => {
      let state = beginValidation(FRESH_VALIDATION, 0);
      // Each turn takes as long as a round may: nine rounds are the most there are.
      for (const [index, tags] of all.slice(0, 9 + spare).entries()) {
        const runtimeMs = (index + 1) * 120_000;
        state = advanceValidation(state, {
          tags,
          runtimeMs,
          timeoutMs: 120_000,
          hasUsedTools: true,
        }, SETTINGS);
        assert((state.score ?? 0) >= 0 && (state.score ?? 0) <= 1);
        assert(state.findings.length <= 100);
      }
      assert(state.ended !== null);
    }),
  );
});
