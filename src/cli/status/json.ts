/**
 * `status --json`: one naming style, instants in ISO 8601, null for what is unknown. Pure.
 *
 * @module
 */
import { causeOf } from "../../loop/time/pause_table.ts";
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { Status } from "./facts.ts";
import { renderExactInstant } from "../../text/instant.ts";
import { withSnakeCaseNames } from "../../text/snake_case.ts";

/** Version 2: `state` is the state shown, `pause` an object, an unknown session null. */
const STATUS_SCHEMA_VERSION = 2;

/** Makes the document of a status. */
export function statusDocument(status: Status): Record<string, unknown> {
  const { atMs, state, loop, ended, lastStop: stop, ...rest } = status;
  return withSnakeCaseNames({
    schemaVersion: STATUS_SCHEMA_VERSION,
    at: renderExactInstant(atMs),
    state: state.code,
    stateSince: state.since,
    what: state.what,
    wayOn: state.wayOn,
    resumeAt: state.resumeAt,
    ...rest,
    loop: loop === null ? null : loopDocument(loop),
    lastStop: stop === null
      ? null
      : { ...stop, sessionId: stop.sessionId === "unknown" ? null : stop.sessionId },
    lastLoop: ended === null ? null : endedDocument(ended),
  }) as Record<string, unknown>;
}

/** Makes the document of several statuses. */
export function allDocument(statuses: readonly Status[]): Record<string, unknown> {
  return { schema_version: STATUS_SCHEMA_VERSION, loops: statuses.map(statusDocument) };
}

function loopDocument(loop: NonNullable<Status["loop"]>): Record<string, unknown> {
  const { record, pauseText: _text, window: _window, header: _header, limits, ...rest } = loop;
  const { min_hours, max_hours, min_iterations, max_iterations } = limits;
  const { max_tokens, max_cost_usd, eternal } = limits;
  const { id, state, phase, turn, iteration, focus, task, pause, sessionsSeen } = record;
  const { validation, verifyRejections, idle, adapter, lastDecision } = record;
  return {
    ...{ id, state, phase, session: record.ownerSession, sessionsSeen },
    ...rest,
    ...{ turn, iteration, focus, task, validation, verifyRejections, idle, adapter },
    lastDecision,
    limits: {
      ...{ min_hours, max_hours, min_iterations, max_iterations },
      ...{ max_tokens, max_cost_usd, eternal },
    },
    pause: pause === null
      ? null
      : { ...pause, cause: causeOf(pause), closed: pause.closed ?? null },
    lastSign: {
      at: renderExactInstant(loop.lastSign.at * 1000),
      what: loop.lastSign.what,
    },
  };
}

function endedDocument(
  { record, items, ...ended }: NonNullable<Status["ended"]>,
): Record<string, unknown> {
  return {
    ...ended,
    items,
    turns: record?.iteration ?? null,
    runtimeSeconds: record?.accumulatedRuntimeSeconds ?? null,
    startedAt: record?.startedAt ?? null,
    task: record?.task ?? null,
    focus: record?.focus.path ?? null,
    tokens: record?.usage.tokens ?? null,
    validationScore: record?.validation.score ?? null,
    openFindings: record === null ? [] : openFindings(record.validation),
  };
}
