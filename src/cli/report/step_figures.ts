/**
 * How the work went, by iteration: charts of items, confidence and repetition, commits and files, tokens
 * and cost, and a table of all of it. Pure.
 */
import { showAmount, showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { type BarPlot, drawBars } from "./bars.ts";
import { type Column, figureOf, lead, type Markup, markup, section, tableOf } from "./markup.ts";
import type { LoopReport, ReportedStep } from "./model.ts";
import { costOf, itemsOf, orUnknown, shareOf, timeOf, tokensOf } from "./values.ts";

/** A section with plots over the steps. */
interface StepFigure {
  readonly id: string;
  readonly title: string;
  readonly plots: readonly (Omit<BarPlot, "values"> & {
    readonly value: (step: ReportedStep) => number | null;
  })[];
  /** What the chart shows, in words. */
  readonly summary: string;
  /** Shown in place of a chart without a value. */
  readonly nothing: string;
}

const ITERATIONS: readonly Column<ReportedStep>[] = [
  ["Iteration", "word", nameStep],
  ["Began", "time", ({ fromMs }) => timeOf(fromMs)],
  ["Wall time", "number", ({ fromMs, toMs }) => showDuration(toMs - fromMs)],
  ["Active", "number", ({ activeMs }) => orUnknown(activeMs, showDuration)],
  ["Items", "number", ({ items }) => itemsOf(items)],
  ["What came of it", "text", ({ what }) => what],
  ["Confidence", "number", ({ confidence }) => orUnknown(confidence, shareOf)],
  ["Repetition", "number", ({ similarity }) => orUnknown(similarity, shareOf)],
  ["Commits", "number", ({ commits }) => commits],
  ["Files", "number", ({ files }) => files],
  [
    "Commit",
    "word",
    ({ commit }) =>
      commit === ""
        ? "no commit"
        : orUnknown(commit, (hash) => markup`<code>${hash.slice(0, 10)}</code>`),
  ],
  ["Tokens", "number", ({ tokens }) => orUnknown(tokens, tokensOf)],
  ["Cost", "number", ({ costUsd }) => orUnknown(costUsd, costOf)],
];

/** Shown instead of the figures where a run has no steps. */
const NO_STEP = lead("No iteration has ended yet.");

/** Makes the sections with a chart each: items, confidence, changes and usage. */
export function stepSections(report: LoopReport): Markup[] {
  const { steps } = report;
  return figuresOf(report).map(({ id, title, plots, summary, nothing }) => {
    const known = plots
      .map(({ value, ...plot }) => ({ ...plot, values: steps.map(value) }))
      .filter(({ values }) => values.some((value) => value !== null));
    if (steps.length === 0) return section(id, title, NO_STEP);
    if (known.length === 0) return section(id, title, lead(nothing));
    const names = steps.map(nameStep);
    return section(id, title, figureOf(summary, (width) => drawBars(names, known, width)));
  });
}

/** Makes the table of all values of each step, and of what came of it. */
export function iterationsSection({ steps }: LoopReport): Markup {
  const table = tableOf("What came of each iteration", ITERATIONS, steps);
  return section("iterations", "Iterations", steps.length === 0 ? NO_STEP : table);
}

function figuresOf({ steps, limits, loop, totals }: LoopReport): readonly StepFigure[] {
  const { items, commits, files, tokens, costUsd } = totals;
  const most = (name: "confidence" | "similarity") =>
    shareOf(Math.max(0, ...steps.map((step) => step[name] ?? 0)));
  const threshold = limits === null
    ? ""
    : ` (similar outputs count from ${shareOf(limits.similarity_threshold)} on)`;
  return [
    {
      id: "items",
      title: "Items done",
      plots: [{
        name: "Items done after the iteration",
        color: "good",
        isWhole: true,
        most: Math.max(...steps.map((step) => step.items?.total ?? 0)),
        value: (step) => step.items?.done ?? null,
      }],
      summary: items === null
        ? "Items of the plan, by iteration."
        : `${items.done} of ${showCount(items.total, "item")} done.`,
      nothing: "Unknown: the journal has no items of a plan.",
    },
    {
      id: "confidence",
      title: "Confidence and repetition",
      plots: [
        { name: "Confidence", color: "work", most: 1, value: ({ confidence }) => confidence },
        { name: "Repetition", color: "second", most: 1, value: ({ similarity }) => similarity },
      ],
      summary: `Confidence that the task is complete: at most ${most("confidence")}. ` +
        `Similarity of repeated outputs: at most ${most("similarity")}${threshold}. ` +
        "Both range from 0 to 1.",
      nothing: loop.driver === "runner"
        ? "Not measured by 'ralph run': each agent is a new process."
        : "Unknown: the journal has no facts of its decisions.",
    },
    {
      id: "changes",
      title: "Commits and files",
      plots: [
        { name: "Commits", color: "work", isWhole: true, value: (step) => step.commits },
        {
          name: "Files changed in them",
          color: "second",
          isWhole: true,
          value: (step) => step.files,
        },
      ],
      summary: commits === null || files === null
        ? "Commits and the files that they changed, by iteration; not all are known."
        : `${showCount(commits, "commit")} changed ${
          showCount(files, "file")
        }. Changes without a commit are not counted.`,
      nothing: "Unknown: see 'What this report cannot say'.",
    },
    {
      id: "usage",
      title: "Tokens and cost",
      plots: [
        {
          name: "Tokens",
          color: "work",
          isWhole: true,
          format: (value) => showAmount(value).replace(" ", "\u202f"),
          value: (step) => step.tokens,
        },
        {
          name: "Cost in US dollars",
          color: "second",
          format: (value) => `$${Number(value.toFixed(2))}`,
          value: (step) => step.costUsd,
        },
      ],
      summary: `Tokens: ${tokens === null ? "unknown" : tokens.toLocaleString("en-US")}. Cost: ${
        costUsd === null ? "unknown" : costOf(costUsd)
      }.`,
      nothing: "Unknown: the agent reported neither.",
    },
  ];
}

/** Names a step by its iteration; what is not a continuation by what it is. */
function nameStep({ iteration, kind }: ReportedStep): string {
  const number = iteration === null ? "?" : String(iteration);
  if (kind === "continue" || kind === "agent") return number;
  return kind === "wait" ? `${number} (wait)` : "end";
}
