/** What steers a loop, in the live view: guidance and budget. Pure. */
import { describeStaleness } from "../../../guidance/freshness.ts";
import type { ShownItem } from "../../../guidance/overview.ts";
import { showAmount } from "../../../text/human_units.ts";
import { showDuration } from "../../../text/time.ts";
import { parseInstant } from "../../../text/instant.ts";
import { span } from "../../screen/line.ts";
import type { LoopStatus, Status } from "../facts.ts";
import { bar, quoted, type Row, row, type RowsView, showAgeOf } from "./rows.ts";

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
    ...item.stale === null ? [] : [`left out: ${describeStaleness(item.stale)}`],
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
