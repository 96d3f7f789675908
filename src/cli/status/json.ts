/**
 * `status --json`: one naming style, instants in ISO 8601, null for what is not known. Pure.
 *
 * @module
 */
import { causeOf } from "../../loop/time/pause_table.ts";
import { openFindings } from "../../loop/validation/validation_score.ts";
import type { Status } from "./facts.ts";
import { renderExactInstant } from "../../text/instant.ts";

/** Version 2: `state` is the state shown, `pause` an object, an unknown session null. */
const STATUS_SCHEMA_VERSION = 2;

/** The document. */
export function statusDocument(status: Status): Record<string, unknown> {
  const { state, loop, ended, last_stop: stop, ...rest } = status;
  return {
    schema_version: STATUS_SCHEMA_VERSION,
    state: state.code,
    state_since: state.since,
    what: state.what,
    way_on: state.wayOn,
    resume_at: state.resumeAt,
    ...rest,
    loop: loop === null ? null : loopDocument(loop),
    last_stop: stop === null
      ? null
      : { ...stop, session_id: stop.sessionId === "unknown" ? null : stop.sessionId },
    last_loop: ended === null ? null : endedDocument(ended),
  };
}

function loopDocument(loop: NonNullable<Status["loop"]>): Record<string, unknown> {
  const { record, pause_text: _text, window: _window, header: _header, limits, ...rest } = loop;
  const { min_hours, max_hours, min_iterations, max_iterations, eternal } = limits;
  const { id, state, phase, turn, iteration, focus, task, pause, sessionsSeen: sessions_seen } =
    record;
  const {
    validation,
    verifyRejections: verify_rejections,
    idle,
    adapter,
    lastDecision: last_decision,
  } = record;
  return {
    ...{ id, state, phase, session: record.ownerSession, sessions_seen },
    ...rest,
    ...{ turn, iteration, focus, task, validation, verify_rejections, idle, adapter },
    last_decision,
    limits: { min_hours, max_hours, min_iterations, max_iterations, eternal },
    pause: pause === null
      ? null
      : { ...pause, cause: causeOf(pause), closed: pause.closed ?? null },
    last_sign: {
      at: renderExactInstant(loop.last_sign.at * 1000),
      what: loop.last_sign.what,
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
    runtime_seconds: record?.accumulatedRuntimeSeconds ?? null,
    started_at: record?.startedAt ?? null,
    task: record?.task ?? null,
    focus: record?.focus.path ?? null,
    tokens: record?.usage.tokens ?? null,
    validation_score: record?.validation.score ?? null,
    open_findings: record === null ? [] : openFindings(record.validation),
  };
}
