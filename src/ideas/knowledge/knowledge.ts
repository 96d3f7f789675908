/**
 * The knowledge of exploration about a project, in `.claude/ralph-knowledge.json`: how often each check
 * was shown and led to a change, what was shown last, and what agents noted. Pure.
 */
import type { RecordShape } from "../../store/records/json_record.ts";
import {
  count,
  dictionary,
  exactInstant,
  inFile,
  list,
  object,
  otherwise,
  type ShapeOf,
  text,
  truth,
} from "../../store/records/shape.ts";
import type { CheckName, Opportunity } from "../opportunity.ts";

const CountsShape = object({
  /** Opportunities of the check that were shown to an agent. */
  offered: otherwise(count, 0),
  /** The number of these that were gone at a later scan. */
  done: otherwise(count, 0),
});

const TriedShape = object({
  /** The opportunity's id. */
  id: text,
  check: text,
  text,
  /** The loop that showed it last, the turn, and how often that loop showed it. */
  loopId: text,
  iteration: count,
  offered: count,
  /** When it was last shown, or found to be gone. */
  at: inFile("last_at", exactInstant),
  isDone: otherwise(truth, false),
});

const NoteShape = object({
  text,
  loopId: text,
  iteration: count,
  at: exactInstant,
});

/** Something that an agent noted for later loops. */
export type Note = ShapeOf<typeof NoteShape>;

/** An opportunity that was shown. */
export type Tried = ShapeOf<typeof TriedShape>;

const KnowledgeShape = object({
  checks: dictionary(CountsShape),
  /** The latest opportunities, in the order in which they were shown. */
  tried: list(TriedShape),
  /** Approaches that worked, and features that users would want, in the agents' words. */
  notedWorked: otherwise(list(NoteShape), []),
  notedIdeas: otherwise(list(NoteShape), []),
});

/** The knowledge of exploration about a project. */
export type Knowledge = ShapeOf<typeof KnowledgeShape>;

/** The record in the file. */
export const KNOWLEDGE: RecordShape<Knowledge> = { version: 1, schema: KnowledgeShape };

/** Number of times that a loop offers an opportunity; the last time it asks why nothing was done. */
export const OFFERS_IN_A_LOOP = 3;

/** Limits of the record: opportunities, notes of each kind, and characters of a note. */
const MAX_TRIED = 50;
const MAX_NOTES = 50;
const NOTE_CHARACTERS = 300;

/** Makes the knowledge of a project that was never explored. */
export function blankKnowledge(): Knowledge {
  return { checks: {}, tried: [], notedWorked: [], notedIdeas: [] };
}

/** Returns how often a loop showed an opportunity; 0 again once it was gone. */
export function offeredInLoop({ tried }: Knowledge, id: string, loopId: string): number {
  const last = tried.find((each) => each.id === id && !each.isDone);
  return last?.loopId === loopId ? last.offered : 0;
}

/** Returns the counts of a check; zeros if there are none. */
export function countsOf({ checks }: Knowledge, check: CheckName): ShapeOf<typeof CountsShape> {
  return (Object.hasOwn(checks, check) ? checks[check] : undefined) ?? { offered: 0, done: 0 };
}

/** The opportunities that a continuation showed, and those that its scan had found. */
interface Round {
  readonly loopId: string;
  readonly iteration: number;
  readonly nowMs: number;
  readonly shown: readonly Opportunity[];
  /** Checks whether an opportunity that was shown at a moment is gone now. */
  readonly isGone: (tried: Tried) => boolean;
}

/** Counts the opportunities that a continuation showed; the same turn counts only once. */
export function noteShown(knowledge: Knowledge, round: Round): Knowledge {
  const { loopId, iteration, nowMs: at, shown, isGone } = round;
  const checks = { ...knowledge.checks };
  const add = (check: string, which: keyof ShapeOf<typeof CountsShape>) => {
    const counts = countsOf({ ...knowledge, checks }, check as CheckName);
    checks[check] = { ...counts, [which]: counts[which] + 1 };
  };
  let tried = knowledge.tried.map((each) => {
    if (each.isDone || !isGone(each)) return each;
    add(each.check, "done");
    return { ...each, at, isDone: true };
  });
  for (const { id, check, text } of shown) {
    const last = tried.find((each) => each.id === id && !each.isDone);
    const isSameLoop = last?.loopId === loopId;
    if (isSameLoop && last.iteration >= iteration) continue;
    if (last === undefined) add(check, "offered");
    const offered = isSameLoop ? last.offered + 1 : 1;
    const entry = { id, check, text, loopId, iteration, offered, at, isDone: false };
    tried = [...tried.filter((each) => each !== last), entry];
  }
  return { ...knowledge, checks, tried: tried.slice(-MAX_TRIED) };
}

/**
 * Forgets the counts of a check, or everything.
 *
 * @param check The check; null for everything.
 * @returns The new knowledge; the same object if there was nothing to forget.
 */
export function forget(knowledge: Knowledge, check: CheckName | null): Knowledge {
  const { checks, notedIdeas, notedWorked, tried } = knowledge;
  if (check === null) {
    const size = Object.keys(checks).length + tried.length + notedWorked.length + notedIdeas.length;
    return size === 0 ? knowledge : blankKnowledge();
  }
  const others = tried.filter((each) => each.check !== check);
  if (!Object.hasOwn(checks, check) && others.length === tried.length) return knowledge;
  const kept = Object.entries(checks).filter(([name]) => name !== check);
  return { ...knowledge, checks: Object.fromEntries(kept), tried: others };
}

/** The notes in a message for later loops, by `<worked>` and `<idea>`, in the agent's words. */
interface Noted {
  readonly loopId: string;
  readonly iteration: number;
  readonly nowMs: number;
  readonly worked: readonly string[];
  readonly ideas: readonly string[];
}

/**
 * Adds the notes of a message that are new.
 *
 * @returns The new knowledge; the same object if no note is new.
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
    fresh.push({ text, loopId, iteration, at: nowMs });
  }
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MAX_NOTES);
}
