/**
 * The live view: a few rows at the bottom of the terminal that are drawn again and again, what
 * happened above them.
 *
 * @module
 */
import type { Reporter, RunEvent } from "./run_event.ts";
import { advanceLive, blankLiveState, type LiveState, renderLive } from "./live_frame.ts";
import { renderPlain } from "./plain_event.ts";

/** What the live view draws on. */
export interface Canvas {
  /** Writes text over the last rows that were written; 0 rows for none. */
  redraw(rows: number, text: string): void;
  /** Columns, asked at each drawing: a window is resized. */
  columns(): number;
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** `HH:MM:SS`. */
  timeOfDay(): string;
}

/** Events that are kept above the rows. */
const KEPT: ReadonlySet<RunEvent["kind"]> = new Set(
  [
    "run-started",
    "warning",
    "iteration-ended",
    "verified",
    "reverted",
    "waiting",
    "note",
    "run-ended",
  ] as const,
);
const REDRAW_MS = 250;

/** What the rows show anyway, and need not be kept. */
function isPassing(event: RunEvent): boolean {
  return event.kind === "verified" && event.verdict === "passed" ||
    event.kind === "waiting" && event.is_reminder;
}

/** Begins to draw. */
export function createLiveReporter(canvas: Canvas): Reporter {
  return new LiveView(canvas);
}

class LiveView implements Reporter {
  readonly #canvas: Canvas;
  readonly #timer: number;
  #state: LiveState;
  #rows = 0;
  #isClosed = false;

  constructor(canvas: Canvas) {
    this.#canvas = canvas;
    this.#state = blankLiveState(canvas.nowMs());
    this.#timer = setInterval(() => this.#draw(""), REDRAW_MS);
  }

  report(event: RunEvent): void {
    this.#state = advanceLive(this.#state, event, this.#canvas.nowMs());
    const isKept = KEPT.has(event.kind) && !isPassing(event);
    if (!isKept) return;
    const lines = renderPlain(event, this.#canvas.timeOfDay());
    this.#draw(lines.map((line) => `${line}\n`).join(""));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#canvas.redraw(this.#rows, "");
  }

  #draw(above: string): void {
    if (this.#isClosed) return;
    const rows = renderLive(this.#state, this.#canvas.columns(), this.#canvas.nowMs());
    this.#canvas.redraw(this.#rows, above + rows.map((row) => `${row}\n`).join(""));
    this.#rows = rows.length;
  }
}
