/**
 * The loops that there were, as `history` lists them: active ones by their present state, ended ones
 * by their last record, and those whose files are gone by the line that is left of them.
 */
import { HOUR_MS } from "../../text/time.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import type { StateCode } from "../../evidence/state_view.ts";
import { nameEnd } from "../../lifecycle/end_line.ts";
import { type ChosenLoop, withRecord } from "../../lifecycle/choose_loop.ts";
import { isThere } from "../../store/files/presence.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { type HistoryEntry, readHistory } from "../../store/records/history.ts";
import { listLoops } from "../../store/records/loops.ts";
import { itemsOf } from "../report/steps.ts";
import type { CommandContext } from "../core/context.ts";
import { gatherStatus } from "../status/facts.ts";

/** One loop of the list. */
export interface HistoryRow {
  readonly id: string;
  readonly project: string;
  readonly driver: "session" | "runner";
  readonly task: string | null;
  readonly focus: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly state: StateCode;
  /** Why it ended, as a code; null while it is active. */
  readonly code: string | null;
  /** Why it ended, or what it does now. */
  readonly what: string;
  /** Turns, or agents of a run; null for unknown, as all that follows. */
  readonly iterations: number | null;
  readonly activeMs: number | null;
  readonly items: { readonly done: number; readonly total: number } | null;
  readonly tokens: number | null;
  readonly hasJournal: boolean;
}

/**
 * Lists loops, newest first.
 *
 * @param project Only those of this project; null for all.
 * @param most How many at most; all are counted.
 * @returns The rows, and how many there are.
 */
export async function listRows(
  context: CommandContext,
  places: Places,
  project: string | null,
  most: number,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> {
  const loops = listLoops(places, project);
  const lines = new Map(readHistory(places).map((entry) => [entry.id, entry]));
  const known = new Set(loops.map(({ facts }) => facts.id));
  const lost = [...lines.values()].filter((entry) =>
    !known.has(entry.id) && (project === null || entry.project === project)
  );
  const all = [...loops.map((loop) => ({ id: loop.facts.id, loop })), ...lost]
    .sort((left, right) => left.id < right.id ? 1 : -1);
  const rows: HistoryRow[] = [];
  for (const entry of all.slice(0, most)) {
    if (!("loop" in entry)) rows.push(rowOfLine(entry));
    else {
      const loop = withRecord(places, entry.loop);
      rows.push(
        loop.hasEnded
          ? rowOfEnded(places, loop, lines.get(entry.id))
          : await rowOfActive(context, places, loop),
      );
    }
  }
  return { rows, total: all.length };
}

/** A loop whose files are gone. */
function rowOfLine(entry: HistoryEntry): HistoryRow {
  return {
    ...ofStart(entry),
    ...ofEnd(entry.endedAt, entry),
    iterations: entry.iterations,
    activeMs: entry.runtimeMs,
    items: entry.items ?? null,
    tokens: null,
    hasJournal: false,
  };
}

function rowOfEnded(
  places: Places,
  { facts, record }: ChosenLoop,
  line: HistoryEntry | undefined,
): HistoryRow {
  const hasJournal = isThere(loopPlaces(places, facts.id).journal);
  const last = record?.lastDecision ?? null;
  if (last === null && line !== undefined) return { ...rowOfLine(line), hasJournal };
  const what = "it has ended, but its last record cannot be read";
  return {
    ...ofStart(facts, last === null ? null : record),
    ...last === null ? { ...ACTIVE, state: "damaged", what } : ofEnd(last.at, last),
    ...countsOf(last === null ? null : record),
    hasJournal,
  };
}

async function rowOfActive(
  context: CommandContext,
  places: Places,
  { facts, record }: ChosenLoop,
): Promise<HistoryRow> {
  const { project } = facts;
  const common = {
    ...ofStart(facts, record),
    ...ACTIVE,
    ...countsOf(record),
    hasJournal: isThere(loopPlaces(places, facts.id).journal),
  };
  const status = isThere(project) ? await gatherStatus(context, { places, project }) : null;
  if (status === null || status.loop?.record.id !== facts.id) {
    const what = status === null
      ? `it has not ended, but ${project} is gone`
      : "it has not ended, but its files in the project are gone or damaged";
    return { ...common, state: "damaged", what };
  }
  const { completion, runtimeHours, usage } = status.loop;
  return {
    ...common,
    state: status.state.code,
    what: status.state.what,
    activeMs: runtimeHours * HOUR_MS,
    items: itemsOf(completion),
    tokens: usage.tokens,
  };
}

const ACTIVE = { endedAt: null, code: null } as const;

function ofStart(
  { id, project, driver, task, focus = null, startedAt }: HistoryEntry | ChosenLoop["facts"],
  record: ChosenLoop["record"] = null,
) {
  return { id, project, driver, task, focus: record?.focus.path ?? focus, startedAt };
}

function ofEnd(endedAt: number, end: Parameters<typeof nameEnd>[0] & { readonly code: string }) {
  return { endedAt, state: stateOfEnd(end.code), code: end.code, what: nameEnd(end) };
}

function countsOf(record: ChosenLoop["record"]) {
  return {
    iterations: record?.iteration ?? null,
    activeMs: record?.accumulatedRuntimeMs ?? null,
    items: itemsOf(record?.items),
    tokens: record?.usage.tokens ?? null,
  };
}
