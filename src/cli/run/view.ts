/**
 * Where a run tells what happens: live on a terminal, plain lines elsewhere, JSON lines with
 * `--json`.
 *
 * @module
 */
import type { Reporter } from "../../runner/report/run_event.ts";
import { readConsoleSize } from "../../runner/terminal/size.ts";
import { createJsonReporter } from "../../runner/report/json_lines.ts";
import { createLiveReporter } from "../../runner/report/live_view.ts";
import { createPlainReporter } from "../../runner/report/plain_lines.ts";
import type { CommandContext } from "../core/context.ts";
import { JSON_SCHEMA_VERSION } from "../core/output.ts";
import { renderExactInstant, showLocalClock } from "../../text/instant.ts";

/** In a narrower window rows say nothing. */
const LEAST_COLUMNS = 20;

/**
 * Chooses the view.
 *
 * @param context The command's world.
 * @param asJson Whether `--json` was given.
 * @param isTerminal Whether standard error is a terminal that can be redrawn.
 */
export function createReporter(
  { out, now }: CommandContext,
  asJson: boolean,
  isTerminal: boolean,
): Reporter {
  const timeOfDay = () => showLocalClock(now());
  if (asJson) {
    const at = () => renderExactInstant(now().epochMilliseconds);
    return createJsonReporter(unbreakable((line) => out.jsonLine(line)), at, JSON_SCHEMA_VERSION);
  }
  return isTerminal
    ? createLiveReporter({
      redraw: unbreakable((rows, text) => out.redraw(rows, text)),
      columns: () => Math.max(LEAST_COLUMNS, readConsoleSize().columns),
      nowMs: () => performance.now(),
      timeOfDay,
    })
    : createPlainReporter(unbreakable((text) => out.say(text)), timeOfDay);
}

/** Whether the live view can be drawn. */
export function canRedraw(
  env: { readonly variable: (name: string) => string | undefined },
): boolean {
  return Deno.stderr.isTerminal() && env.variable("TERM") !== "dumb";
}

/**
 * Writes until writing fails: a terminal that was closed, or a disk that is full, must not end a run
 * before its agents are ended, also where a timer writes.
 *
 * @param write Writes; it may throw.
 */
export function unbreakable<Words extends unknown[]>(
  write: (...words: Words) => void,
): (...words: Words) => void {
  let isBroken = false;
  return (...words) => {
    if (isBroken) return;
    try {
      write(...words);
    } catch {
      isBroken = true;
    }
  };
}
