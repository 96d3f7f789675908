/** The state of a loop, from its record and its processes, as people and scripts see it. Pure. */
import { showAge, showDuration } from "../../text/time.ts";
import { nameCommand, nameInSession, type Place } from "../../text/command_name.ts";
import { describeUserWait } from "../../loop/user_wait.ts";
import type { LoopRecord, Pause } from "../../store/records/loop_record.ts";
import { CUT_OFF, describeCause, howToContinue } from "../../loop/time/pause_cause.ts";
import { findTurnStart } from "../../loop/time/pausing.ts";
import { judgeTurn, type TurnFacts } from "../../evidence/turn_state.ts";

/**
 * The states, as named in `--json`, each with its colour and its exit code of `status --exit-code`. Below
 * 10 the user need not act; from 20 on the loop has ended.
 */
export const STATES = {
  working: { tone: "green", exit: 0 },
  silent: { tone: "yellow", exit: 10 },
  waiting_for_you: { tone: "yellow", exit: 10 },
  waiting: { tone: "yellow", exit: 0 },
  paused: { tone: "yellow", exit: 11 },
  orphaned: { tone: "red", exit: 12 },
  stopping: { tone: "yellow", exit: 0 },
  damaged: { tone: "red", exit: 13 },
  done: { tone: "green", exit: 20 },
  limit: { tone: "yellow", exit: 21 },
  blocked: { tone: "red", exit: 22 },
  stuck: { tone: "red", exit: 23 },
  stopped: { tone: "yellow", exit: 24 },
  failed: { tone: "red", exit: 25 },
  ended: { tone: "yellow", exit: 26 },
  none: { tone: "dim", exit: 5 },
} as const;

/** One of the states. */
export type StateCode = keyof typeof STATES;

/** The state of a loop, with details. */
export interface StateView {
  readonly code: StateCode;
  /** Since when, epoch milliseconds; null if unknown. */
  readonly since: number | null;
  /** Details, for the middle of a line. */
  readonly what: string;
  /** The next step for the user, if there is one. */
  readonly howToContinue: string | null;
  /** When the loop continues by itself, epoch milliseconds; null if it does not. */
  readonly resumeAt: number | null;
}

/** The facts that the state of an active loop depends on. */
export interface StateFacts extends TurnFacts {
  readonly record: LoopRecord;
  readonly killSwitch: string | null;
  readonly hasMarker: boolean;
  /** True if the project has its record; false if it was read from the copy in the home folder. */
  readonly hasRecord: boolean;
  /** The state of the loop's process, which is its client or the runner. */
  readonly process: "alive" | "gone" | "unknown";
  /** The process whose window shows the owner's session; null if unknown. */
  readonly openPid: number | null;
  /** True if the owner's conversation has begun, so that it has a transcript. */
  readonly hasTranscript: boolean;
  /** The reason why the client did not continue after the last blocked stop; null if it did. */
  readonly unhonoured: string | null;
  /** Renders an instant in the user's time zone. */
  readonly showTime: (ms: number) => string;
  /** The place in which the state is read. */
  readonly place: Place;
}

type RunFacts = Pick<StateFacts, "record" | "process" | "nowMs" | "showTime">;

const TYPE_IN_WINDOW = "type anything in its window";
/** The next step of a loop that continues without you. */
export const BY_ITSELF = "continues by itself";

/** Describes the state of an active loop. */
export function describeState(facts: StateFacts): StateView {
  const { record, process } = facts;
  if (isEndAsked(facts)) return describeStopping(facts);
  if (record.driver === "runner") return describeRun(facts);
  if (record.ownerSession === null) return describeUnclaimed(record);
  // A pause by the closing of its session needs no process.
  const isOrphaned = process === "gone" && record.pause?.closed === undefined;
  if (isOrphaned) return describeOrphan(facts);
  if (record.pause !== null) return describePaused(facts, record.pause);
  return describeTurn(facts);
}

