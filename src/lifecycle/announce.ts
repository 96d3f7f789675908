/**
 * Starts the notification of an event, if the user wants one. What sends it is a process of its
 * own, so a hook never waits for it, and its failure never matters to the loop.
 */
import { attempt } from "../error.ts";
import { stateOfEnd } from "../loop/reasons.ts";
import type { StateCode } from "./view/state_view.ts";
import { startDetached } from "../system/start_detached.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import {
  choice,
  count,
  list,
  nullable,
  object,
  readOr,
  type ShapeOf,
  text,
  truth,
  writeAs,
} from "../store/records/shape.ts";
import { parseObject } from "../store/files/jsonl.ts";
import { NOTIFY_EVENTS, type NotifyEvent } from "../store/settings/notify_events.ts";
import type { ResolvedSettings } from "../store/settings/resolve.ts";
import { needsTrust } from "../store/trust.ts";
import type { HookContext } from "./context.ts";
import type { LoopPlace } from "./loop.ts";
import { loadLoopSettings } from "./settings.ts";

/** The variable that hands a notice to the process that sends it. */
export const NOTICE_VARIABLE = "RALPH_NOTICE";

/** How long a session has to wait for a person before that is worth a notification, milliseconds. */
const WAIT_MS = 3_000;

const NoticeShape = object({
  event: choice(...NOTIFY_EVENTS),
  /** The code of an end's or a pause's reason; empty without one. */
  code: text,
  sentence: text,
  /** The next step after an end: a command, or a sentence with one; empty for nothing. */
  next: text,
  /** The command in it, alone; empty without one. */
  command: text,
  project: text,
  loopId: text,
  iteration: count,
  /** Until when a pause lasts, epoch milliseconds; null if that is not known. */
  untilMs: nullable(count),
  channels: list(text),
  /** Whether the channels come from the project's files, so that commands need trust. */
  isForeign: truth,
  /** A process in whose terminal the bell rings; null if none is known. */
  pid: nullable(count),
  /** The wait for a person that must still exist when it is sent; empty for none. */
  wait: text,
  /** How long to wait before that check, milliseconds. */
  delayMs: count,
});

/** A notification, for the process that sends it. */
export type Notice = Readonly<ShapeOf<typeof NoticeShape>>;

type Channels = Pick<Notice, "channels" | "isForeign">;

/** The loop and the environment: they name the settings, and the terminal that rings. */
export interface Announcer extends Pick<HookContext, "env" | "places"> {
  readonly loop: Pick<LoopPlace, "project" | "facts">;
}

/** An event of a loop that is worth a notification. */
export type NotableEvent =
  & Pick<Notice, "event" | "sentence">
  & Partial<Pick<Notice, "code" | "next" | "command" | "untilMs">>;

/**
 * Finds the channels by which an event is notified.
 *
 * @returns Null if the user wants no notification of it.
 */
export function channelsFor(
  event: NotifyEvent,
  { settings, origins }: Pick<ResolvedSettings, "settings" | "origins">,
): Channels | null {
  const { notify: channels, notify_events: events } = settings;
  if (channels.length === 0 || !events.includes(event)) return null;
  return { channels, isForeign: needsTrust(origins.notify) };
}

/** Notifies of an event in a session's loop. Never throws. */
export function announce(by: Announcer, record: LoopRecord, happened: NotableEvent): void {
  attempt(() => {
    const channels = channelsFor(happened.event, loadLoopSettings(by, by.loop, record));
    if (channels === null) return;
    const isWait = happened.event === "waiting";
    sendNotice(channels, record, happened, {
      pid: by.env.claudePid,
      wait: isWait ? identifyWait(record) : "",
      delayMs: isWait ? WAIT_MS : 0,
    });
  });
}

/** Starts the process that sends a notice. Never throws. */
export function sendNotice(
  channels: Channels,
  record: Pick<LoopRecord, "id" | "project" | "iteration">,
  happened: NotableEvent,
  more: Pick<Notice, "pid" | "wait" | "delayMs">,
): void {
  const notice: Notice = {
    code: "",
    next: "",
    command: "",
    untilMs: null,
    ...happened,
    ...more,
    ...channels,
    project: record.project,
    loopId: record.id,
    iteration: record.iteration,
  };
  const json = JSON.stringify(writeAs(NoticeShape, notice));
  startDetached(["notify", "deliver"], { [NOTICE_VARIABLE]: json });
}

/**
 * Reads a notice that was handed over.
 *
 * @param json The text of {@linkcode NOTICE_VARIABLE}; any text.
 * @returns Null if it is not a notice.
 */
export function readNotice(json: string): Notice | null {
  return readOr(NoticeShape, parseObject(json), null);
}

/** Identifies a session's wait for a person; empty if it does not wait. */
export function identifyWait({ userWait }: Pick<LoopRecord, "userWait">): string {
  return userWait == null ? "" : `${userWait.since} ${userWait.call} ${userWait.what}`;
}

/** The events of the states after an end; a stop has none, since the user asked for it. */
const END_EVENTS: Partial<Record<StateCode, NotifyEvent>> = {
  done: "complete",
  limit: "limit",
  blocked: "blocked",
  stuck: "stuck",
  failed: "failed",
};

/** Maps the reason's code of an ended loop to its event; null if the user ended it. */
export function eventOfEnd(code: string): NotifyEvent | null {
  return END_EVENTS[stateOfEnd(code)] ?? null;
}
