/**
 * Lists loops for `history`: active ones with their present state, ended ones from their last record,
 * and those whose files are gone from their remaining line.
 */
import { attempt } from "../../error.ts";
import { findingsLeftOpen } from "../../loop/validation/validation_score.ts";
import { nextStep, stateOfEnd } from "../../loop/reasons.ts";
import type { StateCode } from "../../lifecycle/view/state_view.ts";
import { nameEnd } from "../../lifecycle/view/end_line.ts";
import { type ChosenLoop, withRecord } from "../../lifecycle/choose_loop.ts";
import { isThere } from "../../store/files/presence.ts";
import { loopPlaces, type Places } from "../../store/places.ts";
import { type HistoryEntry, readHistory } from "../../store/records/history.ts";
import { readLoop, readProjects } from "../../store/records/loops.ts";
import { itemsOf } from "../report/steps.ts";
import type { CommandContext } from "../core/context.ts";
import { whereIsRead } from "../core/locate.ts";
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
  /** The code of its end; null while it is active. */
  readonly code: string | null;
  /** The reason of its end, or its present activity. */
  readonly what: string;
  /** The next step for the user, if it is the project's last loop. */
  readonly next: string | null;
  /** Turns, or agents of a run; null if unknown, as for all fields below. */
  readonly iterations: number | null;
  readonly activeMs: number | null;
  readonly items: { readonly done: number; readonly total: number } | null;
  readonly tokens: number | null;
  /** Findings that its validation, or the reviews of a run, left open; empty while it is active. */
  readonly openFindings: readonly { readonly severity: string; readonly text: string }[];
  readonly hasJournal: boolean;
}

/**
 * Lists loops, newest first.
 *
 * @param project The project whose loops are listed; null for all projects.
 * @param most The maximum number of rows; all loops are counted.
 * @returns The rows, and the total number of loops.
 */
export async function listRows(
  context: CommandContext,
  places: Places,
  project: string | null,
  most: number,
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> {
  const lines = new Map(readHistory(places).map((entry) => [entry.id, entry]));
  const ended = new Map([...lines].map(([id, line]) => [id, line.project]));
  const ids = [...new Map([...ended, ...readProjects(places, ended)])]
    .flatMap(([id, its]) => project === null || its === project ? [id] : [])
    .sort().reverse();
  const rows: HistoryRow[] = [];
  const projects = new Set<string>();
  for (const id of ids.slice(0, most)) {
    const line = lines.get(id);
    const loop = attempt(() => readLoop(places, id));
    const row = loop
      ? await rowOfLoop(context, places, withRecord(places, loop), line)
      : line && rowOfLine(line);
    if (row === undefined) continue;
    rows.push(projects.has(row.project) ? { ...row, next: null } : row);
    projects.add(row.project);
  }
  return { rows, total: ids.length };
}

/** Makes the row of a loop whose files are gone. */
function rowOfLine(entry: HistoryEntry): HistoryRow {
  const { id, project, driver, task, focus, startedAt, iterations } = entry;
  return {
    ...{ id, project, driver, task, focus, startedAt, iterations },
    ...endOf(entry.endedAt, entry),
    activeMs: entry.runtimeMs,
    items: entry.items ?? null,
    tokens: null,
    openFindings: entry.openFindings ?? [],
    next: null,
    hasJournal: false,
  };
}

async function rowOfLoop(
  context: CommandContext,
  places: Places,
  { facts, hasEnded, record }: ChosenLoop,
  line: HistoryEntry | undefined,
): Promise<HistoryRow> {
  const { id, project, driver, task, startedAt } = facts;
  const hasJournal = isThere(loopPlaces(places, id).journal);
  const last = record?.lastDecision ?? null;
  if (hasEnded && last === null && line !== undefined) return { ...rowOfLine(line), hasJournal };
  const row = {
    ...{ id, project, driver, task, startedAt, hasJournal },
    focus: record?.focus.path ?? facts.focus ?? null,
    iterations: record?.iteration ?? null,
    activeMs: record === null ? null : Math.round(record.accumulatedRuntimeMs),
    items: itemsOf(record?.items),
    tokens: record?.usage.tokens ?? null,
    openFindings: hasEnded && record !== null ? findingsLeftOpen(record) : [],
    endedAt: null,
    code: null,
    next: null,
  };
  const damaged = (what: string): HistoryRow => ({ ...row, state: "damaged", what });
  if (hasEnded) {
    return last === null ? damaged("it has ended, but its last record cannot be read") : {
      ...row,
      ...endOf(last.at, last),
      next: record && nextStep(last.code, record, whereIsRead(context, project)),
    };
  }
  if (!isThere(project)) return damaged(`it has not ended, but ${project} is gone`);
  const { loop, state } = await gatherStatus(context, { places, project });
  if (loop?.record.id !== id) {
    return damaged("it has not ended, but its files in the project are gone or damaged");
  }
  return {
    ...row,
    state: state.code,
    what: state.what,
    next: state.howToContinue,
    activeMs: Math.round(loop.counted.record.accumulatedRuntimeMs),
    items: itemsOf(loop.completion),
    tokens: loop.usage.tokens,
  };
}

function endOf(endedAt: number, end: Parameters<typeof nameEnd>[0] & { readonly code: string }) {
  return { endedAt, state: stateOfEnd(end.code), code: end.code, what: nameEnd(end) };
}
