/** Every kind of prompt, by a name that says when it is sent. */
import type { Completion } from "../../src/loop/facts.ts";
import type { ContinuationInput } from "../../src/prompt/continuation.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { ALL_DONE, givenFacts, givenRecord, givenSettings } from "../loop/_given.ts";
import { found, givenInput, givenRound } from "./_given_input.ts";

const PLAN = { path: "/home/dev/app/PLAN.md", method: "explicit", candidates: [] };
const TASK = { path: null, method: "task", candidates: [] };
const NONE = { path: null, method: "no_focus", candidates: [] };
const OPEN: Completion = {
  ...givenFacts().completion,
  done: 1,
  total: 3,
  openItems: ["Write the parser", "Write the printer"],
};
const NO_ITEMS: Completion = { ...OPEN, verdict: "unknown", done: 0, total: 0, openItems: [] };
const FINDINGS = [
  { round: 1, severity: "critical", text: "save() loses its buffer on SIGTERM (save.ts:12)" },
  { round: 1, severity: "low", text: "a typo in the help of --json" },
];
const FOUND = found([
  "Broken link in README.md:1: `nope.md`: nope.md does not exist",
  "3 TODO or FIXME remarks in src/a.ts:1 and below",
], 4);

const record = (changes: Partial<LoopRecord> = {}) => givenRecord({ focus: PLAN, ...changes });
const validating = (round: number, changes: Partial<LoopRecord["validation"]> = {}) =>
  record({
    phase: "validation",
    validation: { ...givenRecord().validation, cycle: 1, round, ...changes },
  });
const exploring = (changes: Partial<LoopRecord> = {}) =>
  record({ phase: "exploration", ...changes });

const working = (changes: Partial<ContinuationInput> = {}) =>
  givenInput({ record: record(), completion: OPEN, ...changes });
const inRound = (round: number, changes: Partial<ContinuationInput> = {}) =>
  givenInput({
    record: validating(round),
    completion: ALL_DONE,
    instruction: givenRound(round, { rounds: Math.max(3, round) }),
    ...changes,
  });

/** The inputs by the names of their files. */
export const PROMPT_KINDS: Readonly<Record<string, ContinuationInput>> = {
  "work-on-a-plan": working(),
  "work-repeated": working({ isRepeat: true }),
  "work-with-guidance": working({
    guidance: {
      encouraged: ["work on the parser before the printer"],
      forbidden: ["new dependencies", "rewriting the tests"],
      leftOut: 0,
    },
  }),
  "work-repeated-with-guidance": working({
    isRepeat: true,
    guidance: {
      encouraged: ["work on the parser before the printer"],
      forbidden: ["new dependencies", "rewriting the tests"],
      leftOut: 0,
    },
  }),
  "work-on-a-task": working({
    record: record({ focus: TASK, task: "add dark mode\nwith a switch in the settings" }),
    completion: NO_ITEMS,
  }),
  "work-on-a-plan-without-boxes": working({
    completion: { ...NO_ITEMS, verdict: "incomplete", withoutBoxes: { next: "Phase 2: Reader" } },
  }),
  "work-near-the-limit": working({ record: record({ iteration: 98 }) }),
  "work-last-turn": working({ record: record({ iteration: 99 }) }),
  "work-after-an-unread-blocked": working({
    isRepeat: true,
    remarks: {
      unread: [{ tag: "blocked", line: "Without the key I would say <blocked>the key</blocked>" }],
      round: null,
      isMarkerInMessage: true,
    },
  }),
  "validation-1": inRound(1),
  "validation-1-again": inRound(1, {
    isRepeat: true,
    remarks: {
      unread: [{ tag: "finding", line: "| <finding severity= | it crashes |" }],
      round: { number: 1, how: "open" },
      isMarkerInMessage: false,
    },
  }),
  "validation-2-with-findings": inRound(2, {
    instruction: givenRound(2, { rounds: 3, findings: FINDINGS }),
  }),
  "validation-2-without-findings": inRound(2),
  "validation-2-after-time": inRound(2, {
    remarks: { unread: [], round: { number: 1, how: "overdue" }, isMarkerInMessage: false },
  }),
  "validation-3": inRound(3),
  "validation-3-again": inRound(3, { isRepeat: true }),
  "validation-4-asked-for": inRound(4, { record: validating(4, { forced: "round" }) }),
  "validation-5": inRound(5),
  "exploration-after-completion": givenInput({
    record: exploring({
      validation: {
        ...givenRecord().validation,
        cycle: 1,
        score: 0.9,
        ended: "score",
        findings: [{ round: 3, severity: "documentation", text: "README has no example" }],
      },
    }),
    completion: ALL_DONE,
    instruction: { kind: "explore", why: "complete" },
    opportunities: {
      ...FOUND,
      repeated: [{ text: "No README in src/reader" }],
      learned: { worked: ["bisecting with the old fixture"], ideas: ["export as CSV"] },
    },
  }),
  "exploration-repeated": givenInput({
    record: exploring(),
    completion: ALL_DONE,
    instruction: { kind: "explore", why: "complete" },
    opportunities: FOUND,
    isRepeat: true,
  }),
  "exploration-without-a-task": givenInput({
    record: exploring({ focus: NONE }),
    completion: NO_ITEMS,
    instruction: { kind: "explore", why: "no-focus" },
    opportunities: FOUND,
  }),
  "idle-over-open-items": givenInput({
    record: exploring(),
    completion: OPEN,
    instruction: { kind: "explore", why: "idle" },
  }),
  "no-tool-used": working({
    instruction: { kind: "use-a-tool", left: 3 },
    nearEnd: [
      "Your last answers repeat each other. One more like them, with nothing changed in the project, " +
      "ends the loop: do something different now.",
    ],
  }),
  "marker-over-open-items": working({
    instruction: {
      kind: "confirm-completion",
      signal: "explicit_marker",
      openItems: OPEN.openItems,
    },
  }),
  "work-without-boxes-beside-ticked-ones": givenInput({
    record: record(),
    completion: ALL_DONE,
    instruction: {
      kind: "confirm-completion",
      signal: "all_checkboxes",
      openItems: [],
      remaining: ["Write the exporter"],
    },
  }),
  "verification-failed": givenInput({
    record: record(),
    completion: ALL_DONE,
    instruction: {
      kind: "verification-failed",
      command: "npm test",
      tail: "not ok 3 parser\n  expected 1\n  got 2",
    },
  }),
  "verification-unfinished": givenInput({
    record: record(),
    completion: ALL_DONE,
    instruction: { kind: "run-verification", commands: ["npm test", "npm run lint"] },
  }),
  "several-candidates": givenInput({
    record: exploring({ focus: { ...NONE, candidates: ["/a/PLAN.md", "/a/TODO.md"] } }),
    completion: NO_ITEMS,
    instruction: { kind: "explore", why: "no-focus" },
  }),
  "eternal": givenInput({
    record: exploring(),
    settings: givenSettings({ eternal: true }),
    completion: ALL_DONE,
    instruction: { kind: "explore", why: "complete" },
  }),
};
