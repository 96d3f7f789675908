/** The words of a notification. Pure. */
import type { Notice } from "../lifecycle/announce.ts";
import { renderInstant } from "../text/instant.ts";
import { basename } from "@std/path";
import type { NotifyEvent } from "../store/settings/notify_events.ts";
import { oneLine } from "../text/shorten.ts";
import { makeVisible } from "../text/show_text.ts";

/** Longest message, characters: desktops cut more than that. */
const MOST_MESSAGE = 400;

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

/**
 * The variables of a notification command: one line each, without control characters, each a text
 * that a shell does not interpret as long as the command quotes it.
 */
export function variablesOf(notice: Notice): Record<string, string> {
  const { event, code, sentence, project, loopId, iteration, untilMs } = notice;
  const show = (text: string, most: number) => makeVisible(oneLine(text, most));
  return {
    RALPH_EVENT: event,
    RALPH_CODE: code,
    RALPH_REASON: show(sentence, 2_000),
    RALPH_TITLE: `ralph: ${TITLES[event]}`,
    RALPH_MESSAGE: show(`${basename(project)}: ${sentence}`, MOST_MESSAGE),
    RALPH_PROJECT: project,
    RALPH_LOOP_ID: loopId,
    RALPH_ITERATION: String(iteration),
    RALPH_UNTIL: untilMs === null ? "" : renderInstant(untilMs),
  };
}
