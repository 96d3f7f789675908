/** The charts with a bar for each step: commits and files, tokens and cost. Pure. */
import { showAmount } from "../../text/human_units.ts";
import type { Step } from "../model.ts";
import { type Chart, MARGINS, nameAxis, numberAxis } from "./axes.ts";

const PLOT_PX = 92;
const GAP_PX = 26;
const HEIGHT_PX = MARGINS.top + PLOT_PX + GAP_PX + PLOT_PX + MARGINS.bottom;
/** Marks a step whose value is unknown, so that it does not read as 0. */
const UNKNOWN_MARK = "?";
/** With more steps the marks would cover one another. */
const MOST_MARKS = 40;

interface Bars {
  readonly name: string;
  readonly color: string;
  readonly valueOf: (step: Step) => number | null;
  readonly format: (value: number) => string;
}

/** Makes the chart of commits above and changed files below; null where both are unknown. */
export function changesChart(steps: readonly Step[]): Chart | null {
  return barChart(steps, [
    { name: "Commits", color: "var(--work)", valueOf: ({ commits }) => commits, format: String },
    { name: "Files", color: "var(--second)", valueOf: ({ files }) => files, format: String },
  ]);
}

/** Makes the chart of tokens above and cost below; null where both are unknown. */
export function usageChart(steps: readonly Step[]): Chart | null {
  return barChart(steps, [
    {
      name: "Tokens",
      color: "var(--work)",
      valueOf: ({ tokens }) => tokens,
      format: (value) => showAmount(value).replace(" ", "\u202f"),
    },
    {
      name: "Cost",
      color: "var(--second)",
      valueOf: ({ costUsd }) => costUsd,
      format: (value) => `$${Number(value.toFixed(2))}`,
    },
  ]);
}

function barChart(steps: readonly Step[], all: readonly Bars[]): Chart | null {
  const rows = all.filter(({ valueOf }) => steps.some((step) => valueOf(step) !== null));
  if (rows.length === 0) return null;
  const names = steps.map(nameStep);
  const isLast = (index: number) => index === rows.length - 1;
  const top = (index: number) => MARGINS.top + 12 + index * (PLOT_PX + GAP_PX);
  return {
    height: HEIGHT_PX - (all.length - rows.length) * (PLOT_PX + GAP_PX) + 12,
    option: {
      grid: rows.map((_row, index) => ({
        left: MARGINS.left,
        right: MARGINS.right,
        top: top(index),
        height: PLOT_PX,
      })),
      xAxis: rows.map((_row, gridIndex) =>
        nameAxis(names, {
          gridIndex,
          ...isLast(gridIndex) ? {} : { axisLabel: { show: false } },
        })
      ),
      yAxis: rows.map(({ name, format }, gridIndex) =>
        numberAxis({
          gridIndex,
          splitNumber: 3,
          name,
          nameGap: 6,
          nameTextStyle: { color: "var(--text)", align: "left", fontSize: 12 },
          ...(name === "Cost" ? {} : { minInterval: 1 }),
          axisLabel: { color: "var(--muted)", formatter: format },
        })
      ),
      series: rows.map(({ color, valueOf }, index) => ({
        type: "bar",
        silent: true,
        xAxisIndex: index,
        yAxisIndex: index,
        barMaxWidth: 18,
        itemStyle: { color },
        data: steps.map((step) => barOf(valueOf(step), steps.length)),
      })),
    },
  };
}

/** A bar; an unknown value is a mark without a bar. */
function barOf(value: number | null, steps: number): unknown {
  if (value !== null) return value;
  if (steps > MOST_MARKS) return "-";
  return {
    value: 0,
    label: {
      show: true,
      position: "top",
      distance: 1,
      formatter: UNKNOWN_MARK,
      color: "var(--muted)",
    },
  };
}

/** Names a step by its iteration; what is not a continuation by what it is. */
export function nameStep({ iteration, kind }: Pick<Step, "iteration" | "kind">): string {
  const number = iteration === null ? UNKNOWN_MARK : String(iteration);
  if (kind === "continue" || kind === "agent") return number;
  return kind === "wait" ? `${number} (wait)` : "end";
}
