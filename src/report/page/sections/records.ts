/** The records themselves: each iteration, and each line of the journal. Pure. */
import { showCount } from "../../../text/human_units.ts";
import { showDuration } from "../../../text/time.ts";
import { nameStep } from "../../charts/charts.ts";
import type { LoopReport, ReportedEvent, ReportedStep } from "../../model.ts";
import { type Markup, markup, section } from "../markup.ts";
import { type Column, tableOf } from "../table.ts";
import { itemsOf, NO_STEP, orUnknown, timeOf } from "../values.ts";

const STEPS: readonly Column<ReportedStep>[] = [
  ["Iteration", "word", nameStep],
  ["Began", "time", ({ fromMs }) => timeOf(fromMs)],
  ["Wall time", "number", ({ fromMs, toMs }) => showDuration(toMs - fromMs)],
  ["Active", "number", ({ activeMs }) => orUnknown(activeMs, showDuration)],
  ["Items", "number", ({ items }) => itemsOf(items)],
  ["Commits", "number", ({ commits }) => orUnknown(commits)],
  ["What came of it", "text", ({ what }) => what],
];

const EVENTS: readonly Column<ReportedEvent>[] = [
  ["Time", "time", ({ atMs }) => timeOf(atMs)],
  ["Iteration", "number", ({ iteration }) => orUnknown(iteration)],
  ["Event", "word", ({ kind, code }) => code === null ? kind : `${kind} (${code})`],
  ["What happened", "text", ({ sentence, evidence }) => [
    sentence,
    evidence.length === 0 ? null : [
      sentence === "" ? null : markup`<br>`,
      evidence.join("; "),
    ],
  ]],
];

/** Makes the tables of all iterations and all lines of the journal. */
export function recordSections({ steps, events }: LoopReport): Markup[] {
  return [
    section(
      "iterations",
      "Iterations",
      steps.length === 0 ? NO_STEP : tableOf("What came of each iteration", STEPS, steps),
    ),
    section(
      "journal",
      "Journal",
      markup`<details><summary>All ${showCount(events.length, "line")}</summary>
${tableOf("Journal", EVENTS, events)}</details>`,
    ),
  ];
}
