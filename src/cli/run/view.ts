/** Creates a run's reporter: live on a terminal, plain lines elsewhere, JSON lines with `--json`. */
import { attempt } from "../../error.ts";
import type { LiveFacts } from "../../run/report/live_facts.ts";
import { fitWidth } from "../../run/report/live_rows.ts";
import { renderEvent } from "../../run/report/event_lines.ts";
import type { Reporter } from "../../run/report/run_event.ts";
import { readConsoleSize } from "../../run/terminal/terminal.ts";
import { askPause, isPauseAsked } from "../../store/pause_request.ts";
import type { Environment } from "../../store/environment.ts";
import type { Places } from "../../store/places.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { renderExactInstant, showLocalDate, showLocalTime } from "../../text/instant.ts";
import type { CommandContext } from "../core/context.ts";
import { JSON_SCHEMA_VERSION } from "../core/output.ts";
import { wrapLines } from "../core/text_layout.ts";
import { openKeyboard } from "./keys.ts";
import { renderLiveRun, type ShownRun } from "./live_block.ts";
import { LiveView } from "./live_view.ts";

/** Columns below which rows are not readable. */
const LEAST_COLUMNS = 20;

/** The loop of the reporting run. */
interface ReportedLoop extends Pick<ShownRun, "holder" | "settings"> {
  readonly places: Places;
  /** Returns the present record. */
  readonly record: () => LoopRecord;
}

/** Checks whether rows on stderr can be redrawn. */
export function canRedraw(env: Environment): boolean {
  return Deno.stderr.isTerminal() && env.variable("TERM") !== "dumb";
}

/** Creates the reporter of a run: a live view, or plain lines. */
export function createReporter(
  { out, nowMs }: CommandContext,
  loop: ReportedLoop,
  isDrawn: boolean,
): Reporter {
  const { talkStyle: style } = out;
  if (isDrawn) {
    const keyboard = openKeyboard();
    const view = new LiveView({
      draw: (rows, lines) => out.draw(rows, wrapLines(lines, readConsoleSize().columns)),
      render: (facts) => {
        const { columns, rows: most } = readConsoleSize();
        // A row that ends in the last column may wrap.
        const width = Math.max(LEAST_COLUMNS, columns) - 1;
        const keys = keyboard === null ? [] : [takeKeys(keyboard.read(), loop, facts)];
        const now = nowMs();
        const run = {
          ...loop,
          record: loop.record(),
          isPauseAsked: isPauseAsked(loop.places, loop.holder.loop),
        };
        const shown = {
          style,
          width,
          nowMs: now,
          showTime: (ms: number) => showLocalTime(ms, now),
        };
        const rows = renderLiveRun(run, facts, shown);
        return [
          ...rows.slice(0, Math.max(1, most - 1 - keys.length)),
          ...keys.map((text) => style.dim(fitWidth(text, width))),
        ];
      },
      nowMs,
      style,
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
    // The output of agents is in the log, not in plain lines.
    if (event.kind === "output") return;
    const time = showLocalDate(nowMs()).time.slice(0, "HH:MM".length);
    const lines = renderEvent(event, { style, time });
    if (lines.length > 0) out.say(lines.join("\n"));
  });
}

/** Makes the JSON line that replaces lost lines. */
export function describeLostEvents(lines: number, nowMs: number): string {
  const at = renderExactInstant(nowMs);
  const event = { schema_version: JSON_SCHEMA_VERSION, at, event: "lines-lost", lines };
  return `${JSON.stringify(event)}\n`;
}

/** Creates the reporter that writes each event as a JSON line. */
export function createJsonReporter({ out, nowMs }: CommandContext): Reporter {
  const write = unbreakable((line: string) => out.jsonLine(line));
  return createLineReporter(({ kind, ...rest }) => {
    const at = renderExactInstant(nowMs());
    write(JSON.stringify({ schema_version: JSON_SCHEMA_VERSION, at, event: kind, ...rest }));
  });
}

/** Acts on the pressed keys, and returns the line that lists the keys. */
function takeKeys(
  typed: string,
  { places, holder: { loop: id } }: ReportedLoop,
  { agents }: LiveFacts,
): string {
  const isPaused = agents.some(({ state }) => state === "paused");
  let isAsked = isPauseAsked(places, id);
  for (const key of typed) {
    if (key !== "p") continue;
    attempt(() => askPause(places, id, !isAsked));
    isAsked = isPauseAsked(places, id);
  }
  if (!isAsked) return "p pause after this turn · Ctrl-C stop";
  return isPaused ? "p resume · Ctrl-C stop" : "pauses after this turn · p cancel the pause";
}

function createLineReporter(report: Reporter["report"]): Reporter {
  return { report, close() {} };
}

/**
 * Wraps a writer so that nothing is written after its first failure. A closed terminal or a full disk
 * must not end a run before its agents, even if a timer writes.
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
