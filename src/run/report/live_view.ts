/**
 * The live view of a run: a few rows at the bottom of its terminal that are redrawn, and the events
 * above them.
 */
import { renderEvent } from "./event_lines.ts";
import { advanceLive, blankLiveFacts, type LiveFacts } from "./live_facts.ts";
import { renderLive } from "./live_rows.ts";
import type { Reporter, RunEvent } from "./run_event.ts";

interface Canvas {
  /** Replaces the last `rows` rows by lines that stay, then by the new rows, which fit. */
  redraw(rows: number, lines: string, text: string): void;
  /** Returns the columns at each drawing, since a window may be resized. */
  columns(): number;
  /** Epoch milliseconds. */
  nowMs(): number;
  /** `HH:MM:SS`. */
  timeOfDay(): string;
}

const REDRAW_MS = 250;

/** Events that are kept above the rows. */
const KEPT: readonly RunEvent["kind"][] = [
  "run-started",
  "warning",
  "iteration-ended",
  "verified",
  "reverted",
  "waiting",
  "note",
  "merged",
  "finished",
  "run-ended",
];

/** Draws the events of a run until it is closed. */
export class LiveView implements Reporter {
  readonly #timer: ReturnType<typeof setInterval>;
  #facts: LiveFacts;
  #rows = 0;
  #isClosed = false;

  constructor(private readonly canvas: Canvas) {
    this.#facts = blankLiveFacts(canvas.nowMs());
    this.#timer = setInterval(() => this.#draw(""), REDRAW_MS);
  }

  report(event: RunEvent): void {
    this.#facts = advanceLive(this.#facts, event, this.canvas.nowMs());
    // Events that the rows show are not kept above them.
    const isPassing = event.kind === "verified" && event.verdict === "passed" ||
      event.kind === "waiting" && event.is_reminder;
    if (isPassing || !KEPT.includes(event.kind)) return;
    const lines = renderEvent(event, this.canvas.timeOfDay());
    this.#draw(lines.map((line) => `${line}\n`).join(""));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.canvas.redraw(this.#rows, "", "");
  }

  #draw(above: string): void {
    if (this.#isClosed) return;
    const rows = renderLive(this.#facts, this.canvas.columns(), this.canvas.nowMs());
    this.canvas.redraw(this.#rows, above, rows.map((row) => `${row}\n`).join(""));
    this.#rows = rows.length;
  }
}
