/**
 * Makes the charts and the table of the work by turn: items, confidence and repetition, commits and
 * files, tokens and cost. Pure.
 */
import { showAmount, showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { type BarPlot, drawBars } from "./bars.ts";
import { chart, type Column, foldedSection, lead, type Markup, markup, tableOf } from "./markup.ts";
import type { LoopReport } from "./build.ts";
import type { ReportedStep } from "./model.ts";
import {
  costOf,
  hashOf,
  itemsOf,
  nameTurn,
  orUnknown,
  shareOf,
  timeOf,
  tokensOf,
  withCode,
} from "./values.ts";

/** A section with plots over the steps. */
interface StepFigure {
  readonly id: string;
  readonly title: string;
  readonly plots: readonly (Omit<BarPlot, "values"> & {
    readonly value: (step: ReportedStep) => number | null;
  })[];
  /** The content of the chart, in words. */
  readonly summary: string;
  /** The text in place of a chart that has no value. */
  readonly nothing: string;
}

const TURNS: readonly Column<ReportedStep>[] = [
  ["Turn", "word", nameStep],
  ["Began", "time", ({ fromMs }) => timeOf(fromMs)],
  ["On the clock", "number", ({ fromMs, toMs }) => showDuration(toMs - fromMs)],
  ["Active", "number", ({ activeMs }) => orUnknown(activeMs, showDuration)],
  ["Items", "number", ({ items }) => itemsOf(items)],
  ["What came of it", "text", ({ what }) => withCode(what)],
  ["Confidence", "number", ({ confidence }) => orUnknown(confidence, shareOf)],
  ["Repetition", "number", ({ similarity }) => orUnknown(similarity, shareOf)],
  ["Commits", "number", ({ commits }) => commits],
  ["Files", "number", ({ files }) => files],
  ["Commit", "word", ({ commit }) => commit === "" ? "no commit" : orUnknown(commit, hashOf)],
  ["Tokens", "number", ({ tokens }) => orUnknown(tokens, tokensOf)],
  ["Cost", "number", ({ costUsd }) => orUnknown(costUsd, costOf)],
];

/** The text in place of the figures if a run has no steps. */
const NO_STEP = "No turn has ended yet.";

/** Makes the sections that have a chart: items, commits, and usage. */
export function stepSections(report: LoopReport): Markup[] {
  return figuresOf(report).map((figure) => {
    const { id, summary, title } = figure;
    const drawn = drawFigure(report.steps, figure);
    const table = id === "changes" ? commitsTable(report) : null;
    const missing = report.steps.length === 0 ? NO_STEP : figure.nothing;
    return drawn === null && table === null
      ? foldedSection(id, title, hasValues(report.steps, figure) ? summary : missing, null)
      : foldedSection(id, title, summary, [drawn, table]);
  });
}

/** Makes the chart of the confidence that the task is complete, and of the similarity of outputs. */
export function confidenceOf(report: LoopReport): Markup {
  const figure = confidenceFigure(report);
  if (report.steps.length === 0) return lead(NO_STEP);
  if (!hasValues(report.steps, figure)) return lead(figure.nothing);
  return markup`${lead(figure.summary)}${drawFigure(report.steps, figure)}`;
}

function hasValues(steps: readonly ReportedStep[], { plots }: StepFigure): boolean {
  return plots.some(({ value }) => steps.some((step) => value(step) !== null));
}

/** Draws the plots that have a value other than 0; null if there are none. */
function drawFigure(
  steps: readonly ReportedStep[],
  { plots, summary }: StepFigure,
): Markup | null {
  const drawn = plots.map(({ value, ...plot }) => ({ ...plot, values: steps.map(value) }))
    .filter(({ values }) => values.some((value) => value !== null && value > 0));
  if (drawn.length === 0) return null;
  return chart(summary, (width) => drawBars(steps.map(nameStep), drawn, width));
}

function commitsTable({ commits }: LoopReport): Markup | null {
  if (commits === null || commits.length === 0) return null;
  return tableOf("Commits", [
    ["Commit", "word", ({ hash }) => hashOf(hash)],
    [
      "Subject",
      "text",
      ({ branch, subject }) => branch === undefined ? subject : `${subject} (${branch})`,
    ],
    ["Turn", "word", ({ turn }) => turn === null ? null : nameTurn(turn, true)],
    ["Files", "number", ({ files }) => files],
  ], commits);
}

/** Makes the table of each step's values and result. */
export function turnsSection({ steps }: LoopReport): Markup {
  if (steps.length === 0) return foldedSection("turns", "Turns", NO_STEP, null);
  const table = tableOf("What came of each turn", TURNS, steps);
  return foldedSection("turns", "Turns", "all values of each", table);
}

function figuresOf({ steps, totals }: LoopReport): readonly StepFigure[] {
  const { items, commits, files, tokens, costUsd } = totals;
  return [
    {
      id: "items",
      title: "Items done",
      plots: [{
        name: "Items done after the turn",
        color: "good",
        isWhole: true,
        most: Math.max(...steps.map((step) => step.items?.total ?? 0)),
        value: (step) => step.items?.done ?? null,
      }],
      summary: items === null
        ? "Items of the plan, by turn."
        : `${items.done} of ${showCount(items.total, "item")} done.`,
      nothing: "Unknown: the journal has no items of a plan.",
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
        ? "Not all are known."
        : commits === 0
        ? "None."
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
          // Enough digits for the smallest costs: an axis of "$0" and "$0" would be useless.
          format: (value) => `$${Number(value.toFixed(4))}`,
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

function confidenceFigure({ steps, limits, loop }: LoopReport): StepFigure {
  const most = (name: "confidence" | "similarity") =>
    shareOf(Math.max(0, ...steps.map((step) => step[name] ?? 0)));
  const least = limits?.similarity_threshold;
  const threshold = least === undefined ? "" : ` (similar outputs count from ${shareOf(least)} on)`;
  return {
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
  };
}

/** Names a step by its turn. */
function nameStep({ kind, turn }: ReportedStep): string {
  const name = turn === null ? "?" : turn === 0 ? "first" : String(turn);
  return kind === "wait" ? `${name} (wait)` : name;
}
