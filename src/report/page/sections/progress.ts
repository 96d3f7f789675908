/**
 * How the work went: confidence and repetition, items, commits and files, tokens and cost. Pure.
 */
import { showCount } from "../../../text/human_units.ts";
import {
  changesChart,
  confidenceChart,
  itemsChart,
  nameStep,
  usageChart,
} from "../../charts/charts.ts";
import type { LoopReport, ReportedStep } from "../../model.ts";
import { figureOf, type FigureParts } from "../figure.ts";
import { type Markup, markup, section } from "../markup.ts";
import { type Column, foldedTable } from "../table.ts";
import { costOf, itemsOf, NO_STEP, orUnknown, shareOf, timeOf, tokensOf } from "../values.ts";

const STEP: Column<ReportedStep> = ["Iteration", "word", nameStep];
const ENDED: Column<ReportedStep> = ["Ended", "time", ({ toMs }) => timeOf(toMs)];

/** Makes the sections with a chart each: items, confidence, changes and usage. */
export function progressSections(report: LoopReport): Markup[] {
  const sections: readonly (readonly [id: string, title: string, parts: FigureParts])[] = [
    ["items", "Items done", itemsFigure(report)],
    ["confidence", "Confidence and repetition", confidenceFigure(report)],
    ["changes", "Commits and files", changesFigure(report)],
    ["usage", "Tokens and cost", usageFigure(report)],
  ];
  return sections.map(([id, title, parts]) =>
    section(id, title, report.steps.length === 0 ? NO_STEP : figureOf(parts))
  );
}

function itemsFigure(report: LoopReport): FigureParts {
  const { steps, totals: { items } } = report;
  return {
    chart: itemsChart(report),
    summary: items === null
      ? "Items of the plan over time."
      : `${items.done} of ${showCount(items.total, "item")} done.`,
    legend: [
      { name: "Done", color: "good", form: "line" },
      { name: "All items", color: "axis", form: "dashed" },
    ],
    table: foldedTable("Items", [
      STEP,
      ENDED,
      ["Done", "number", ({ items }) => itemsOf(items)],
    ], steps),
    nothing: "Unknown: the journal has no items of a plan.",
  };
}

function confidenceFigure(report: LoopReport): FigureParts {
  const { steps, limits, loop } = report;
  const most = (pick: (step: ReportedStep) => number | null) =>
    shareOf(Math.max(0, ...steps.map((step) => pick(step) ?? 0)));
  const threshold = limits === null
    ? ""
    : ` (similar outputs count from ${shareOf(limits.similarityThreshold)} on)`;
  return {
    chart: confidenceChart(report),
    summary: `Confidence that the task is complete: at most ${
      most(({ confidence }) => confidence)
    }. Similarity of repeated outputs: at most ${
      most(({ similarity }) => similarity)
    }${threshold}. Both range from 0 to 1; unknown values interrupt the line.`,
    legend: [
      { name: "Confidence", color: "work", form: "line" },
      { name: "Repetition", color: "second", form: "dotted" },
      ...(limits === null
        ? []
        : [{ name: "Threshold of repetition", color: "second", form: "dashed" } as const]),
    ],
    table: foldedTable("Confidence and repetition", [
      STEP,
      ENDED,
      ["Confidence", "number", ({ confidence }) => orUnknown(confidence, shareOf)],
      ["Repetition", "number", ({ similarity }) => orUnknown(similarity, shareOf)],
    ], steps),
    nothing: loop.driver === "runner"
      ? "Not measured by 'ralph run': each agent is a new process."
      : "Unknown: the journal has no facts of its decisions.",
  };
}

function changesFigure({ steps, totals: { commits, files } }: LoopReport): FigureParts {
  return {
    chart: changesChart(steps),
    summary: commits === null || files === null
      ? "Commits and the files that they changed, by iteration; not all are known."
      : `${showCount(commits, "commit")} changed ${
        showCount(files, "file")
      }. Changes without a commit are not counted.`,
    legend: [
      { name: "Commits", color: "work" },
      { name: "Files changed in them", color: "second" },
    ],
    table: foldedTable("Commits and files", [
      STEP,
      ENDED,
      ["Commits", "number", ({ commits }) => orUnknown(commits)],
      ["Files", "number", ({ files }) => orUnknown(files)],
      ["Commit", "word", ({ commit }) =>
        orUnknown(
          commit,
          (hash) => hash === "" ? "no commit" : markup`<code>${hash.slice(0, 10)}</code>`,
        )],
    ], steps),
    nothing: "Unknown: see 'What this report cannot say'.",
  };
}

function usageFigure({ steps, totals: { tokens, costUsd } }: LoopReport): FigureParts {
  return {
    chart: usageChart(steps),
    summary: `Tokens: ${tokens === null ? "unknown" : tokens.toLocaleString("en-US")}. Cost: ${
      costUsd === null ? "unknown" : costOf(costUsd)
    }.`,
    legend: [
      { name: "Tokens", color: "work" },
      ...(steps.every((step) => step.costUsd === null)
        ? []
        : [{ name: "Cost in US dollars", color: "second" }]),
    ],
    table: foldedTable("Tokens and cost", [
      STEP,
      ENDED,
      ["Tokens", "number", (step) => orUnknown(step.tokens, tokensOf)],
      ["Cost", "number", (step) => orUnknown(step.costUsd, costOf)],
    ], steps),
    nothing: "Unknown: the agent reported neither.",
  };
}
