/** Where a run reports: live on a terminal, plain lines elsewhere, JSON lines with `--json`. */
import { attempt } from "../../error.ts";
import { LiveView } from "../../run/report/live_view.ts";
import { renderEvent } from "../../run/report/event_lines.ts";
import type { Reporter } from "../../run/report/run_event.ts";
import { readConsoleSize } from "../../run/terminal/terminal.ts";
import { askPause, isPauseAsked } from "../../store/pause_request.ts";
import type { Places } from "../../store/places.ts";
import { renderExactInstant, showLocalDate } from "../../text/instant.ts";
import type { CommandContext } from "../core/context.ts";
import { JSON_SCHEMA_VERSION } from "../core/output.ts";
import { wrapLines } from "../core/text_layout.ts";
import { openKeyboard } from "./keys.ts";

/** In a narrower window rows are not readable. */
const LEAST_COLUMNS = 20;

/** The loop whose run reports. */
interface ReportedLoop {
  readonly places: Places;
  readonly id: string;
}

/** Creates the reporter of a run: JSON lines, a live view, or plain lines. */
export function createReporter(
  { out, nowMs, env }: CommandContext,
  loop: ReportedLoop,
  asJson: boolean,
): Reporter {
  if (asJson) {
    const write = unbreakable((line: string) => out.jsonLine(line));
    return createLineReporter(({ kind, ...rest }) => {
      const at = renderExactInstant(nowMs());
      write(JSON.stringify({ schema_version: JSON_SCHEMA_VERSION, at, event: kind, ...rest }));
    });
  }
  const { talkStyle: style } = out;
  const canRedraw = Deno.stderr.isTerminal() && env.variable("TERM") !== "dumb";
  if (canRedraw) {
    const columns = () => Math.max(LEAST_COLUMNS, readConsoleSize().columns);
    const keyboard = openKeyboard();
    const view = new LiveView({
      redraw: (rows, lines, text) => out.redraw(rows, wrapLines(lines, columns()) + text),
      columns,
      nowMs,
      style,
      takeKeys: keyboard && ((isPaused) => takeKeys(keyboard.read(), loop, isPaused)),
    });
    return {
      report: (event) => view.report(event),
      close: () => {
        view.close();
        keyboard?.[Symbol.dispose]();
      },
    };
  }
  return createLineReporter((event) => {
    // Plain lines leave what agents print to the log.
    if (event.kind === "output") return;
    const time = showLocalDate(nowMs()).time.slice(0, "HH:MM".length);
    const lines = renderEvent(event, { style, time });
    if (lines.length > 0) out.say(lines.join("\n"));
  });
}

/** Does what was typed, and says which keys there are. */
function takeKeys(typed: string, { places, id }: ReportedLoop, isPaused: boolean): string {
  let isAsked = isPauseAsked(places, id);
  for (const key of typed) {
    if (key !== "p") continue;
    attempt(() => askPause(places, id, !isAsked));
    isAsked = isPauseAsked(places, id);
  }
  if (!isAsked) return "p pause after this turn · Ctrl-C stop";
  return isPaused ? "p go on · Ctrl-C stop" : "pauses after this turn · p go on after all";
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
