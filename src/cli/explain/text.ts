/**
 * The text of `explain`: the decision, the facts, the rules in their order, and what would have
 * changed it. Pure except for the time zone.
 */
import { hang, renderRows, type Row, wrapText } from "../core/text_layout.ts";
import type { RuleStanding } from "../../loop/explain/explain.ts";
import { isEnd, type JournalEntry } from "../../store/records/journal.ts";
import { iterationOf, viewEntry } from "../history/entry_view.ts";
import { JournalPrinter, type JournalView } from "../history/journal_text.ts";
import { listAgentFacts, listFacts, listGuidance } from "./facts_text.ts";
import type { ExplainedDecision } from "./gather.ts";
import type { RunStanding } from "./run_rules.ts";

/** The end of the sentence on what would have been otherwise. */
interface Consequence {
  readonly kind: "continue" | "wait" | "end" | "need";
  readonly code: string | null;
  /** The rule that would have decided; null or absent where none, or none of a session's loop. */
  readonly rule?: string | null;
}

const MOST_NEWS = 12;
const MOST_CHANGES = 5;

/** Renders the decision with what was known, how each rule stood and what would have changed it. */
export function renderDecision(decision: ExplainedDecision, view: JournalView): string {
  const { before, entry, explanation, facts, run, since } = decision;
  const { rules, changes } = run ?? explanation ?? { rules: [], changes: [] };
  const { style, width } = view;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", style.bold(title), ...lines];
  const bullets = (texts: readonly string[]) =>
    texts.flatMap((text) => hang("  - ", text, width, "    "));
  return [
    ...renderHead(decision, view),
    ...section("Before it", renderNews(before, view)),
    ...section(nameFacts(decision, view), renderRows(rowsOf(decision), width)),
    ...section(
      "Rules, in their order",
      rules.flatMap((rule) => renderRule(rule, view)),
    ),
    ...section(
      "What would have changed it",
      bullets(changes.slice(0, MOST_CHANGES).map(sayWhatIf)),
    ),
    ...section("Why", decision.outside === null ? [] : bullets([decision.outside])),
    ...facts === null && run === null
      ? ["", ...wrapText("The journal has no facts for this decision.", width)]
      : [],
    ...section(isEnd(entry) ? "Afterwards" : "Since then", renderNews(since, view)),
  ].join("\n");
}

function renderHead(
  { entry, explanation }: ExplainedDecision,
  { localTime, style, width }: JournalView,
): string[] {
  const { date, time } = localTime(entry.atMs);
  const { label, more, text, tone } = viewEntry(entry);
  const iteration = iterationOf(entry);
  const where = iteration === null ? "" : `Iteration ${iteration}, `;
  const paint = (words: string) =>
    tone === null ? style.bold(words) : style.bold(style[tone](words));
  const isOther = explanation !== null && !explanation.isReproduced;
  return [
    `${where}${date} ${time}: ${paint(label)}`,
    ...wrapText(text, width - 2).map((line) => `  ${line}`),
    ...more.flatMap((line) => wrapText(line, width - 2)).map((line) => `  ${line}`),
    ...isOther
      ? wrapText(
        "The rules of this ralph would decide otherwise: another version made the decision.",
        width,
      )
      : [],
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

function nameFacts({ factsAtMs }: ExplainedDecision, { localTime }: JournalView): string {
  if (factsAtMs === null) return "Facts";
  const { date, time } = localTime(factsAtMs);
  return `Facts of the last Stop before it (${date} ${time})`;
}

function rowsOf({ facts, guidance, run }: ExplainedDecision): Row[] {
  const known = run === null ? facts && listFacts(facts) : run.agent && listAgentFacts(run.agent);
  return known === null ? [] : [...known, ...listGuidance(guidance)];
}

function renderRule(rule: RuleStanding | RunStanding, { style, width }: JournalView): string[] {
  const { isNear, outcome, text, title } = rule;
  const would = "would" in rule && rule.would !== null ? ` → would have ${says(rule.would)}` : "";
  const mark = { "decided": "→", "not-asked": "·", "passed": " " }[outcome];
  const note = outcome === "decided" ? " (decided)" : isNear ? " (nearly decided)" : "";
  const label = `${mark} ${title}`.padEnd(16);
  const paint = outcome === "decided"
    ? style.bold
    : isNear
    ? style.yellow
    : outcome === "not-asked"
    ? style.dim
    : (words: string) => words;
  const whole = `${text}${would}${note}`;
  if (width - 18 < 30) {
    return [
      `${paint(`${mark} ${title}`)}`,
      ...wrapText(whole, width - 4).map((line) => `    ${line}`),
    ];
  }
  return hang(`  ${paint(label)}`, whole, width, " ".repeat(18));
}

/** Renders the result of one change as a sentence: `40 more minutes would have ended it (limit).` */
export function sayWhatIf(
  { what, then }: { readonly what: string; readonly then: Consequence },
): string {
  return `${what} would have ${says(then)}.`;
}

function says({ code, kind, rule }: Consequence): string {
  switch (kind) {
    case "continue":
      return "kept it going";
    case "wait":
      return code === "plan-mode" ? "made it wait for you" : "made it wait";
    case "need":
      // Whether a run has checks is not in its journal.
      if (code === "checks") return "ended it as done, unless a check failed";
      return code === "exploration"
        ? "left the decision to a scan of the project"
        : "left the decision to the verification commands";
    case "end":
      // A limit also ends a loop whose task is complete, before its minimums are met.
      if (code === "complete" && rule === "limit") {
        return "ended it at a limit, with a complete task";
      }
      return code === "complete" || code === "converged"
        ? "ended it as done"
        : `ended it (${code})`;
  }
}
