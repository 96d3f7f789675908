/** The ends that are possible where facts are not known. */
import { assertEquals } from "@std/assert";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import type { Completion, Facts } from "../../src/loop/facts.ts";
import { findPossibilities } from "../../src/replay/judging/possible_ends.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { defaultSettings, type Settings } from "../../src/store/settings/settings.ts";
import { givenFacts } from "../loop/_given.ts";

const INCOMPLETE: Completion = {
  verdict: "incomplete",
  strongest: null,
  signals: [],
  done: 0,
  total: 1,
  openItems: ["one"],
  claimOverOpenItems: null,
};
const SIGNAL = { name: "all_checkboxes", confidence: 0.9, detail: "1 item checked" } as const;
const COMPLETE: Completion = {
  ...INCOMPLETE,
  verdict: "complete",
  strongest: SIGNAL,
  signals: [SIGNAL],
  done: 1,
  openItems: [],
};

const NOW = 1_767_322_800_000;
const MARK = { atMs: NOW, commit: "", checklist: "", metrics: 0, tree: "" };
const FACTS = givenFacts({
  nowMs: NOW,
  activity: { pointsMs: [NOW], spans: [] },
  permissionMode: null,
  completion: INCOMPLETE,
  mark: MARK,
  validationTimeoutMs: 600_000,
});
const STUCK = { kind: "same", outputs: 5, similarity: 1, progress: [] } as const;

interface Case {
  readonly facts?: Partial<Facts>;
  readonly record?: Partial<LoopRecord>;
  readonly settings?: Partial<Settings>;
  readonly ifComplete?: Completion;
}

/** Each possible end as `code: conditions`, and whether the loop may go on. */
function possibilitiesOf(given: Case): { ends: string[]; goesOn: boolean; record?: LoopRecord } {
  const record = {
    ...blankRecord({
      id: "replay",
      project: "/home/dev/app",
      driver: "session",
      startedAt: Date.parse("2026-01-02T03:00:00Z"),
    }),
    focus: { path: "/home/dev/app/PLAN.md", method: "explicit", candidates: [] },
    ...given.record,
  };
  const settings = {
    ...defaultSettings(),
    min_hours: 0,
    min_iterations: 0,
    enable_validation_phase: false,
    ...given.settings,
  };
  const { ends, onward } = findPossibilities({
    record,
    facts: { ...FACTS, ...given.facts },
    ifComplete: given.ifComplete ?? null,
    settings,
  });
  const show = ({ decision, conditions }: typeof ends[number]) =>
    [
      decision.reason.code,
      ...conditions.map(({ fact, isTrue }) => isTrue ? fact : `not ${fact}`),
    ].join(" ");
  return {
    ends: ends.map(show),
    goesOn: onward !== null,
    ...onward === null ? {} : { record: onward.record },
  };
}

const endsOf = (given: Case) => {
  const { ends, goesOn } = possibilitiesOf(given);
  return { ends, goesOn };
};

Deno.test("ends: what depends on nothing unknown is certain", () => {
  assertEquals(endsOf({}), { ends: [], goesOn: true });
  assertEquals(endsOf({ facts: { completion: COMPLETE } }), { ends: ["complete"], goesOn: false });
  const blocked = { ...FACTS.tags, blocked: "a key" };
  assertEquals(endsOf({ facts: { tags: blocked } }), { ends: ["blocked"], goesOn: false });
});

Deno.test("ends: a repetition ends the loop only if nothing else changed", () => {
  assertEquals(endsOf({ facts: { repetition: STUCK } }), { ends: ["stuck tree"], goesOn: true });
  const moved = { ...STUCK, progress: ["commit" as const] };
  assertEquals(endsOf({ facts: { repetition: moved } }), { ends: [], goesOn: true });
});

Deno.test("ends: checks decide whether a complete task ends the loop", () => {
  const facts = { completion: COMPLETE, checks: ["npm test"] };
  assertEquals(endsOf({ facts }), { ends: ["complete verification"], goesOn: true });
  assertEquals(endsOf({ facts: { checks: ["npm test"] } }), { ends: [], goesOn: true });
});

Deno.test("ends: rejections add up until they would have ended the loop", () => {
  const facts = { completion: COMPLETE, checks: ["npm test"], progressSinceRejection: [] };
  const first = possibilitiesOf({ facts: { ...facts, progressSinceRejection: null } });
  assertEquals(first.record?.verifyRejections, 1);
  const settings = { verify_max_rejections: 3 };
  const second = possibilitiesOf({
    facts,
    settings,
    record: { verifyRejections: 1, rejected: MARK },
  });
  assertEquals([second.ends, second.record?.verifyRejections], [["complete verification"], 2]);
  const third = possibilitiesOf({
    facts,
    settings,
    record: { verifyRejections: 2, rejected: MARK },
  });
  assertEquals(third.ends.sort(), ["complete verification", "stuck tree not verification"]);
  assertEquals(third.record?.verifyRejections, 1);
});

Deno.test("ends: at a limit the loop ends in any case, and the reason depends on the checks", () => {
  const facts = { completion: COMPLETE, checks: ["npm test"] };
  const settings = { max_iterations: 3 };
  assertEquals(endsOf({ facts, settings, record: { iteration: 3 } }), {
    ends: ["max-iterations not verification", "complete verification"],
    goesOn: false,
  });
});

Deno.test("ends: a plan that is not shown may have been complete", () => {
  const facts = { completion: { ...INCOMPLETE, verdict: "unknown" as const } };
  assertEquals(endsOf({ facts, ifComplete: COMPLETE }), { ends: ["complete plan"], goesOn: true });
  assertEquals(
    endsOf({ facts: { ...facts, checks: ["npm test"] }, ifComplete: COMPLETE }),
    { ends: ["complete plan verification"], goesOn: true },
  );
  assertEquals(
    endsOf({ facts, ifComplete: COMPLETE, settings: { min_iterations: 5 } }),
    { ends: [], goesOn: true },
  );
});

Deno.test("ends: without a task, the scanner decides whether an idle agent is done", () => {
  const record = { focus: { path: null, method: "no_focus", candidates: [] } };
  const completion = { ...INCOMPLETE, verdict: "unknown" as const, openItems: [], total: 0 };
  assertEquals(endsOf({ record, facts: { completion, idlePhrase: "nothing left" } }), {
    ends: ["complete exploration"],
    goesOn: true,
  });
});

Deno.test("ends: the loop goes on as if the plan was not complete and the checks failed", () => {
  const facts = { completion: { ...INCOMPLETE, verdict: "unknown" as const } };
  const settings = { enable_validation_phase: true };
  const unknown = possibilitiesOf({ facts, ifComplete: COMPLETE, settings });
  assertEquals(unknown.record?.phase, "implementation");
  const checked = possibilitiesOf({
    facts: { completion: COMPLETE, checks: ["npm test"] },
    settings: { min_iterations: 5 },
  });
  assertEquals([checked.ends, checked.record?.iteration], [[], 1]);
});
