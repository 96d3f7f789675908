/** Data of the two templates that everything else is included in. */

type Data = Readonly<Record<string, unknown>>;

const REMARKS = {
  unread: [],
  openRound: null,
  overdueRound: null,
  talkRound: null,
  isMarkerInMessage: true,
};

const CONTINUATION: Data = {
  remarks: {
    ...REMARKS,
    unread: [{ line: "- <finding>", form: '<finding severity="critical">x</finding>' }],
    openRound: 2,
  },
  isBrief: false,
  isLaterRound: false,
  finish: null,
  learned: { worked: ["snapshots"], ideas: ["dark mode"] },
  header: "**IMPLEMENTATION**",
  focus: { path: "/plan.md", method: "explicit", candidates: [] },
  task: null,
  done: 1,
  total: 3,
  nextItem: "the <second> & 'third'",
  promise: null,
  eternal: false,
  phase: "implementation",
  isComplete: false,
  isForced: false,
  isVetoed: false,
  isEarly: true,
  leftOpen: ["- critical: data is lost"],
  notes: ["one", "two"],
  nearEnd: ["2 of 5 verification rejections"],
  addition: "the adapter's words",
  isLed: false,
  opportunities: { shown: [{ text: "Fix 2 broken links" }], more: 4, repeated: [{ text: "a.ts" }] },
  guidance: { encouraged: ["x"], forbidden: ["y"], leftOut: 2 },
};

const INSTRUCTIONS: readonly Data[] = [
  { instruction: "work" },
  { instruction: "explore", why: "complete" },
  { instruction: "explore", why: "idle" },
  { instruction: "explore", why: "no-focus" },
  { instruction: "use-a-tool", left: 2 },
  { instruction: "confirm-completion", signal: "explicit_marker", openItems: ["- a", "- b"] },
  { instruction: "confirm-completion", signal: "all_checkboxes", remaining: ["- a", "- b"] },
  { instruction: "verification-failed", command: "npm test", tail: "1 failed\n{{ 7 * 7 }}" },
  { instruction: "run-verification", commands: ["npm test", "npm run lint"] },
  ...[1, 2, 3, 4, 5].map((round) => ({
    instruction: "validate",
    round,
    rounds: 5,
    cycle: round % 2 + 1,
    timeoutSeconds: 120,
    score: round === 1 ? null : 0.6,
    needed: 0.8,
    findings: ["- medium: a crash"],
  })),
];

/** Every instruction, each with a focus file, without one, and as bare as it can be. */
export const CONTINUATIONS: readonly Data[] = INSTRUCTIONS.flatMap((instruction) => [
  { ...CONTINUATION, ...instruction },
  {
    ...CONTINUATION,
    ...instruction,
    focus: { path: null, method: "itp_adr", candidates: ["/a.md", "/b.md"] },
    notes: [],
    nearEnd: [],
    addition: "",
    isLed: true,
    eternal: true,
    phase: "exploration",
    isComplete: true,
    isForced: true,
    isVetoed: true,
    isEarly: false,
    leftOpen: [],
    opportunities: { shown: [], more: 0, repeated: [] },
    remarks: { ...REMARKS, overdueRound: 1 },
    finish: { isLast: true, turn: 99, turns: 99, minutes: 3 },
    learned: { worked: [], ideas: [] },
    guidance: { encouraged: [], forbidden: [], leftOut: 0 },
  },
  {
    ...CONTINUATION,
    ...instruction,
    focus: { path: null, method: "task", candidates: [] },
    task: "add dark mode",
    promise: "ALL GREEN",
    finish: { isLast: false, turn: 98, turns: 99, minutes: null },
    remarks: { ...REMARKS, talkRound: 3, isMarkerInMessage: false },
  },
  { ...CONTINUATION, ...instruction, isBrief: true },
  { ...CONTINUATION, ...instruction, isLaterRound: instruction["instruction"] === "validate" },
]);

const RUN: Data = {
  header: "Turn 1 of 10 · 0 s of 9 h · 0 of 4 items done",
  iteration: 1,
  maxIterations: 10,
  done: 0,
  total: 4,
  isFirst: true,
  plan: "/plan.md",
  progressFile: "/progress.md",
  findingsFile: "/findings.md",
  item: { line: 3, rawLine: "- [ ] one", command: "npm test" },
  task: { number: 2, name: "Login", files: ["a.ts", "b.ts"] },
  next: ["two", "three"],
  moreOpen: 1,
  rejected: null,
  reviewed: null,
  isRecovery: true,
  stale: 3,
  branches: [{ name: "feature-1", commit: "1984246", ticked: '"one"' }],
  reverted: [{ item: "one", command: "false", tail: "no" }],
  failure: "it was killed",
  errors: "E1",
  unread: "I stop. <blocked>an account</blocked>",
  progress: "half",
  guidance: { encouraged: ["x"], forbidden: ["y"], leftOut: 0 },
  extra: "more",
};

