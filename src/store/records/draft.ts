/**
 * What the rules of a Stop decide by. The type, the journal's line and its reading come from one shape:
 * what a rule reads is in the journal, and `ralph explain` reads it back as it was.
 */
import { shorten } from "../../text/shorten.ts";
import { LoopStateSchema, PhaseSchema } from "./loop_record.ts";
import { ValidationSchema } from "./validation_record.ts";
import { RuleSettingsSchema } from "./rule_settings.ts";
import {
  choice,
  count,
  dictionary,
  inFile,
  list,
  nullable,
  number,
  object,
  seconds,
  type Shape,
  type ShapeOf,
  text,
  truth,
  writeAs,
} from "./shape.ts";

type Kinds = Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>>;
type Variants<K extends Kinds> = {
  [N in keyof K]: { kind: N } & { [F in keyof K[N]]: ShapeOf<K[N][F]> };
}[keyof K];

/** Reads objects whose `kind` says which other names they have. */
function byKind<const K extends Kinds>(kinds: K): Shape<Variants<K>> {
  const kind = choice(...Object.keys(kinds));
  const shapeOf = (value: unknown) => object({ kind, ...kinds[object({ kind })(value).kind] });
  return Object.assign(
    // Each kind is read by its own shape.
    (value: unknown) => shapeOf(value)(value) as unknown as Variants<K>,
    { write: (value: Variants<K>) => writeAs<unknown>(shapeOf(value), value) },
  );
}

/** Reads what a shape reads, and writes a part of it. */
function writtenAs<T>(shape: Shape<T>, write: (value: T) => unknown): Shape<T> {
  return Object.assign((value: unknown) => shape(value), { write });
}

/** Characters of a text that the journal keeps. */
const EXCERPT_CHARACTERS = 160;
/** Findings of one answer, and open items of the plan, that the journal keeps. */
const MOST_KEPT = 20;
const firstOf = <T>(shape: Shape<T[]>) =>
  writtenAs(shape, (all) => writeAs(shape, all.slice(0, MOST_KEPT)));

/** A text that somebody else wrote: the journal keeps its beginning. */
const excerpt = writtenAs(text, (value) => shorten(value, EXCERPT_CHARACTERS));

const SIGNAL = {
  name: choice(
    "explicit_marker",
    "frontmatter_status",
    "all_checkboxes",
    "no_pending_items",
    "semantic_phrase",
    "promise",
  ),
  /** 0 to 1. */
  confidence: number,
};
/** With what was found, and where. */
const DetailedSignalSchema = object({ ...SIGNAL, detail: excerpt });

const ProgressKindSchema = choice("commit", "tree", "checklist", "metric");

/** The loop's record with the clock advanced and this event's evidence in it. */
const DraftRecordSchema = object({
  state: LoopStateSchema,
  phase: PhaseSchema,
  /** Continuations before this decision. */
  iteration: count,
  accumulatedRuntimeMs: inFile("accumulated_runtime_seconds", seconds),
  /** Null for unknown, which is not 0. */
  usage: object({ tokens: nullable(number), costUsd: nullable(number) }),
  /** Rejections in a row without a change in the project. */
  verifyRejections: count,
  validation: ValidationSchema,
  /** Since when the loop counts as idle: from an idle phrase to the next change. */
  idle: nullable(object({ iteration: count })),
}, {
  /** The active time at which each shell that runs was seen first. */
  shellsSinceMs: inFile("shells_since_seconds", dictionary(seconds)),
});

