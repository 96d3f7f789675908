/**
 * The facts that the rules decide a Stop by. The type, the journal's line and its reader come from one
 * shape: every fact that a rule uses is in the journal, and `ralph explain` reads it back unchanged.
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

/** Reads objects whose `kind` determines their other fields. */
function byKind<const K extends Kinds>(kinds: K): Shape<Variants<K>> {
  const kind = choice(...Object.keys(kinds));
  const shapeOf = (value: unknown) => object({ kind, ...kinds[object({ kind })(value).kind] });
  return Object.assign(
    // Each kind is read by its own shape.
    (value: unknown) => shapeOf(value)(value) as unknown as Variants<K>,
    { write: (value: Variants<K>) => writeAs<unknown>(shapeOf(value), value) },
  );
}

/** Reads with a given shape, and writes only part of the value. */
function writtenAs<T>(shape: Shape<T>, write: (value: T) => unknown): Shape<T> {
  return Object.assign((value: unknown) => shape(value), { write });
}

/** Number of characters that the journal keeps of a text. */
const EXCERPT_CHARACTERS = 160;
/** How many findings of one answer, and open items of the plan, the journal keeps. */
const MOST_KEPT = 20;
const firstOf = <T>(shape: Shape<T[]>) =>
  writtenAs(shape, (all) => writeAs(shape, all.slice(0, MOST_KEPT)));

/** Text from outside of ralph, such as the agent's. The journal keeps its beginning. */
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
/** A signal with the text that was found, and its place. */
const DetailedSignalSchema = object({ ...SIGNAL, detail: excerpt });

const ProgressKindSchema = choice("commit", "tree", "checklist", "metric");

/** The loop's record with the clock advanced and this event's evidence in it. */
const InputRecordSchema = object({
  state: LoopStateSchema,
  phase: PhaseSchema,
  /** Continuations before this decision. */
  iteration: count,
  accumulatedRuntimeMs: inFile("accumulated_runtime_seconds", seconds),
  /** Null if unknown, which is not 0. */
  usage: object({ tokens: nullable(number), costUsd: nullable(number) }),
  /** Rejections in a row without a change in the project. */
  verifyRejections: count,
  validation: ValidationSchema,
  /** Present while the loop counts as idle: from an idle phrase to the next change. */
  idle: nullable(object({ iteration: count })),
}, {
  /** The active time at which each running shell was first seen. */
  shellsSinceMs: inFile("shells_since_seconds", dictionary(seconds)),
});

/** The facts that were gathered at the event. */
const InputFactsSchema = object({
  /** The path of the kill switch; null without one. */
  killSwitch: nullable(text),
  markerPresent: truth,
  /** True if a person typed `/ralph:stop` and the client has it queued. */
  isStopQueued: truth,
  permissionMode: nullable(text),
  /** Description of the event that will wake the session by itself; null without one. */
  waitsOn: nullable(excerpt),
  /** Ids of the shells that run now. From the next Stop on, the loop does not wait for them. */
  shellsSeen: list(text),
  completion: object({ done: count, total: count, signals: list(object(SIGNAL)) }, {
    openItems: firstOf(list(excerpt)),
  }),
  tags: object({
    promise: nullable(excerpt),
    blocked: nullable(excerpt),
    /** True if the current validation round is declared done. */
    validated: truth,
    /** The agent's findings; the severity as it wrote it, in lower case. */
    findings: firstOf(list(object({ severity: text, text: excerpt }))),
  }),
  /** Continuations in a row without a tool call, including the turn that just ended. */
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
  /** The last outputs if they are similar; else null. */
  repetition: nullable(object({
    kind: choice("same", "cycle"),
    /** How many outputs, including the latest. */
    outputs: count,
    /** The lowest similarity between outputs that count as the same, 0 to 1. */
    similarity: number,
    /** The kinds of change in the project since the first of these outputs. */
    progress: list(ProgressKindSchema),
  })),
  /**
   * How many of the last outputs in a row are similar, including the latest, without a change in the
   * project since the first of them; at least 1.
   */
  alikeOutputs: count,
  /** The phrase of the last message that says there is nothing to do; null without one. */
  idlePhrase: nullable(excerpt),
  /** The conclusion of the project's adapter; null if it has none, or it failed. */
  adapter: nullable(object({
    name: text,
    shouldContinue: truth,
    /** 0: no opinion; 0.5: suggests; 1: decides. */
    confidence: number,
    reason: excerpt,
    /** Number of metrics that it read. */
    metrics: count,
    /** True if only the adapter's suggestions may be worked on. */
    converged: truth,
  })),
  /** Number of opportunities that exploration found; null if it did not run, or failed. */
  opportunities: nullable(count),
  /** The project's current state. */
  mark: object({ commit: text }),
  /** Changes since the previous answer; null after the first answer of a session. */
  changes: nullable(object({
    kinds: list(choice("commit", "tree", "checklist", "metric", "validation round", "plan")),
    /** True if the files were compared. If not, `kinds` may lack a changed file. */
    isTreeKnown: truth,
  })),
}, {
  /** Items that wait for a person; `next` is the first item that does not depend on them. */
  waiting: object({
    items: firstOf(list(object({ key: excerpt, text: excerpt, need: excerpt }))),
    next: nullable(excerpt),
  }),
  /** The checkout whose plan and checks are read; missing if only the project's own exists. */
  checkout: excerpt,
  /** Branches and worktrees other than the checked-out commit that got a new commit in this turn. */
  movedHeads: firstOf(list(object({ name: excerpt, commit: text }, {
    /** The plan's open items that are ticked there. */
    ticked: firstOf(list(excerpt)),
  }))),
  /** The heads with work of this session that the checkout does not contain, newest last. */
  unmerged: firstOf(list(object({ name: excerpt, commit: text }))),
  /** The branches that a person has to merge, since every open item is ticked on a branch. */
  needsMerge: excerpt,
});

const Schema = object({
  record: InputRecordSchema,
  facts: InputFactsSchema,
  settings: RuleSettingsSchema,
  /** True if the loop has no task, only exploration. */
  isFree: truth,
  /** How the task was judged, and from which signal. */
  task: byKind({
    incomplete: {},
    /** A claim despite open items; the agent is asked about it. */
    ask: { claim: DetailedSignalSchema },
    complete: { signal: DetailedSignalSchema },
  }),
});

type Settled<T> = T extends object ? { readonly [K in keyof T]: Settled<T[K]> } : T;

/** The facts that the rules decide by. */
export type DecisionInputs = Settled<ShapeOf<typeof Schema>>;

/** The shape that reads decision inputs from the journal, and writes it. */
export const DecisionInputsShape: Shape<DecisionInputs> = Schema;
