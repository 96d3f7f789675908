/**
 * What a run tells, line by line, where there is no terminal to redraw.
 *
 * @module
 */
import type { Reporter } from "./run_event.ts";
import { renderPlain } from "./plain_event.ts";

/**
 * Tells it.
 *
 * @param say Takes a text of one or more lines.
 * @param timeOfDay `HH:MM:SS`.
 */
export function createPlainReporter(
  say: (text: string) => void,
  timeOfDay: () => string,
): Reporter {
  return {
    report(event) {
      // Thousands a second, and none of them for plain lines: they stand in the log.
      if (event.kind === "output") return;
      const lines = renderPlain(event, timeOfDay());
      if (lines.length > 0) say(lines.join("\n"));
    },
    close() {},
  };
}
