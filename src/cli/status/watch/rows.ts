/** Labelled rows of the live view, and what is in several of them. Pure. */
import { showAge, showDuration } from "../../../text/time.ts";
import { parseInstant } from "../../../text/instant.ts";
import { type Span, span } from "../../screen/line.ts";
import { plainText } from "../../../runner/terminal/plain_text.ts";
import { shortenLine } from "../../view/task_lines.ts";
import { remarkStaleness } from "../../../guidance/freshness.ts";
import type { ShownItem } from "../../../guidance/overview.ts";
import { showAmount } from "../../../text/human_units.ts";
import type { LoopStatus, Status } from "../facts.ts";

/** A labelled row; it may be longer than the screen is wide. */
export interface Row {
  readonly label: string;
  readonly spans: readonly Span[];
}

/** What the rows depend on beside the facts. */
export interface RowsView {
  readonly nowMs: number;
  readonly barColumns: number;
}

/** Longest text of a person or an agent in a row, characters. */
const MOST_CHARACTERS = 300;

/** Makes a row of a label and spans; plain text becomes a span without colour. */
export function row(label: string, ...spans: readonly (Span | string)[]): Row {
  return { label, spans: spans.map((each) => typeof each === "string" ? span(each) : each) };
}

/**
 * Renders a bar; a share that is not 0 shows, and only a whole one fills it.
 *
 * @param share 0 to 1.
 */
export function bar(share: number, columns: number): Span[] {
  const inside = Math.max(0, Math.min(1, share));
  const cells = Math.floor(inside * columns);
  const filled = inside > 0 ? Math.max(1, cells) : 0;
  return [span("█".repeat(filled), "green"), span("░".repeat(columns - filled), "dim"), span("  ")];
}

/** Makes one line of what a person or an agent wrote, without what a terminal would obey. */
export function quoted(text: string): string {
  return shortenLine(plainText(text), MOST_CHARACTERS);
}

/**
 * Shows how long ago an instant was: `3 min ago`.
 *
 * @param instant UTC in ISO 8601; null where it is not known.
 * @param nowMs Epoch milliseconds.
 */
function showAgeOf(instant: string | null, nowMs: number): string {
  const ms = parseInstant(instant);
  return ms === null ? "at an unknown time" : showAge(nowMs - ms);
}

/** What is encouraged and forbidden, how old it is, and whether the agent was sent it. */
export function guidanceRows({ guidance, guidanceProblems }: Status, { nowMs }: RowsView): Row[] {
  const rows = guidance.map((item) => {
    const isStale = item.stale !== null;
    const tone = isStale ? "dim" : item.list === "encouraged" ? "green" : "red";
    return row(
      item.list,
      span(quoted(item.text), tone),
      span(` (${remarksOn(item, nowMs).join("; ")})`, "dim"),
    );
  });
  return [
    ...rows.length === 0 ? [row("guidance", "none")] : rows,
    ...guidanceProblems.map((problem) => row("guidance", span(problem, "yellow"))),
  ];
}

function remarksOn(item: ShownItem, nowMs: number): string[] {
  const untilMs = parseInstant(item.expires_at);
  return [
    ...item.stale === null ? [] : [remarkStaleness(item.stale)],
    `given ${showAgeOf(item.given_at, nowMs)}`,
    ...item.delivered_at === null
      ? item.stale === null ? ["not sent yet"] : []
      : [`first sent ${showAgeOf(item.delivered_at, nowMs)}`],
    ...item.once ? ["once"] : [],
    ...untilMs === null || untilMs <= nowMs ? [] : [`for another ${showDuration(untilMs - nowMs)}`],
  ];
}

/** The budget; what is unknown is said to be unknown. */
export function budgetRow({ usage, limits, run }: LoopStatus, { barColumns }: RowsView): Row {
  const { max_tokens: maxTokens, max_cost_usd: maxCost } = limits;
  const share = Math.max(
    maxTokens === null || usage.tokens === null ? 0 : usage.tokens / maxTokens,
    maxCost === null || usage.costUsd === null ? 0 : usage.costUsd / maxCost,
  );
  const tokens = usage.tokens === null ? "tokens unknown" : `${showAmount(usage.tokens)} tokens`;
  const cost = usage.costUsd === null ? "cost unknown" : `$${usage.costUsd.toFixed(2)}`;
  const hasLimit = maxTokens !== null || maxCost !== null;
  return row(
    "budget",
    ...hasLimit ? bar(share, barColumns) : [],
    span(tokens + (maxTokens === null ? "" : ` of ${showAmount(maxTokens)}`)),
    // Only a run knows its cost while it works.
    ...run === null && maxCost === null && usage.costUsd === null
      ? []
      : [span(` · ${cost}${maxCost === null ? "" : ` of $${maxCost}`}`)],
    ...hasLimit ? [] : [span(" · no limit", "dim")],
  );
}
