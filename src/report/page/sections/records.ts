/** The records themselves: each iteration, and each line of the journal. Pure. */
import { showCount } from "../../../text/human_units.ts";
import { nameStep } from "../../charts/by_step.ts";
import type { LoopEvent, Report, Step } from "../../model.ts";
import { type Markup, markup } from "../markup.ts";
import { type Column, tableOf } from "../table.ts";
import { durationOf, orUnknown, timeOf } from "../values.ts";

const STEPS: readonly Column<Step>[] = [
  { name: "Iteration", kind: "word", cell: nameStep },
  { name: "Began", kind: "time", cell: ({ fromMs }) => timeOf(fromMs) },
  { name: "Wall time", kind: "number", cell: ({ fromMs, toMs }) => durationOf(toMs - fromMs) },
  { name: "Active", kind: "number", cell: ({ activeMs }) => orUnknown(activeMs, durationOf) },
  {
    name: "Items",
    kind: "number",
    cell: ({ items }) => orUnknown(items, ({ done, total }) => `${done} of ${total}`),
  },
  { name: "Commits", kind: "number", cell: ({ commits }) => orUnknown(commits) },
  { name: "What came of it", kind: "text", cell: ({ what }) => what },
];

const EVENTS: readonly Column<LoopEvent>[] = [
  { name: "Time", kind: "time", cell: ({ atMs }) => timeOf(atMs) },
  { name: "Iteration", kind: "number", cell: ({ iteration }) => orUnknown(iteration) },
  {
    name: "Event",
    kind: "word",
    cell: ({ kind, code }) => code === null ? kind : `${kind} (${code})`,
  },
  {
    name: "What happened",
    kind: "text",
    cell: ({ sentence, evidence }) => [
      sentence,
      evidence.length === 0 ? null : [
        sentence === "" ? null : markup`<br>`,
        evidence.join("; "),
      ],
    ],
  },
];

/** Makes the tables of all iterations and all lines of the journal. */
export function recordSections({ steps, events }: Report): Markup[] {
  return [
    markup`<section aria-labelledby="iterations"><h2 id="iterations">Iterations</h2>
${
      steps.length === 0
        ? markup`<p class="lead">No iteration has ended yet.</p>`
        : tableOf("What came of each iteration", STEPS, steps)
    }</section>`,
    markup`<section aria-labelledby="journal"><h2 id="journal">Journal</h2>
<details><summary>All ${showCount(events.length, "line")}</summary>
${tableOf("Journal", EVENTS, events)}</details></section>`,
  ];
}
