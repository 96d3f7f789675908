/** Makes the top of the page: why the loop ended, its figures and its facts. Pure. */
import { capitalize, showAmount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import type { StateCode } from "../../lifecycle/view/state_view.ts";
import { stateOfEnd } from "../../loop/reasons.ts";
import { listMaximums } from "../view/limits_text.ts";
import { afterState, nameState } from "../status/phrases.ts";
import type { LoopReport } from "./build.ts";
import { type Markup, markup, type MarkupPart } from "./markup.ts";
import { costOf, itemsOf, orUnknown, timeOf, tokensOf, withCode } from "./values.ts";

/** Makes the page's header: why the loop ended, and its sums. */
export function summaryOf(report: LoopReport): Markup {
  const { loop, outcome } = report;
  const soFar = outcome.hasEnded ? "" : ", so far";
  return markup`<header>
<h1>Report of ralph loop <code>${loop.id}</code>${soFar}</h1>
<p class="why"><span class="badge ${outcome.tone}">${badgeOf(outcome)}</span>${
    withCode(describeOutcome(outcome))
  }</p>
</header>`;
}

/** Returns the sentence after the state, without repeating the state's own word. */
function describeOutcome({ code, hasEnded, sentence }: LoopReport["outcome"]): string {
  // The sentence about a running loop continues the badge, as in `status`.
  if (!hasEnded) return sentence;
  return capitalize(afterState(stateOfEnd(code), sentence));
}

/** Makes the figures and facts below the header. */
export function figuresOf(report: LoopReport): Markup {
  const { totals, outcome } = report;
  const { activeMs, wallMs, items, reviewers } = totals;
  const share = activeMs === null || wallMs === 0
    ? null
    : `${Math.min(100, Math.round(activeMs / wallMs * 100))} % of the time on the clock`;
  return markup`<section aria-label="Figures"><dl class="figures">
${figure("Turns", totals.iterations)}
${figure("Active time", orUnknown(activeMs, showDuration), share)}
${figure(outcome.hasEnded ? "On the clock" : "On the clock so far", showDuration(wallMs))}
${figure("Items done", itemsOf(items))}
${figure("Commits", orUnknown(totals.commits ?? atLeast(report.commits?.length ?? 0)))}
${figure("Files changed", orUnknown(totals.files), totals.files === null ? null : "in commits")}
${figure("Tokens", orUnknown(totals.tokens, tokensOf), ofReviewers(reviewers?.tokens, showAmount))}
${figure("Cost", orUnknown(totals.costUsd, costOf), ofReviewers(reviewers?.costUsd, costOf))}
</dl>
${factsOf(report)}</section>`;
}

/** Describes a sum that is known only in part. */
function atLeast(known: number): string | null {
  return known === 0 ? null : `at least ${known}`;
}

/** Describes the reviewers' part; null without reviewers. */
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
    ["Limits", limits === null ? null : listMaximums(limits).join(", ")],
  ];
  return markup`<dl class="facts">${
    rows.filter(([, value]) => value !== null)
      .map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)
  }</dl>`;
}

/** Names the state of a loop, or of its end, as `status` does. */
export function badgeOf(
  { code, hasEnded }: Pick<LoopReport["outcome"], "code" | "hasEnded">,
): string {
  return nameState(hasEnded ? stateOfEnd(code) : code as StateCode);
}

/** Makes the page's last lines: the next step, and the program that made the page. */
export function footerOf({ outcome: { next } }: LoopReport, made: MarkupPart): Markup {
  return markup`<footer>${next !== null && markup`<p class="next">→ ${nextOf(next)}</p>`}
<p>${made}</p></footer>`;
}

/** Shows the commands of a hint as code. */
function nextOf(next: string): MarkupPart {
  return withCode(next.replace(/\b(ralph [^,]+)/g, "`$1`"));
}
