/** The top of the page: why the loop ended, its figures and its facts. Pure. */
import { capitalize, showAmount, showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import type { LoopReport } from "./model.ts";
import { type Markup, markup, type MarkupPart } from "./markup.ts";
import { costOf, itemsOf, orUnknown, timeOf, tokensOf } from "./values.ts";

/** Makes the page's header: why the loop ended, and its sums. */
export function summaryOf(report: LoopReport): Markup {
  const { loop, outcome } = report;
  const soFar = outcome.hasEnded ? "" : ", so far";
  return markup`<header>
<h1>Report of ralph loop <code>${loop.id}</code>${soFar}</h1>
<p class="why"><span class="badge ${outcome.tone}">${badgeOf(outcome.code)}</span>${
    // The states of a loop that runs go on with the badge, as in `status`.
    outcome.hasEnded ? capitalize(outcome.sentence) : outcome.sentence}</p>
${
    outcome.evidence.length > 0 &&
    markup`<ul class="lead">${outcome.evidence.map((line) => markup`<li>${line}</li>`)}</ul>`
  }
</header>`;
}

/** Makes the figures and facts below the header. */
export function figuresOf(report: LoopReport): Markup {
  const { totals, outcome, loop } = report;
  const { activeMs, wallMs, items, reviewers } = totals;
  const share = activeMs === null || wallMs === 0
    ? null
    : `${Math.min(100, Math.round(activeMs / wallMs * 100))} % of the wall time`;
  const unit = loop.driver === "runner" ? "Agents" : "Iterations";
  return markup`<section aria-label="Figures"><dl class="figures">
${figure(unit, totals.iterations)}
${figure("Active time", orUnknown(activeMs, showDuration), share)}
${figure(outcome.hasEnded ? "Wall time" : "Wall time so far", showDuration(wallMs))}
${figure("Items done", itemsOf(items))}
${figure("Commits", orUnknown(totals.commits))}
${figure("Files changed", orUnknown(totals.files), totals.files === null ? null : "in commits")}
${figure("Tokens", orUnknown(totals.tokens, tokensOf), ofReviewers(reviewers?.tokens, showAmount))}
${figure("Cost", orUnknown(totals.costUsd, costOf), ofReviewers(reviewers?.costUsd, costOf))}
</dl>
${factsOf(report)}</section>`;
}

/** The reviewers' part; null without reviewers. */
function ofReviewers(
  amount: number | null | undefined,
  show: (amount: number) => string,
): string | null {
  if (amount === undefined) return null;
  return amount === null ? "the reviewers' part is unknown" : `${show(amount)} of it by reviewers`;
}

function figure(name: string, value: MarkupPart, note: string | null = null): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}${
    note === null ? null : markup`<small>${note}</small>`
  }</dd></div>`;
}

function factsOf({ loop, lanes, outcome, limits, asOfMs }: LoopReport): Markup {
  const rows: readonly (readonly [string, MarkupPart])[] = [
    ["Project", markup`<code>${loop.project}</code>`],
    ["Plan", loop.focus === null ? null : markup`<code>${loop.focus}</code>`],
    ["Task", loop.task],
    ["Preset", loop.preset],
    [lanes.length === 1 ? "Driven by" : "Agents", lanes.map(({ agent }) => agent).join(", ")],
    ["Started", timeOf(loop.startedAtMs, false)],
    outcome.hasEnded
      ? ["Ended", orUnknown(outcome.endedAtMs, (ms) => timeOf(ms, false))]
      : ["As of", timeOf(asOfMs, false)],
    ["Limits", limits === null ? null : describeLimits(limits)],
  ];
  return markup`<dl class="facts">${
    rows.filter(([, value]) => value !== null)
      .map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)
  }</dl>`;
}

function describeLimits(limits: NonNullable<LoopReport["limits"]>): string {
  const { max_tokens, max_cost_usd } = limits;
  return [
    `${limits.max_hours} h`,
    showCount(limits.max_iterations, "iteration"),
    ...(max_tokens === null ? [] : [`${max_tokens} tokens`]),
    ...(max_cost_usd === null ? [] : [costOf(max_cost_usd)]),
  ].join(", ");
}

/** Names a state or code as the badge does. */
export function badgeOf(code: string): string {
  return capitalize(code.replaceAll(/[-_]/g, " "));
}
