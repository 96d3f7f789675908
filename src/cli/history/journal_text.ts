/**
 * Renders a journal as text: time, turn, label and sentence, wrapped to any width. Pure, except for
 * the time zone.
 */
import type { JournalEntry } from "../../store/records/journal.ts";
import { MINUTE_MS } from "../../text/time.ts";
import type { Layout } from "../core/output.ts";
import { wrapLines } from "../core/text_layout.ts";
import { turnOf, viewEntry } from "./entry_view.ts";

/** The layout of a journal, and the user's time zone. */
export interface JournalView extends Layout {
  /** Returns date and time of day in the user's time zone: `2026-01-05`, `18:00:00`. */
  readonly localTime: (ms: number) => { readonly date: string; readonly time: string };
}

const LABEL_COLUMNS = 11;
const TURN_COLUMNS = 5;
const TIME_COLUMNS = 10;
/** Columns from which the text goes to the right of time and label; in fewer, it goes below them. */
const WIDE = 72;

/** A printer of consecutive entries, with a line for each new day. */
export class JournalPrinter {
  readonly #view: JournalView;
  #date: string | null = null;

  constructor(view: JournalView) {
    this.#view = view;
  }

  render(entry: JournalEntry): string {
    const { localTime, style } = this.#view;
    const { date, time } = localTime(entry.atMs);
    const day = date === this.#date ? [] : [style.bold(date)];
    this.#date = date;
    const lines = [...day, ...this.#renderLines(entry, time)];
    return wrapLines(lines.join("\n"), this.#view.width);
  }

  /** Renders when a pause began, if it was noticed later, and when it ends by itself, if known. */
  #renderSpan({ atMs, event, kind, span }: JournalEntry): string[] {
    // The sentence of a run contains it.
    if (kind !== "pause" || event === "run" || span === undefined) return [];
    const show = (ms: number) => {
      const { date, time } = this.#view.localTime(ms);
      return `${date} ${time}`;
    };
    return [
      ...atMs - span.from < MINUTE_MS ? [] : [`since ${show(span.from)}`],
      ...span.to === null ? [] : [`until ${show(span.to)}`],
    ];
  }

  #renderLines(entry: JournalEntry, time: string): string[] {
    const { style, width } = this.#view;
    const { label, text, tone, ...view } = viewEntry(entry);
    const paint = (words: string) => tone === null ? words : style[tone](words);
    const turn = String(turnOf(entry) ?? "").padStart(TURN_COLUMNS - 2);
    const lead = `${time.padEnd(TIME_COLUMNS)}${turn}  `;
    const gap = " ".repeat(LABEL_COLUMNS - label.length);
    const isWide = width >= WIDE;
    const indent = " ".repeat(isWide ? lead.length + LABEL_COLUMNS : 2);
    return [
      `${style.dim(lead)}${paint(label)}${isWide ? gap : `\n${indent}`}${text}`,
      ...[...view.more, ...this.#renderSpan(entry)].map((line) => `${indent}${line}`),
    ];
  }
}
