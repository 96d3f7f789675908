/** Renders `explain`: the decision, its facts, and the rules in order. Pure, except for the time zone. */
import { renderRows, type TermRow, wrapLines } from "../core/text_layout.ts";
import { noteLimits } from "../../loop/explain.ts";
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { turnOf, viewEntry } from "../history/entry_view.ts";
import { JournalPrinter, type JournalView } from "../history/journal_text.ts";
import { listAgentFacts, listFacts, listGuidance } from "./facts_text.ts";
import type { ExplainedDecision } from "./gather.ts";

const MOST_NEWS = 12;

/** Columns of a rule's title, including the gap. */
const TITLE_COLUMNS = 14;

/** Columns below which a text next to a rule's title would have only a few words per row. */
const NARROW = 48;

/** Renders the decision with what was known and how each rule stood. */
export function renderDecision(decision: ExplainedDecision, view: JournalView): string {
  const { agent, before, inputs, entry, next, outside, rules, since } = decision;
  const { style, width } = view;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", style.bold(title), ...lines];
  const isNextSaid = rules.some(({ outcome }) => outcome === "decided");
  const why = [
    ...outside === null ? [] : [`  ${outside}`],
    ...next === null || isNextSaid ? [] : [`  → ${next}`],
  ];
  const lines = [
    ...renderHead(entry, view),
    ...section("Before it", renderNews(before, view)),
    ...section(nameFacts(decision, view), renderRows(rowsOf(decision), width)),
    ...section("Rules, in their order", rules.map((rule) => renderRule(rule, next, view))),
    ...section("Why", why),
    ...inputs === null && agent === null && rules.length === 0
      ? ["", "The journal has no facts for this decision."]
      : [],
    ...section(isEnd(entry) ? "Afterwards" : "Since then", renderNews(since, view)),
  ];
  return wrapLines(lines.join("\n"), width);
}

function renderHead(entry: JournalEntry, { localTime, style }: JournalView): string[] {
  const { date, time } = localTime(entry.atMs);
  const { label, more, text, tone } = viewEntry(entry);
  const turn = turnOf(entry);
  const where = turn === null ? "" : turn === 0 ? "First prompt, " : `Turn ${turn}, `;
  const shown = style.bold(tone === null ? label : style[tone](label));
  return [`${where}${date} ${time}: ${shown}`, ...[text, ...more].map((line) => `  ${line}`)];
}

function renderNews(entries: readonly JournalEntry[], view: JournalView): string[] {
  const printer = new JournalPrinter(view);
  const left = entries.length - MOST_NEWS;
  return [
    ...left > 0 ? [`  … and ${left} more: 'ralph history' shows all`] : [],
    ...entries.slice(-MOST_NEWS).map((entry) => printer.render(entry)),
  ];
}

function nameFacts({ inputsAtMs }: ExplainedDecision, { localTime }: JournalView): string {
  if (inputsAtMs === null) return "Facts";
  const { date, time } = localTime(inputsAtMs);
  return `Facts at the end of the turn before (${date} ${time})`;
}

/** Lists the facts. If no rule was asked since an older Stop, the limits are among them. */
function rowsOf({ agent, inputs, inputsAtMs, guidance }: ExplainedDecision): TermRow[] {
  if (agent !== null) return [...listAgentFacts(agent), ...listGuidance(guidance)];
  if (inputs === null) return [];
  const { text: limits } = noteLimits(inputs.record, inputs.settings);
  return [
    ...listFacts(inputs),
    ...inputsAtMs === null ? [] : [["limit", limits] as const],
    ...listGuidance(guidance),
  ];
}

/**
 * Renders how a rule stood.
 *
 * @param next What to do next, shown at the rule that ended the loop.
 */
function renderRule(
  { isNear, outcome, text, title }: ExplainedDecision["rules"][number],
  next: string | null,
  { style, width }: JournalView,
): string {
  const isDecided = outcome === "decided";
  const mark = { "decided": "✓", "not-asked": "-", "passed": " " }[outcome];
  const note = isDecided ? " (decided)" : isNear ? " (nearly decided)" : "";
  const paint = isDecided
    ? style.bold
    : isNear
    ? style.yellow
    : outcome === "not-asked"
    ? style.dim
    : (words: string) => words;
  // In a narrow window, the text goes below its title.
  const isNarrow = width < NARROW;
  const gap = isNarrow ? "\n    " : " ".repeat(Math.max(1, TITLE_COLUMNS - title.length));
  const indent = " ".repeat(isNarrow ? 4 : TITLE_COLUMNS + 4);
  const after = isDecided && next !== null ? `\n${indent}→ ${next}` : "";
  return `  ${paint(`${mark} ${title}`)}${gap}${text}${note}${after}`;
}
