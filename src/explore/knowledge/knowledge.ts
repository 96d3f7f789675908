/** What exploration learned in a project: `.claude/ralph-knowledge.json`. */
import { DAY_MS } from "../../text/time.ts";
import type { RecordShape } from "../../store/records/json_record.ts";
import {
  choice,
  count,
  dictionary,
  exactInstant,
  list,
  nullable,
  object,
  otherwise,
  type ShapeOf,
  text,
} from "../../store/records/shape.ts";
import type { CheckName } from "../opportunity.ts";

const CheckShape = object({
  /** Opportunities of it that were shown to an agent. */
  offered: otherwise(count, 0),
  /** Of these, how many disappeared after a change of the project. */
  acted: otherwise(count, 0),
  /** Of these, how many remained although they were shown repeatedly. */
  ignored: otherwise(count, 0),
  /** Epoch milliseconds; null for never. */
  lastOffered: otherwise(nullable(exactInstant), null),
  lastActed: otherwise(nullable(exactInstant), null),
});

/** What was learned about a check. */
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
  firstAt: exactInstant,
  lastAt: exactInstant,
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
  at: exactInstant,
});

/** Something that an agent noted for later loops. */
export type Note = ShapeOf<typeof NoteShape>;

/** An opportunity that was shown to an agent. */
export type Tried = ShapeOf<typeof TriedShape>;

const KnowledgeShape = object({
  version: choice(1),
  /** By the check's name; may include checks of later versions. */
  checks: dictionary(CheckShape),
  /** The last opportunities shown, the oldest first. */
  tried: list(TriedShape),
  /** Approaches that worked, in the agents' words; the oldest first. */
  notedWorked: otherwise(list(NoteShape), []),
  /** Features that agents would add; the oldest first. */
  notedIdeas: otherwise(list(NoteShape), []),
  /** The continuation that was counted last, so that none counts twice. */
  noted: otherwise(nullable(object({ loopId: text, iteration: count })), null),
});

/** What exploration learned in a project: hit rates of checks, notes, past attempts. */
export type Knowledge = ShapeOf<typeof KnowledgeShape>;

/** The record in the file. */
export const KNOWLEDGE: RecordShape<Knowledge> = { version: 1, schema: KnowledgeShape };

/** A check with so many settled opportunities, and a lower hit rate, is no longer shown. */
const MIN_SETTLED = 10;
const MIN_HIT_RATE = 0.1;

/** After this long (a week) such a check is shown again. */
const CHANCE_AFTER_MS = 7 * DAY_MS;

/** Notes kept of each kind, and characters of each. */
const MAX_NOTES = 50;
const NOTE_CHARACTERS = 300;

/** Makes the knowledge of a project where nothing was learned yet. */
export function blankKnowledge(): Knowledge {
  return { version: 1, checks: {}, tried: [], notedWorked: [], notedIdeas: [], noted: null };
}

/**
 * Counts how often a loop showed an opportunity.
 *
 * @returns 0 where it was never shown, or was acted on.
 */
export function offeredInLoop({ tried }: Knowledge, id: string, loopId: string): number {
  const last = tried.findLast((each) => each.id === id && each.outcome !== "acted");
  return last?.inLoop?.loopId === loopId ? last.inLoop.offered : 0;
}

/** Picks what was learned about a check; zeros for nothing. */
export function knowledgeOf({ checks }: Knowledge, check: CheckName): CheckKnowledge {
  const learned = Object.hasOwn(checks, check) ? checks[check] : undefined;
  return learned ?? { offered: 0, acted: 0, ignored: 0, lastOffered: null, lastActed: null };
}

/**
 * Computes how often opportunities of a check led to a change.
 *
 * @returns 0 to 1; null where no opportunity is settled.
 */
export function hitRate({ acted, ignored }: CheckKnowledge): number | null {
  return acted + ignored === 0 ? null : acted / (acted + ignored);
}

/**
 * Computes a check's weight from what was learned: higher if its opportunities led to changes.
 *
 * @returns Above 0 and below 2; 1 without experience.
 *
 * @example No experience, and three of four acted on
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const fresh = { offered: 0, acted: 0, ignored: 0, lastOffered: null, lastActed: null };
 * assertEquals(learnedWeight(fresh), 1);
 * assertEquals(learnedWeight({ ...fresh, acted: 3, ignored: 1 }), 8 / 6);
 * ```
 */
export function learnedWeight({ acted, ignored }: CheckKnowledge): number {
  return 2 * (acted + 1) / (acted + ignored + 2);
}

/**
 * Whether a check is no longer shown: at least ten settled opportunities, under a tenth acted on.
 *
 * @returns False again a week after its last opportunity was shown.
 */
export function isSunk(learned: CheckKnowledge, nowMs: number): boolean {
  const settled = learned.acted + learned.ignored;
  if (settled < MIN_SETTLED || (hitRate(learned) ?? 1) >= MIN_HIT_RATE) return false;
  return learned.lastOffered === null || nowMs - learned.lastOffered < CHANCE_AFTER_MS;
}

/**
 * Forgets what was learned about a check, or everything, so that it is shown again.
 *
 * @param check The check; null for everything.
 * @returns The new knowledge; the same object where there was nothing to forget.
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

/** What a message notes for later loops by `<worked>` and `<idea>`, in the agent's words. */
export interface Noted {
  readonly loopId: string;
  readonly iteration: number;
  readonly nowMs: number;
  readonly worked: readonly string[];
  readonly ideas: readonly string[];
}

/**
 * Adds the notes of a message that are new.
 *
 * @returns The new knowledge; the same object where no note is new.
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
  const seen = new Set(known.map(({ text }) => text.toLowerCase()));
  const fresh: Note[] = [];
  for (const long of texts) {
    const text = long.replace(/\s+/g, " ").trim().slice(0, NOTE_CHARACTERS);
    if (text === "" || seen.has(text.toLowerCase())) continue;
    seen.add(text.toLowerCase());
    fresh.push({ text, loopId: loopId, iteration, at: nowMs });
  }
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MAX_NOTES);
}