/** A run's prompt with everything in it, and with all items done. */
export const RUNS: readonly Data[] = [
  RUN,
  {
    ...RUN,
    item: null,
    task: null,
    next: [],
    isFirst: false,
    isRecovery: false,
    reverted: [],
    rejected: { command: "npm test", tail: "red" },
  },
  { ...RUN, reviewed: { item: "Add the parser", findings: "(critical) a bug" } },
];

/** Prompts of a run's agents as they mostly are, by the names of their goldens. */
export const RUN_KINDS: Readonly<Record<string, readonly [template: string, data: Data]>> = {
  "run-first": ["run-iteration.md", givenRun({ isFirst: true })],
  "run-later": ["run-iteration.md", givenRun({ progress: "> The reader works.", task: null })],
  "run-last-try": ["run-iteration.md", givenRun({ isRecovery: true })],
  "run-sent-back": ["run-iteration.md", {
    ...givenRun({ item: null, task: null, next: [], moreOpen: 0 }),
    reviewed: {
      branch: null,
      item: null,
      findings: "> (critical) save() loses data (store.ts:41)",
    },
  }],
};

function givenRun(changes: Data): Data {
  const nothing = {
    branches: [],
    reverted: [],
    failure: "",
    errors: "",
    unread: "",
    progress: "",
    extra: "",
  };
  const guidance = { encouraged: [], forbidden: [], leftOut: 0 };
  const feedback = { ...nothing, guidance, earlier: null, isFirst: false, isRecovery: false };
  return { ...RUN, ...feedback, ...changes };
}

const REVIEW = {
  header: "Turn 1 of 10 · 25 min of 9 h · 1 of 4 items done",
  code: ["1a2b", "3c4d"],
  plan: "/p/PLAN.md",
  item: "- [x] Add the parser",
  round: 1,
  rounds: 1,
  isReadOnly: true,
  diffFile: "/r/001-review.diff",
  diffLines: 2,
  diff: "> +one",
  why: "",
  untracked: ["new.ts"],
  earlier: ["- (critical) a bug"],
};

/** Prompts of reviewers: of an item, and of the finished plan without git. */
export const REVIEWS: readonly Data[] = [
  REVIEW,
  { ...REVIEW, diff: "", earlier: [], untracked: [] },
  { ...REVIEW, diff: "", diffLines: 0 },
  ...[1, 2, 3].map((round) => ({
    ...REVIEW,
    item: null,
    round,
    rounds: 3,
    isReadOnly: false,
    diffFile: "",
    why: "the project does not use git",
  })),
];

const BEST = { run: "r2", sharpe: "1.200", ago: 1 };
const ROW = { run: "r1", sharpe: "1.2", cagr: "0.1", maxdd: "unknown", wfe: "0.6" };

/** Alpha Forge's parts, with runs and without. */
export const ALPHA_FORGE: readonly [string, Data][] = [
  ["alpha-forge-convergence.md", {
    reason: "Flat",
    runs: 6,
    best: BEST,
    table: [ROW, ROW],
    isConverged: true,
  }],
  ["alpha-forge-convergence.md", {
    reason: "Flat",
    runs: 0,
    best: null,
    table: [],
    isConverged: false,
  }],
  ["alpha-forge-exploration.md", {
    reason: "Rising",
    runs: 2,
    best: BEST,
    deltas: [{ name: "sharpe", before: "1.0", after: "1.2", change: "+20 %" }],
    decision: "continue",
    isResearchTurn: true,
    queries: ["one", "two"],
  }],
  ["alpha-forge-exploration.md", {
    reason: "No runs",
    ...{ runs: 0, best: null, deltas: [], decision: "explore", isResearchTurn: false, queries: [] },
  }],
];

const TEMPLATES = new URL("../../templates/", import.meta.url);

/** The texts under `templates/`, by file name. */
export const TEMPLATE_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...Deno.readDirSync(TEMPLATES)].map(({ name }) => name).sort()
    .map((name) => [name, Deno.readTextFileSync(new URL(name, TEMPLATES))]),
);
