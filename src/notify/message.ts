/** The words of a notification. Pure. */
import type { Notice } from "../lifecycle/announce.ts";
import { renderInstant } from "../text/instant.ts";
import { basename } from "@std/path";
import type { NotifyEvent } from "../store/settings/notify_events.ts";
import { oneLine } from "../text/shorten.ts";
import { makeVisible } from "../text/show_text.ts";

/** Longest body, characters: desktops cut more than that. */
const MOST_BODY = 400;

const TITLES: Readonly<Record<NotifyEvent, string>> = {
  "complete": "done",
  "stuck": "stuck",
  "blocked": "blocked, it needs you",
  "failed": "failed",
  "limit-near": "a limit is near",
  "limit": "a limit ended the loop",
  "paused": "paused",
  "resumed": "goes on",
  "waiting": "waits for you",
};

/** A notification as people read it. */
export interface Message {
  readonly title: string;
  readonly body: string;
}

/**
 * Renders a notice: one line each, without control characters.
 *
 * @example The project comes first in the body
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const notice = { event: "stuck", sentence: "No change.", project: "/work/shop" } as const;
 * assertEquals(renderMessage(notice), { title: "ralph: stuck", body: "shop: No change." });
 * ```
 */
export function renderMessage(
  { event, sentence, project }: Pick<Notice, "event" | "sentence" | "project">,
): Message {
  const body = makeVisible(oneLine(`${basename(project)}: ${sentence}`, MOST_BODY));
  return { title: `ralph: ${TITLES[event]}`, body };
}

/**
 * The variables of a notification command, each a text that a shell does not interpret as long as
 * the command quotes it.
 */
export function variablesOf(notice: Notice): Record<string, string> {
  const { title, body } = renderMessage(notice);
  return {
    RALPH_EVENT: notice.event,
    RALPH_CODE: notice.code,
    RALPH_REASON: makeVisible(oneLine(notice.sentence, 2_000)),
    RALPH_TITLE: title,
    RALPH_MESSAGE: body,
    RALPH_PROJECT: notice.project,
    RALPH_LOOP_ID: notice.loopId,
    RALPH_ITERATION: String(notice.iteration),
    RALPH_UNTIL: notice.untilMs === null ? "" : renderInstant(notice.untilMs),
  };
}