/** What was gathered at the event. */
const DraftFactsSchema = object({
  /** The path of the kill switch; null without one. */
  killSwitch: nullable(text),
  markerPresent: truth,
  /** Whether a person typed `/ralph:stop`, and the client still keeps it queued. */
  isStopQueued: truth,
  permissionMode: nullable(text),
  /** What will wake the session by itself, in words; null if nothing will. */
  waitsOn: nullable(excerpt),
  /** Ids of the shells that run now: from the next Stop on the loop does not wait for them. */
  shellsSeen: list(text),
  completion: object({ done: count, total: count, signals: list(object(SIGNAL)) }, {
    openItems: firstOf(list(excerpt)),
  }),
  tags: object({
    promise: nullable(excerpt),
    blocked: nullable(excerpt),
    /** Whether the present validation round is declared done. */
    validated: truth,
    /** What the agent reports; the severity as it wrote it, in lower case. */
    findings: firstOf(list(object({ severity: text, text: excerpt }))),
  }),
  /** Continuations in a row without a tool call, this turn's end included. */
  toollessContinuations: count,
  /** The client's cap on blocks in a row; 0 for no cap. */
  blockCap: number,
  /** The commands that gate completion: those of the plan's items, then the user's. */
  checks: list(excerpt),
  verification: byKind({
    none: {},
    passed: {},
    rejected: { command: excerpt, tail: excerpt },
    unknown: { why: excerpt },
  }),
  /** The last outputs, if they are similar; else null. */
  repetition: nullable(object({
    kind: choice("same", "cycle"),
    /** How many outputs, the present one included. */
    outputs: count,
    /** The lowest similarity between outputs that count as the same, 0 to 1. */
    similarity: number,
    /** What changed in the project since the first of them. */
    progress: list(ProgressKindSchema),
  })),
  /**
   * How many of the last outputs in a row are similar, the present one included, without a change in
   * the project since the first of them; at least 1.
   */
  alikeOutputs: count,
  /** The phrase of the last message that says that there is nothing to do, if any. */
  idlePhrase: nullable(excerpt),
  /** What the project's adapter concludes; null if it has none, or it failed. */
  adapter: nullable(object({
    name: text,
    shouldContinue: truth,
    /** 0: no opinion; 0.5: suggests; 1: decides. */
    confidence: number,
    reason: excerpt,
    /** How many metrics it read. */
    metrics: count,
    /** Only what the adapter asks for may be worked on. */
    converged: truth,
  })),
  /** How many opportunities exploration found; null if it did not run, or failed. */
  opportunities: nullable(count),
  /** The project's present state. */
  mark: object({ commit: text }),
  /** What changed since the answer before; null after the first answer of a session. */
  changes: nullable(object({
    kinds: list(choice("commit", "tree", "checklist", "metric", "validation round", "plan")),
    /** Whether the files were compared: if not, a changed file may be missing from `kinds`. */
    isTreeKnown: truth,
  })),
}, {
  /** Items that wait for a person; `next` is the first that is independent of them. */
  waiting: object({
    items: firstOf(list(object({ key: excerpt, text: excerpt, need: excerpt }))),
    next: nullable(excerpt),
  }),
  /** The checkout that plan and checks are read in; missing if there is only the project's own. */
  checkout: excerpt,
  /** Branches and worktrees beside the checked-out commit that got a new one in this turn. */
  movedHeads: firstOf(list(object({ name: excerpt, commit: text }, {
    /** The plan's open items that are ticked there. */
    ticked: firstOf(list(excerpt)),
  }))),
  /** The heads with work of this session that is not in the checkout, newest last. */
  unmerged: firstOf(list(object({ name: excerpt, commit: text }))),
  /** What a person has to merge, since everything that is open is ticked on branches. */
  needsMerge: excerpt,
});

const Schema = object({
  record: DraftRecordSchema,
  facts: DraftFactsSchema,
  settings: RuleSettingsSchema,
  /** Whether the loop has no task, only exploration. */
  isFree: truth,
  /** How the task was judged, and by which signal. */
  task: byKind({
    incomplete: {},
    /** A claim over open items, which the agent is asked about. */
    ask: { claim: DetailedSignalSchema },
    complete: { signal: DetailedSignalSchema },
  }),
});

type Settled<T> = T extends object ? { readonly [K in keyof T]: Settled<T[K]> } : T;

/** What the rules decide by. */
export type Draft = Settled<ShapeOf<typeof Schema>>;

/** How a draft is read from the journal, and written to it. */
export const DraftShape: Shape<Draft> = Schema;