/** Describes how a resting loop continues, as a sentence; null if it does not rest. */
export function describeNext({ code, howToContinue }: StateView): string | null {
  const isResting = code === "waiting" || code === "waiting_for_you";
  if (!isResting || howToContinue === null) return null;
  return howToContinue === BY_ITSELF
    ? `It ${howToContinue}`
    : `It continues when you ${howToContinue}`;
}

function describeTurn(facts: StateFacts): StateView {
  const { record, nowMs, unhonoured } = facts;
  const turn = judgeTurn(facts);
  if (turn.kind === "asks") {
    return view("waiting_for_you", turn.sinceMs, `Claude Code ${describeUserWait(turn.wait)}`, {
      howToContinue: "answer it in its window",
    });
  }
  const isExplained = turn.kind === "interrupted" && turn.detail !== CUT_OFF.unknown;
  if (unhonoured !== null && !isExplained) {
    return view("waiting_for_you", null, unhonoured, { howToContinue: TYPE_IN_WINDOW });
  }
  // Counted like the limit: the turn of the first prompt does not count.
  const name = record.iteration === 0 ? "first prompt" : `turn ${record.iteration}`;
  switch (turn.kind) {
    case "interrupted":
      return describePaused(facts, {
        why: "interrupted",
        since: turn.sinceMs,
        until: null,
        detail: turn.detail,
        wakesByItself: false,
      });
    case "silent":
      return view("silent", null, `no sign for ${showDuration(turn.forMs)} (${name})`, {
        howToContinue: "look at its window: it may wait for an answer",
      });
    case "working": {
      const sinceMs = findTurnStart(record);
      const runningMs = Math.max(0, nowMs - sinceMs);
      return view("working", sinceMs, `${name}, for ${showDuration(runningMs)}`);
    }
    case "resting":
      return describeResting(facts);
  }
}

function isEndAsked({ record, killSwitch, hasMarker }: StateFacts): boolean {
  return record.state === "draining" || killSwitch !== null || !hasMarker;
}

function describeStopping(facts: StateFacts): StateView {
  const { record, killSwitch, process } = facts;
  const asked = record.stopAskedAt ?? null;
  const why = killSwitch !== null
    ? "the kill switch is set"
    : record.state === "draining"
    ? `a stop was asked for${asked === null ? "" : ` ${showAge(facts.nowMs - asked)}`}`
    : facts.hasRecord
    ? ".claude/loop-enabled was deleted"
    : "its files in .claude were deleted";
  const hasTurn = record.driver === "session" && record.turn.state === "running" &&
    process !== "gone" && record.pause === null && judgeTurn(facts).kind !== "interrupted";
  if (record.driver === "runner" && process !== "gone") {
    return view("stopping", asked, `${why}; the run ends within seconds`);
  }
  if (!hasTurn) {
    return view("stopping", asked, `${why}; nothing is running that would end it`, {
      howToContinue: `${nameCommand("stop", facts.place)} ends it now`,
    });
  }
  const when = killSwitch === null ? "the running turn" : "the next tool call";
  return view("stopping", asked, `${why}; it ends with ${when}`, {
    howToContinue: killSwitch === null ? "at once: touch .claude/STOP_LOOP" : null,
  });
}

/** Describes the state of a run that was not asked to end. */
export function describeRun(facts: RunFacts): StateView {
  const { record, process } = facts;
  if (process === "gone") {
    return view("orphaned", null, "ralph run is gone, its process no longer exists", {
      howToContinue: "ralph run --resume",
    });
  }
  if (record.pause !== null) {
    const { since, until } = record.pause;
    const what = describeCause(record.pause);
    return view("paused", since, withTime(what, until, facts), {
      howToContinue: record.pause.why === "asked" ? "ralph pause --off" : BY_ITSELF,
      resumeAt: until,
    });
  }
  const { iteration, turn } = record;
  return view("working", turn.since, iteration === 0 ? "first turn begins" : `turn ${iteration}`);
}

