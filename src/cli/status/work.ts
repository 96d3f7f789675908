/** Reads what a loop did from its journal, plan and git, for the live view and a bare `ralph`. */
import { isDecision, type JournalEntry, readJournal } from "../../store/records/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { readLoop } from "../../store/records/loops.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { findGitTop } from "../../store/project.ts";
import { attempt } from "../../error.ts";
import { readPlan } from "../../run/plan/plan.ts";
import { oneLine } from "../../text/shorten.ts";
import { viewEntry } from "../history/entry_view.ts";
import { buildReport } from "../report/build.ts";
import { addCommits } from "../report/commits.ts";
import type { LoopReport } from "../report/build.ts";
import type { Status } from "./facts.ts";

/** An event of a loop. */
export interface WorkEvent {
  readonly atMs: number;
  /** Whether it succeeded (true) or failed (false); null for neither. */
  readonly isGood: boolean | null;
  readonly text: string;
}

/** The work of a loop. */
export interface LoopWork extends Pick<LoopReport["work"], "failed"> {
  /** Items that were ticked in this loop; null if the journal does not name them. */
  readonly done: readonly string[] | null;
  /** Newest last. */
  readonly commits: readonly string[];
  /** Oldest first. */
  readonly events: readonly WorkEvent[];
  /** The present items of the plan. */
  readonly plan: readonly {
    readonly text: string;
    readonly isDone: boolean;
    /** True for the agent's next item; absent for all others. */
    readonly isNext?: boolean;
  }[];
}

/** Kinds of entries that are not listed: an agent's end includes its start, and the block names the owner. */
const UNTOLD: readonly string[] = ["agent", "claim"];
const HASH_CHARACTERS = 7;
const TEXT_CHARACTERS = 200;

/**
 * Reads the work of a status's loop.
 *
 * @returns Null if there is no loop, or its facts cannot be read.
 */
export async function readWork(places: Places, status: Status): Promise<LoopWork | null> {
  const record = status.loop?.record ?? status.ended?.record ?? null;
  const id = record?.id ?? status.ended?.id ?? "";
  const known = attempt(() => readLoop(places, id));
  if (known === null) return null;
  const journal = readJournal(loopPlaces(places, id).journal);
  const { entries } = journal;
  const { state, atMs: nowMs } = status;
  const built = buildReport({ ...known, record, journal, state, nowMs, present: null });
  const base = entries.find(({ kind }) => kind === "start")?.commit ?? null;
  const report = await addCommits(built, findGitTop(status.project), base);
  return {
    done: report.work.done?.map(({ text }) => text) ?? null,
    failed: report.work.failed,
    commits: (report.commits ?? []).map(nameCommit),
    events: listEvents(entries, report),
    plan: listItems(record, status.loop?.nextItem ?? null),
  };
}

function nameCommit(
  { branch, hash, subject }: NonNullable<LoopReport["commits"]>[number],
): string {
  const place = branch === undefined ? "" : ` (${branch})`;
  return `${hash.slice(0, HASH_CHARACTERS)} ${subject}${place}`;
}

function listItems(record: LoopRecord | null, next: string | null): LoopWork["plan"] {
  const path = record?.focus.path ?? null;
  const read = path === null ? null : readPlan(path);
  if (read?.kind !== "plan") return [];
  const items = read.plan.items.toSorted((left, right) => left.line - right.line);
  const nextItem = items.find(({ state, text }) => state === "open" && text === next);
  return items.map((item) => ({
    text: item.text,
    isDone: item.state === "done",
    ...item === nextItem && { isNext: true },
  }));
}

/** Lists ticked items, commits, checks, and the other events of the journal. */
function listEvents(entries: readonly JournalEntry[], { steps }: LoopReport): WorkEvent[] {
  const left = [...steps];
  return entries.flatMap((entry) => {
    const isEndOfStep = isDecision(entry) || entry.agent?.endedBy !== undefined;
    const isNext = isEndOfStep && left[0]?.toMs === entry.atMs;
    return [...isNext ? readStep(left.shift()!) : [], ...readEntry(entry)];
  }).map((event) => ({ ...event, text: oneLine(event.text, TEXT_CHARACTERS) }));
}

/** Reads the ticked items and commits of a turn. */
function readStep({ newCommits, ticked, toMs: atMs }: LoopReport["steps"][number]): WorkEvent[] {
  return [
    ...(ticked ?? []).map(({ check, text }) => ({
      atMs,
      isGood: true,
      text: check === null ? text : `${text} (\`${check}\` passed)`,
    })),
    ...(newCommits ?? []).map((commit) => ({
      atMs,
      isGood: null,
      text: `commit ${nameCommit(commit)}`,
    })),
  ];
}

/** Reads the events of a journal entry other than ticked items and commits. */
function readEntry(entry: JournalEntry): WorkEvent[] {
  const { atMs, inputs, kind } = entry;
  if (isDecision(entry)) {
    const verification = inputs?.facts.verification;
    if (verification?.kind === "rejected") {
      return [{ atMs, isGood: false, text: `\`${verification.command}\` failed` }];
    }
    const checks = verification?.kind === "passed" ? inputs?.facts.checks ?? [] : [];
    return checks.map((command) => ({ atMs, isGood: true, text: `\`${command}\` passed` }));
  }
  // A successful end adds nothing to the items that it ticked.
  if (UNTOLD.includes(kind) || kind === "iteration" && entry.agent?.failure === null) return [];
  const { label, text, tone } = viewEntry(entry);
  // A label without a colour only repeats the sentence.
  const isPlain = tone === null || tone === "bold";
  return [{
    atMs,
    isGood: tone === "red" ? false : null,
    text: isPlain ? text : `${label}: ${text}`,
  }];
}
