/** Makes the document of `status --json`: one naming style, instants in ISO 8601, null for unknown. Pure. */
import { causeOf } from "../../loop/time/pause_cause.ts";
import { fileOf } from "../../store/records/loop_record.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { LoopStatus, Status } from "./facts.ts";
import { renderExactInstant, renderInstant } from "../../text/instant.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";

/** Version 3: every instant is in ISO 8601; `docs/status.schema.json` describes it. */
const STATUS_SCHEMA_VERSION = 3;

/** Makes the document of a status. */
export function statusDocument(status: Status): Record<string, unknown> {
  const { atMs, state, loop, ended, ...rest } = status;
  return withSnakeCaseNames({
    schemaVersion: STATUS_SCHEMA_VERSION,
    at: renderExactInstant(atMs),
    state: state.code,
    stateSince: show(state.since),
    what: state.what,
    howToContinue: state.howToContinue,
    resumeAt: show(state.resumeAt),
    ...rest,
    loop: loop === null ? null : loopDocument(loop),
    lastLoop: ended === null ? null : endedDocument(ended),
  }) as Record<string, unknown>;
}

/** Makes the document of several loops. */
export function allDocument(statuses: readonly Status[]): Record<string, unknown> {
  return { schema_version: STATUS_SCHEMA_VERSION, loops: statuses.map(statusDocument) };
}

function loopDocument(loop: NonNullable<Status["loop"]>): Record<string, unknown> {
  const { counted: _counted, record, window: _window, limits, run, ...rest } = loop;
  const { min_hours, max_hours, min_iterations, max_iterations } = limits;
  const { max_tokens, max_cost_usd, eternal } = limits;
  const { id, state, phase, iteration, focus, task, sessionsSeen } = record;
  const { verifyRejections, adapter, idle } = record;
  // Instants and durations have the form of the record's file.
  const { turn, validation, last_decision: lastDecision, pause } = fileOf(record);
  return {
    ...{ id, state, phase, session: record.ownerSession, sessionsSeen },
    run: run === null ? null : runDocument(run),
    ...rest,
    ...{ turn, iteration, focus, task, validation, verifyRejections, adapter },
    idle: idle === null ? null : { phrase: idle.phrase, iteration: idle.iteration },
    lastDecision,
    limits: {
      ...{ min_hours, max_hours, min_iterations, max_iterations },
      ...{ max_tokens, max_cost_usd, eternal },
    },
    pause: record.pause === null ? null : {
      ...pause as object,
      cause: causeOf(record.pause),
      closed: record.pause.closed ?? null,
    },
    unhonoured: loop.unhonoured === null
      ? null
      : { ...loop.unhonoured, at: renderInstant(loop.unhonoured.at) },
    lastSign: {
      at: renderExactInstant(loop.lastSign.atMs),
      what: loop.lastSign.what,
    },
  };
}

function endedDocument(
  { record, items, ...ended }: NonNullable<Status["ended"]>,
): Record<string, unknown> {
  return {
    ...ended,
    endedAt: show(ended.endedAt),
    items,
    turns: record?.iteration ?? null,
    runtimeSeconds: record === null ? null : record.accumulatedRuntimeMs / SECOND_MS,
    startedAt: show(record?.startedAt ?? null),
    task: record?.task ?? null,
    focus: record?.focus.path ?? null,
    tokens: record?.usage.tokens ?? null,
    validationScore: record?.validation.score ?? null,
  };
}

function runDocument({ holder, live, lastOutputAtMs, ...run }: NonNullable<LoopStatus["run"]>) {
  return {
    ...run,
    lastOutputAt: show(lastOutputAtMs),
    holder: holder && { ...holder, since: show(holder.since) },
    // As in the file of a run, and in the published schema.
    live: live && withInstants({ version: 1, ...live }),
  };
}

/** Matches names of instants in milliseconds; other names in milliseconds are durations. */
const INSTANT_NAME = /^(.*At|asOf|from|to|until|at)Ms$/;

/** Converts `atMs` and similar fields into `at` in ISO 8601, as in all documents. */
export function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const [, instant] = INSTANT_NAME.exec(name) ?? [];
      if (instant === undefined) return [name, withInstants(entry)];
      return [instant, typeof entry === "number" ? renderInstant(entry) : null];
    }),
  );
}

function show(ms: number | null | undefined): string | null {
  return ms == null ? null : renderInstant(ms);
}
