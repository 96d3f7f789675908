/**
 * What a run reports, line by line: for programs, and for people without a terminal to redraw.
 *
 * @module
 */
import { renderEvent } from "./event_lines.ts";
import type { Reporter } from "./run_event.ts";

/**
 * Reports to a program, one JSON object a line.
 *
 * @param writeLine Takes one line without its break.
 * @param now UTC time in ISO 8601.
 * @param schemaVersion Version of everything that is printed with `--json`.
 */
export function createJsonReporter(
  writeLine: (line: string) => void,
  now: () => string,
  schemaVersion: number,
): Reporter {
  return {
    report({ kind, ...rest }) {
      writeLine(JSON.stringify({ schema_version: schemaVersion, at: now(), event: kind, ...rest }));
    },
    close() {},
  };
}

/**
 * Reports to people, in plain lines.
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
      // Thousands a second, and none of them for plain lines: they are in the log.
      if (event.kind === "output") return;
      const lines = renderEvent(event, timeOfDay());
      if (lines.length > 0) say(lines.join("\n"));
    },
    close() {},
  };
}
