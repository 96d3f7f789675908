/**
 * How the work went, by iteration: items, confidence and repetition, commits and files, tokens and
 * cost. Pure.
 */
import { showAmount, showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { barChart, lineChart } from "./draw.ts";
import { figureOf, type FigureParts } from "./figure.ts";
import { type Column, lead, type Markup, markup, section, tableOf } from "./markup.ts";
import type { LoopReport, ReportedStep } from "./model.ts";
import { rangeOf } from "./time_figures.ts";
import { costOf, itemsOf, orUnknown, shareOf, timeOf, tokensOf } from "./values.ts";

/** A section with a chart over the steps, and their values as columns of a table. */
interface StepFigure extends Omit<FigureParts<ReportedStep>, "table"> {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly Column<ReportedStep>[];
}

const ITERATION: Column<ReportedStep> = ["Iteration", "word", nameStep];
const ENDED: Column<ReportedStep> = ["Ended", "time", ({ toMs }) => timeOf(toMs)];
const COMMITS: Column<ReportedStep> = ["Commits", "number", ({ commits }) => commits];

const ITERATIONS: readonly Column<ReportedStep>[] = [
  ITERATION,
  ["Began", "time", ({ fromMs }) => timeOf(fromMs)],
  ["Wall time", "number", ({ fromMs, toMs }) => showDuration(toMs - fromMs)],
  ["Active", "number", ({ activeMs }) => orUnknown(activeMs, showDuration)],
  ["Items", "number", ({ items }) => itemsOf(items)],
  COMMITS,
  ["What came of it", "text", ({ what }) => what],
];

/** Is shown in place of what is made of the steps, where there are none. */
const NO_STEP = lead("No iteration has ended yet.");

/** Makes the sections with a chart each: items, confidence, changes and usage. */
export function stepSections(report: LoopReport): Markup[] {
  const { steps } = report;
  const figures = [itemsFigure, confidenceFigure, changesFigure, usageFigure];
  return figures.map((figure) => {
    const { id, title, columns, ...parts } = figure(report);
    const table = [title, [ITERATION, ENDED, ...columns], steps] as const;
    return section(id, title, steps.length === 0 ? NO_STEP : figureOf({ ...parts, table }));
  });
}

/** Makes the table of what came of each step. */
export function iterationsSection({ steps }: LoopReport): Markup {
  const table = tableOf("What came of each iteration", ITERATIONS, steps);
  return section("iterations", "Iterations", steps.length === 0 ? NO_STEP : table);
}

function itemsFigure(report: LoopReport): StepFigure {
  const { steps, totals: { items } } = report;
  const known = steps.flatMap(({ toMs, items }) => items === null ? [] : [{ toMs, ...items }]);
  const pointsOf = (name: "done" | "total") => known.map((at) => [at.toMs, at[name]] as const);
  return {
    id: "items",
    title: "Items done",
    chart: lineChart(rangeOf(report), [
      { name: "Done", color: "good", form: "solid", hasArea: true, points: pointsOf("done") },
      { name: "All items", color: "axis", form: "dashed", points: pointsOf("total") },
    ], { isWhole: true, isStepped: true }),
    summary: items === null
      ? "Items of the plan over time."
      : `${items.done} of ${showCount(items.total, "item")} done.`,
    columns: [["Done", "number", ({ items }) => itemsOf(items)]],
    nothing: "Unknown: the journal has no items of a plan.",
  };
}

function confidenceFigure(report: LoopReport): StepFigure {
  const { steps, limits, loop } = report;
  const most = (name: "confidence" | "similarity") =>
    shareOf(Math.max(0, ...steps.map((step) => step[name] ?? 0)));
  const pointsOf = (name: "confidence" | "similarity") =>
    steps.map((step) => [step.toMs, step[name]] as const);
  const range = rangeOf(report);
  const threshold = limits?.similarity_threshold ?? null;
  const level = [[range.fromMs, threshold], [range.toMs, threshold]] as const;
  const note = threshold === null ? "" : ` (similar outputs count from ${shareOf(threshold)} on)`;
  return {
    id: "confidence",
    title: "Confidence and repetition",
    chart: lineChart(range, [
      { name: "Confidence", color: "work", form: "solid", points: pointsOf("confidence") },
      { name: "Repetition", color: "second", form: "dotted", points: pointsOf("similarity") },
      { name: "Threshold of repetition", color: "second", form: "dashed", points: level },
    ], { most: 1, isStepped: true }),
    summary: `Confidence that the task is complete: at most ${most("confidence")}. ` +
      `Similarity of repeated outputs: at most ${most("similarity")}${note}. ` +
      "Both range from 0 to 1; unknown values interrupt the line.",
    columns: [
      ["Confidence", "number", ({ confidence }) => orUnknown(confidence, shareOf)],
      ["Repetition", "number", ({ similarity }) => orUnknown(similarity, shareOf)],
    ],
    nothing: loop.driver === "runner"
      ? "Not measured by 'ralph run': each agent is a new process."
      : "Unknown: the journal has no facts of its decisions.",
  };
}

function changesFigure({ steps, totals: { commits, files } }: LoopReport): StepFigure {
  return {
    id: "changes",
    title: "Commits and files",
    chart: barChart(steps.map(nameStep), [
      {
        name: "Commits",
        color: "work",
        isWhole: true,
        values: steps.map(({ commits }) => commits),
      },
      {
        name: "Files changed in them",
        color: "second",
        isWhole: true,
        values: steps.map(({ files }) => files),
      },
    ]),
    summary: commits === null || files === null
      ? "Commits and the files that they changed, by iteration; not all are known."
      : `${showCount(commits, "commit")} changed ${
        showCount(files, "file")
      }. Changes without a commit are not counted.`,
    columns: [
      COMMITS,
      ["Files", "number", ({ files }) => files],
      ["Commit", "word", ({ commit }) =>
        commit === "" ? "no commit" : orUnknown(
          commit,
          (hash) => markup`<code>${hash.slice(0, 10)}</code>`,
        )],
    ],
    nothing: "Unknown: see 'What this report cannot say'.",
  };
}

function usageFigure({ steps, totals: { tokens, costUsd } }: LoopReport): StepFigure {
  return {
    id: "usage",
    title: "Tokens and cost",
    chart: barChart(steps.map(nameStep), [
      {
        name: "Tokens",
        color: "work",
        isWhole: true,
        format: (value) => showAmount(value).replace(" ", "\u202f"),
        values: steps.map(({ tokens }) => tokens),
      },
      {
        name: "Cost in US dollars",
        color: "second",
        format: (value) => `$${Number(value.toFixed(2))}`,
        values: steps.map(({ costUsd }) => costUsd),
      },
    ]),
    summary: `Tokens: ${tokens === null ? "unknown" : tokens.toLocaleString("en-US")}. Cost: ${
      costUsd === null ? "unknown" : costOf(costUsd)
    }.`,
    columns: [
      ["Tokens", "number", (step) => orUnknown(step.tokens, tokensOf)],
      ["Cost", "number", (step) => orUnknown(step.costUsd, costOf)],
    ],
    nothing: "Unknown: the agent reported neither.",
  };
}

/** Names a step by its iteration; what is not a continuation by what it is. */
function nameStep({ iteration, kind }: ReportedStep): string {
  const number = iteration === null ? "?" : String(iteration);
  if (kind === "continue" || kind === "agent") return number;
  return kind === "wait" ? `${number} (wait)` : "end";
}
