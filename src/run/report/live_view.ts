/**
 * The live view of a run: a few rows at the bottom of its terminal that are redrawn, and the events
 * above them.
 */
import { type LineStyle, renderEvent } from "./event_lines.ts";
import { advanceLive, blankLiveFacts } from "./follow_events.ts";
import type { LiveFacts } from "./live_facts.ts";
import { fitWidth, renderLive } from "./live_rows.ts";
import type { Reporter, RunEvent } from "./run_event.ts";

interface Canvas {
  /** Replaces the last `rows` rows by lines that stay, then by the new rows, which fit. */
  redraw(rows: number, lines: string, text: string): void;
  /** Returns the columns at each drawing, since a window may be resized. */
  columns(): number;
  /** Epoch milliseconds. */
  nowMs(): number;
  readonly style: LineStyle;
  /** Does what was typed, and says which keys there are now; null where no keys are read. */
  readonly takeKeys: ((isPaused: boolean) => string) | null;
}

const REDRAW_MS = 250;

/** What a state of an agent says, by its colour. */
const TONES: readonly (readonly [words: RegExp, tone: keyof LineStyle])[] = [
  [/^(?:#\d+ )?(?:working|verifying|reviewing|merging)\b/, "green"],
  [/^(?:#\d+ )?(?:waiting|paused)\b/, "yellow"],
  [/^ {2}.*/, "dim"],
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
    const { nowMs, style } = this.canvas;
    this.#facts = advanceLive(this.#facts, event, nowMs());
    const lines = renderEvent(event, { style, time: null, isLive: true });
    if (lines.length > 0) this.#draw(lines.map((line) => `${line}\n`).join(""));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.canvas.redraw(this.#rows, "", "");
  }

  #draw(above: string): void {
    if (this.#isClosed) return;
    const { takeKeys, style } = this.canvas;
    const columns = this.canvas.columns();
    const rows = renderLive(this.#facts, columns, this.canvas.nowMs()).map((row) => {
      const [words, tone] = TONES.find(([words]) => words.test(row)) ?? [];
      return words && tone ? row.replace(words, (found) => style[tone](found)) : row;
    });
    const isPaused = this.#facts.agents.some(({ state }) => state === "paused");
    if (takeKeys !== null) rows.push(style.dim(fitWidth(takeKeys(isPaused), columns - 1)));
    this.canvas.redraw(this.#rows, above, rows.map((row) => `${row}\n`).join(""));
    this.#rows = rows.length;
  }
}
