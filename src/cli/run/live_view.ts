/**
 * The live view of a run: the block of `status` at the bottom of its terminal, redrawn in place, with
 * the events above it.
 */
import { renderEvent } from "../../run/report/event_lines.ts";
import { advanceLive, blankLiveFacts } from "../../run/report/follow_events.ts";
import type { LiveFacts } from "../../run/report/live_facts.ts";
import type { Reporter, RunEvent } from "../../run/report/run_event.ts";
import type { Style } from "../core/style.ts";

interface Canvas {
  /** Replaces the rows at the bottom by permanent lines, followed by the new rows, which fit. */
  draw(rows: readonly string[], lines: string): void;
  /** Renders as many rows as the window has, since it may be resized between two drawings. */
  render(facts: LiveFacts): readonly string[];
  /** Epoch milliseconds. */
  nowMs(): number;
  readonly style: Style;
}

const REDRAW_MS = 250;

/** A reporter that draws the events of a run until it is closed. */
export class LiveView implements Reporter {
  readonly #timer: ReturnType<typeof setInterval>;
  #facts: LiveFacts;
  #isClosed = false;

  constructor(private readonly canvas: Canvas) {
    this.#facts = blankLiveFacts(canvas.nowMs());
    this.#timer = setInterval(() => this.#draw(""), REDRAW_MS);
  }

  report(event: RunEvent): void {
    const { nowMs, style } = this.canvas;
    this.#facts = advanceLive(this.#facts, event, nowMs());
    const lines = renderEvent(event, { style, time: null, isLive: true });
    if (lines.length > 0 || event.kind === "run-started") {
      this.#draw(lines.map((line) => `${line}\n`).join(""));
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.canvas.draw([], "");
  }

  #draw(lines: string): void {
    if (!this.#isClosed) this.canvas.draw(this.canvas.render(this.#facts), lines);
  }
}
