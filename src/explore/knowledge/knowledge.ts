// deno-lint-ignore-file camelcase -- the names are those of the file
/**
 * What exploration learned in a project: `.claude/ralph-knowledge.json`.
 *
 * @module
 */
import type { RecordShape } from "../../store/records/json_record.ts";
import {
  choice,
  count,
  dictionary,
  list,
  nullable,
  object,
  otherwise,
  schemaOf,
  type ShapeOf,
  text,
} from "../../store/records/shape.ts";
import type { CheckName } from "../opportunity.ts";

/** What was learned of one check. */
const CheckShape = object({
  /** Opportunities of it that were shown to an agent. */
  offered: otherwise(count, 0),
  /** Of these, how many were gone afterwards while something had moved. */
  acted: otherwise(count, 0),
  /** Of these, how many were shown again and again, and stayed. */
  ignored: otherwise(count, 0),
  /** UTC time in ISO 8601; null for never. */
  last_offered: otherwise(nullable(text), null),
  last_acted: otherwise(nullable(text), null),
});

/** What was learned of one check. */
export type CheckKnowledge = ShapeOf<typeof CheckShape>;

const TriedShape = object({
  /** The opportunity's id. */
  id: text,
  check: text,
  text,
  /** In how many continuations it was shown. */
  offered: count,
  /** Where it was first shown. */
  loop_id: text,
  iteration: count,
  /** UTC times in ISO 8601. */
  first_at: text,
  last_at: text,
  /** The tree's stamp when it was last shown. */
  stamp: text,
  outcome: choice("open", "acted", "ignored"),
}, {
  /** In how many continuations of the loop that was last shown it. */
  in_loop: object({ loop_id: text, offered: count }),
});

const NoteShape = object({
  text,
  loop_id: text,
  iteration: count,
  /** UTC time in ISO 8601. */
  at: text,
});

/** Something that an agent noted for later loops. */
export type Note = ShapeOf<typeof NoteShape>;

/** One thing that was tried. */
export type Tried = ShapeOf<typeof TriedShape>;

const KnowledgeShape = object({
  version: choice(1),
  /** By the check's name; of later versions' checks, too. */
  checks: dictionary(CheckShape),
  /** The last ones, the oldest first. */
  tried: list(TriedShape),
  /** Approaches that worked, by the agents' own words; the oldest first. */
  noted_worked: otherwise(list(NoteShape), []),
  /** Features that agents would add; the oldest first. */
  noted_ideas: otherwise(list(NoteShape), []),
  /** The continuation that was counted last: a second count of the same changes nothing. */
  noted: otherwise(nullable(object({ loop_id: text, iteration: count })), null),
});

/** All that was learned. */
export type Knowledge = ShapeOf<typeof KnowledgeShape>;

/** The record in the file. */
export const KNOWLEDGE: RecordShape<Knowledge> = { version: 1, schema: schemaOf(KnowledgeShape) };

/** A check with so many settled opportunities, and so few acted on, leads nowhere. */
const LEAST_SAMPLES = 10;
const LEAST_HIT_RATE = 0.1;

/** So long after its last opportunity such a check gets another chance: a week. */
const CHANCE_AFTER_MS = 7 * 24 * 3_600_000;

/**
 * How often one thing was shown in a loop.
 *
 * @param knowledge all that was learned
 * @param id the opportunity's id
 * @param loopId the loop's id
 */
export function offeredInLoop({ tried }: Knowledge, id: string, loopId: string): number {
  const known = tried.findLast((one) => one.id === id && one.outcome !== "acted");
  return known?.in_loop?.loop_id === loopId ? known.in_loop.offered : 0;
}

/** Nothing was learned yet. */
export function blankKnowledge(): Knowledge {
  return { version: 1, checks: {}, tried: [], noted_worked: [], noted_ideas: [], noted: null };
}

/**
 * What was learned of a check.
 *
 * @param knowledge all that was learned
 * @param check its name
 * @returns zeros where nothing was
 */
export function knowledgeOf(knowledge: Knowledge, check: CheckName): CheckKnowledge {
  const known = Object.hasOwn(knowledge.checks, check) ? knowledge.checks[check] : undefined;
  return known ?? { offered: 0, acted: 0, ignored: 0, last_offered: null, last_acted: null };
}

/**
 * How often opportunities of a check led to a change.
 *
 * @param known what was learned of it
 * @returns 0 to 1, of those that are settled; null where none is
 */
export function hitRate({ acted, ignored }: CheckKnowledge): number | null {
  return acted + ignored === 0 ? null : acted / (acted + ignored);
}

/**
 * What a check's opportunities are worth by what was learned: those that led to changes rise, those
 * that never did sink.
 *
 * @param known what was learned of it
 * @returns above 0 and below 2; 1 where nothing is known
 */
export function learnedWeight({ acted, ignored }: CheckKnowledge): number {
  return 2 * (acted + 1) / (acted + ignored + 2);
}

/**
 * Whether a check is off the list: at least ten settled opportunities, under a tenth acted on.
 *
 * @param known what was learned of it
 * @param nowMs Unix milliseconds
 * @returns false again a week after its last opportunity was shown
 */
export function isSunk(known: CheckKnowledge, nowMs: number): boolean {
  const rate = hitRate(known);
  if (rate === null || rate >= LEAST_HIT_RATE) return false;
  if (known.acted + known.ignored < LEAST_SAMPLES) return false;
  const lastMs = Date.parse(known.last_offered ?? "");
  return Number.isNaN(lastMs) || nowMs - lastMs < CHANCE_AFTER_MS;
}
