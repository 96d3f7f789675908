/**
 * Where a run reports: live on a terminal, plain lines elsewhere, JSON lines with `--json`.
 *
 * @module
 */
import { LiveView } from "../../runner/report/live_view.ts";
import { createJsonReporter, createPlainReporter } from "../../runner/report/reporters.ts";
import type { Reporter } from "../../runner/report/run_event.ts";
import { readConsoleSize } from "../../runner/terminal/terminal.ts";
import { renderExactInstant, showLocalClock } from "../../text/instant.ts";
import type { CommandContext } from "../core/context.ts";
import { JSON_SCHEMA_VERSION } from "../core/output.ts";

/** In a narrower window rows say nothing. */
const LEAST_COLUMNS = 20;

/** Chooses the view. */
export function createReporter({ out, now, env }: CommandContext, asJson: boolean): Reporter {
  const timeOfDay = () => showLocalClock(now());
  if (asJson) {
    const at = () => renderExactInstant(now().epochMilliseconds);
    return createJsonReporter(unbreakable((line) => out.jsonLine(line)), at, JSON_SCHEMA_VERSION);
  }
  const canRedraw = Deno.stderr.isTerminal() && env.variable("TERM") !== "dumb";
  return canRedraw
    ? new LiveView({
      redraw: unbreakable((rows, text) => out.redraw(rows, text)),
      columns: () => Math.max(LEAST_COLUMNS, readConsoleSize().columns),
      nowMs: () => performance.now(),
      timeOfDay,
    })
    : createPlainReporter(unbreakable((text) => out.say(text)), timeOfDay);
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
