/** Where a run reports: live on a terminal, plain lines elsewhere, JSON lines with `--json`. */
import { LiveView } from "../../run/report/live_view.ts";
import { renderEvent } from "../../run/report/event_lines.ts";
import type { Reporter } from "../../run/report/run_event.ts";
import { readConsoleSize } from "../../run/terminal/terminal.ts";
import { renderExactInstant, showLocalDate } from "../../text/instant.ts";
import type { CommandContext } from "../core/context.ts";
import { JSON_SCHEMA_VERSION } from "../core/output.ts";
import { wrapLines } from "../core/text_layout.ts";

/** In a narrower window rows are not readable. */
const LEAST_COLUMNS = 20;

/** Creates the reporter of a run: JSON lines, a live view, or plain lines. */
export function createReporter({ out, nowMs, env }: CommandContext, asJson: boolean): Reporter {
  if (asJson) {
    const write = unbreakable((line: string) => out.jsonLine(line));
    return createLineReporter(({ kind, ...rest }) => {
      const at = renderExactInstant(nowMs());
      write(JSON.stringify({ schema_version: JSON_SCHEMA_VERSION, at, event: kind, ...rest }));
    });
  }
  const timeOfDay = () => showLocalDate(nowMs()).time;
  const canRedraw = Deno.stderr.isTerminal() && env.variable("TERM") !== "dumb";
  if (canRedraw) {
    const columns = () => Math.max(LEAST_COLUMNS, readConsoleSize().columns);
    return new LiveView({
      redraw: (rows, lines, text) => out.redraw(rows, wrapLines(lines, columns()) + text),
      columns,
      nowMs,
      timeOfDay,
    });
  }
  return createLineReporter((event) => {
    // Thousands per second: plain lines leave them to the log.
    if (event.kind === "output") return;
    const lines = renderEvent(event, timeOfDay());
    if (lines.length > 0) out.say(lines.join("\n"));
  });
}

function createLineReporter(report: Reporter["report"]): Reporter {
  return { report, close() {} };
}

/**
 * Wraps a writer so that nothing is written after its first failure: a closed terminal or a full
 * disk must not end a run before its agents, also where a timer writes.
 *
 * @param write Writes; may throw.
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
