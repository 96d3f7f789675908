/**
 * What a run tells, one JSON object a line.
 *
 * @module
 */
import type { Reporter, RunEvent } from "./run_event.ts";

/**
 * Tells it to a program.
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
    report(event: RunEvent) {
      const { kind, ...rest } = event;
      writeLine(
        JSON.stringify({ schema_version: schemaVersion, at: now(), event: kind, ...rest }),
      );
    },
    close() {},
  };
}
