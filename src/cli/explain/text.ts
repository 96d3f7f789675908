/** The text of `explain`: the decision, the facts, the rules in their order. Pure except for the time zone. */
import { hang, renderRows, type TermRow, wrapText } from "../core/text_layout.ts";
import { noteLimits } from "../../loop/explain.ts";
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { iterationOf, viewEntry } from "../history/entry_view.ts";
import { JournalPrinter, type JournalView } from "../history/journal_text.ts";
import { listAgentFacts, listFacts, listGuidance } from "./facts_text.ts";
import type { ExplainedDecision } from "./gather.ts";

const MOST_NEWS = 12;

/** Renders the decision with what was known and how each rule stood. */
export function renderDecision(decision: ExplainedDecision, view: JournalView): string {
  const { agent, before, draft, entry, next, outside, rules, since } = decision;
  const { style, width } = view;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", ...wrapText(title, width).map(style.bold), ...lines];
  const why = [outside, next && rules.every(({ outcome }) => outcome !== "decided") ? next : null]
    .filter((text) => text !== null);
  return [
    ...renderHead(decision, view),
    ...section("Before it", renderNews(before, view)),
    ...section(nameFacts(decision, view), renderRows(rowsOf(decision), width)),
    ...section("Rules, in their order", rules.flatMap((rule) => renderRule(rule, next, view))),
    ...section("Why", why.flatMap((text) => hang("  - ", text, width, "    "))),
    ...draft === null && agent === null && rules.length === 0
      ? ["", ...wrapText("The journal has no facts for this decision.", width)]
      : [],
    ...section(isEnd(entry) ? "Afterwards" : "Since then", renderNews(since, view)),
  ].join("\n");
}

function renderHead(
  { entry }: ExplainedDecision,
  { localTime, style, width }: JournalView,
): string[] {
  const { date, time } = localTime(entry.atMs);
  const { label, more, text, tone } = viewEntry(entry);
  const iteration = iterationOf(entry);
  const where = iteration === null ? "" : `Iteration ${iteration}, `;
  const paint = (words: string) =>
    tone === null ? style.bold(words) : style.bold(style[tone](words));
  return [
    ...wrapText(`${where}${date} ${time}: ${label}`, width).map((line) =>
      line.endsWith(label) ? `${line.slice(0, -label.length)}${paint(label)}` : line
    ),
    ...wrapText(text, width - 2).map((line) => `  ${line}`),
    ...more.flatMap((line) => wrapText(line, width - 2)).map((line) => `  ${line}`),
  ];
}

function renderNews(entries: readonly JournalEntry[], view: JournalView): string[] {
  const printer = new JournalPrinter(view);
  const left = entries.length - MOST_NEWS;
  return [
    ...left > 0 ? [`  … and ${left} more: 'ralph history' shows all`] : [],
    ...entries.slice(-MOST_NEWS).map((entry) => printer.render(entry)),
  ];
}

function nameFacts({ draftAtMs }: ExplainedDecision, { localTime }: JournalView): string {
  if (draftAtMs === null) return "Facts";
  const { date, time } = localTime(draftAtMs);
  return `Facts of the last Stop before it (${date} ${time})`;
}

/** No rule was asked since an older Stop, so its limits are among its facts. */
function rowsOf({ agent, draft, draftAtMs, guidance }: ExplainedDecision): TermRow[] {
  if (agent !== null) return [...listAgentFacts(agent), ...listGuidance(guidance)];
  if (draft === null) return [];
  const { text: limits } = noteLimits(draft.record, draft.settings);
  return [
    ...listFacts(draft),
    ...draftAtMs === null ? [] : [["limit", limits] as const],
    ...listGuidance(guidance),
  ];
}

/**
 * Renders how a rule stood.
 *
 * @param next What goes with the end, said of the rule that made it.
 */
function renderRule(
  { isNear, outcome, text, title }: ExplainedDecision["rules"][number],
  next: string | null,
  { style, width }: JournalView,
): string[] {
  const isDecided = outcome === "decided";
  const mark = { "decided": "→", "not-asked": "·", "passed": " " }[outcome];
  const note = isDecided ? " (decided)" : isNear ? " (nearly decided)" : "";
  const paint = isDecided
    ? style.bold
    : isNear
    ? style.yellow
    : outcome === "not-asked"
    ? style.dim
    : (words: string) => words;
  const whole = `${text}${isDecided && next !== null ? `; ${next}` : ""}${note}`;
  if (width - 18 < 30) {
    return [
      `${paint(`${mark} ${title}`)}`,
      ...wrapText(whole, width - 4).map((line) => `    ${line}`),
    ];
  }
  return hang(`  ${paint(`${mark} ${title}`.padEnd(16))}`, whole, width, " ".repeat(18));
}
