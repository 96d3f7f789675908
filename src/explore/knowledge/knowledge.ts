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
  type ShapeOf,
  text,
} from "../../store/records/shape.ts";
import { renderExactInstant } from "../../text/instant.ts";
import type { CheckName } from "../opportunity.ts";

const CheckShape = object({
  /** Opportunities of it that were shown to an agent. */
  offered: otherwise(count, 0),
  /** Of these, how many were gone afterwards while something had moved. */
  acted: otherwise(count, 0),
  /** Of these, how many were shown again and again, and stayed. */
  ignored: otherwise(count, 0),
  /** UTC time in ISO 8601; null for never. */
  lastOffered: otherwise(nullable(text), null),
  lastActed: otherwise(nullable(text), null),
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
  loopId: text,
  iteration: count,
  /** UTC times in ISO 8601. */
  firstAt: text,
  lastAt: text,
  /** The tree's stamp when it was last shown. */
  stamp: text,
  outcome: choice("open", "acted", "ignored"),
}, {
  /** In how many continuations of the loop that was last shown it. */
  inLoop: object({ loopId: text, offered: count }),
});

const NoteShape = object({
  text,
  loopId: text,
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
  notedWorked: otherwise(list(NoteShape), []),
  /** Features that agents would add; the oldest first. */
  notedIdeas: otherwise(list(NoteShape), []),
  /** The continuation that was counted last: a second count of the same changes nothing. */
  noted: otherwise(nullable(object({ loopId: text, iteration: count })), null),
});

/** All that was learned. */
export type Knowledge = ShapeOf<typeof KnowledgeShape>;

/** The record in the file. */
export const KNOWLEDGE: RecordShape<Knowledge> = { version: 1, schema: KnowledgeShape };

/** A check with so many settled opportunities, and so few acted on, leads nowhere. */
const MIN_SETTLED = 10;
const MIN_HIT_RATE = 0.1;

/** So long after its last opportunity such a check gets another chance: a week. */
const CHANCE_AFTER_MS = 7 * 24 * 3_600_000;

/** So many notes of each kind are kept, and so much of each. */
const MAX_NOTES = 50;
const NOTE_CHARACTERS = 300;

/**
 * Makes the knowledge of a project where nothing was learned yet.
 *
 * @returns A new record.
 */
export function blankKnowledge(): Knowledge {
  return { version: 1, checks: {}, tried: [], notedWorked: [], notedIdeas: [], noted: null };
}

/**
 * Counts how often one opportunity was shown in a loop.
 *
 * @param knowledge All that was learned.
 * @param id The opportunity's id.
 * @param loopId The loop's id.
 * @returns 0 where it never was, or was acted on.
 */
export function offeredInLoop({ tried }: Knowledge, id: string, loopId: string): number {
  const last = tried.findLast((each) => each.id === id && each.outcome !== "acted");
  return last?.inLoop?.loopId === loopId ? last.inLoop.offered : 0;
}

/**
 * Picks what was learned of a check.
 *
 * @param knowledge All that was learned.
 * @param check The check's name.
 * @returns Zeros where nothing was.
 */
export function knowledgeOf({ checks }: Knowledge, check: CheckName): CheckKnowledge {
  const learned = Object.hasOwn(checks, check) ? checks[check] : undefined;
  return learned ?? { offered: 0, acted: 0, ignored: 0, lastOffered: null, lastActed: null };
}

/**
 * Computes how often opportunities of a check led to a change.
 *
 * @param learned What was learned of it.
 * @returns 0 to 1, of those that are settled; null where none is.
 *
 * @example Three of four
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const learned = { offered: 5, acted: 3, ignored: 1, last_offered: null, last_acted: null };
 * assertEquals(hitRate(learned), 0.75);
 * ```
 */
export function hitRate({ acted, ignored }: CheckKnowledge): number | null {
  return acted + ignored === 0 ? null : acted / (acted + ignored);
}

/**
 * Weighs a check's opportunities by what was learned: those that led to changes rise, those that never
 * did sink.
 *
 * @param learned What was learned of it.
 * @returns Above 0 and below 2; 1 where nothing is known.
 *
 * @example Nothing known, and three of four acted on
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const unknown = { offered: 0, acted: 0, ignored: 0, last_offered: null, last_acted: null };
 * assertEquals(learnedWeight(unknown), 1);
 * assertEquals(learnedWeight({ ...unknown, acted: 3, ignored: 1 }), 8 / 6);
 * ```
 */
export function learnedWeight({ acted, ignored }: CheckKnowledge): number {
  return 2 * (acted + 1) / (acted + ignored + 2);
}

/**
 * Whether a check is off the list: at least ten settled opportunities, under a tenth acted on.
 *
 * @param learned What was learned of it.
 * @param nowMs Unix milliseconds.
 * @returns False again a week after its last opportunity was shown.
 */
export function isSunk(learned: CheckKnowledge, nowMs: number): boolean {
  const settled = learned.acted + learned.ignored;
  if (settled < MIN_SETTLED || (hitRate(learned) ?? 1) >= MIN_HIT_RATE) return false;
  const lastMs = Date.parse(learned.lastOffered ?? "");
  return Number.isNaN(lastMs) || nowMs - lastMs < CHANCE_AFTER_MS;
}

/**
 * Forgets what was learned of a check, or of all, so that checks that sank come back.
 *
 * @param knowledge What is known.
 * @param check Which check; null for everything.
 * @returns What is known afterwards; the very same object where nothing was known of it.
 */
export function forget(knowledge: Knowledge, check: CheckName | null): Knowledge {
  const { checks, noted, notedIdeas: ideas, notedWorked: worked, tried } = knowledge;
  if (check === null) {
    const isBlank = Object.keys(checks).length + tried.length + worked.length + ideas.length === 0;
    return isBlank ? knowledge : { ...blankKnowledge(), noted };
  }
  const others = tried.filter((each) => each.check !== check);
  if (!Object.hasOwn(checks, check) && others.length === tried.length) return knowledge;
  const kept = Object.entries(checks).filter(([name]) => name !== check);
  return { ...knowledge, checks: Object.fromEntries(kept), tried: others };
}

/** What a message notes for later loops by `<worked>` and `<idea>`, in the agent's own words. */
export interface Noted {
  readonly loopId: string;
  readonly iteration: number;
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly worked: readonly string[];
  readonly ideas: readonly string[];
}

/**
 * Adds what a message notes; what is known already is not added again.
 *
 * @param knowledge What was known before.
 * @param noted The notes.
 * @returns What is known now; the very same object where nothing is new.
 */
export function addNotes(knowledge: Knowledge, noted: Noted): Knowledge {
  const worked = append(knowledge.notedWorked, noted.worked, noted);
  const ideas = append(knowledge.notedIdeas, noted.ideas, noted);
  const isSame = worked === knowledge.notedWorked && ideas === knowledge.notedIdeas;
  return isSame ? knowledge : { ...knowledge, notedWorked: worked, notedIdeas: ideas };
}

function append(
  known: Note[],
  texts: readonly string[],
  { loopId, iteration, nowMs }: Noted,
): Note[] {
  const at = renderExactInstant(nowMs);
  const seen = new Set(known.map(({ text }) => text.toLowerCase()));
  const fresh: Note[] = [];
  for (const long of texts) {
    const text = long.replace(/\s+/g, " ").trim().slice(0, NOTE_CHARACTERS);
    if (text === "" || seen.has(text.toLowerCase())) continue;
    seen.add(text.toLowerCase());
    fresh.push({ text, loopId: loopId, iteration, at });
  }
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MAX_NOTES);
}