/** Describes a loop that no session owns yet. */
export function describeUnclaimed({ sessionsSeen: seen, startedAt: since }: LoopRecord): StateView {
  return view("waiting", since, "for a session to take it", {
    howToContinue: seen.length === 0
      ? "run claude here and type anything, or type in an open window"
      : "type anything in the session that should own it",
  });
}

function describeOrphan(facts: StateFacts): StateView {
  const { record, lastSignAtMs, nowMs } = facts;
  const pid = record.sessionProcess?.pid;
  const who = pid === undefined ? "Claude Code" : `Claude Code (pid ${pid})`;
  return view(
    "orphaned",
    null,
    `${who} is gone; last sign of life ${showAge(nowMs - lastSignAtMs)}`,
    {
      howToContinue: `claude --resume ${record.ownerSession ?? ""}, then type anything; ` +
        `or ${nameInSession("start --resume", facts.place)} in another session`,
    },
  );
}

function describePaused(facts: StateFacts, pause: Pause): StateView {
  const { record, nowMs, showTime } = facts;
  const { until } = pause;
  const isAhead = until !== null && until > nowMs;
  const local = until !== null && isAhead ? showTime(until) : null;
  const what = `${describeCause(pause)}${pause.closed === undefined ? "" : closedToo(pause)}`;
  return view("paused", pause.since, withTime(what, until, facts), {
    howToContinue: howToContinue(pause, record.ownerSession, local, facts.place),
    resumeAt: pause.wakesByItself ? until : null,
  });
}

/** Describes that the session closed after something else had paused the loop. */
function closedToo({ why }: Pause): string {
  return why === "session-closed" ? "" : ", and its session was closed";
}

function withTime(what: string, until: number | null, { nowMs, showTime }: RunFacts): string {
  if (until === null) return what;
  const leftMs = until - nowMs;
  return leftMs <= 0 ? what : `${what}, until ${showTime(until)} (in ${showDuration(leftMs)})`;
}

/** Describes a loop without a running turn: it waits for its session, background work, or a person. */
function describeResting({ record, openPid, hasTranscript }: StateFacts): StateView {
  const { lastDecision: last, ownerSession: owner, turn } = record;
  // Checked before the waits: the last decision may belong to an earlier owner.
  if (openPid === null && record.sessionProcess === null && !hasTranscript) {
    return view("waiting", turn.since, `for session ${owner} to begin`, {
      howToContinue: `run claude -p --session-id ${owner} "go on", ` +
        `or claude --session-id ${owner} and type anything`,
    });
  }
  if (last?.kind === "wait" && last.code === "plan-mode") {
    return view("waiting_for_you", last.at, "its session is in plan mode, nothing can be changed", {
      howToContinue: "press Shift+Tab in its window to leave it, then type anything",
    });
  }
  if (last?.kind === "wait") {
    const on = last.sentence.replace(/^waits for /, "");
    return view("waiting", last.at, `for ${on}`, { howToContinue: BY_ITSELF });
  }
  if (openPid === null) {
    // If its process is known, a second window over the same conversation does not help.
    const isWindowKnown = record.sessionProcess !== null;
    const reopen = isWindowKnown ? "" : `, or run claude --resume ${owner} and type anything`;
    return view("waiting_for_you", turn.since, "nothing is running", {
      howToContinue: `${TYPE_IN_WINDOW}${reopen}`,
    });
  }
  return view("waiting_for_you", turn.since, "its session is open, but nothing is running", {
    howToContinue: `${TYPE_IN_WINDOW} (process ${openPid})`,
  });
}

function view(
  code: StateCode,
  since: number | null,
  what: string,
  more: Partial<Pick<StateView, "howToContinue" | "resumeAt">> = {},
): StateView {
  return { code, since, what, howToContinue: null, resumeAt: null, ...more };
}
