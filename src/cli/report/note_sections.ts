/**
 * What was said and found: guidance, constraints, validation, what the report cannot say, and each
 * line of the journal. Pure.
 */
import { showCount } from "../../text/human_units.ts";
import {
  type Column,
  folded,
  lead,
  listOf,
  type Markup,
  markup,
  section,
  tableOf,
} from "./markup.ts";
import type { LoopReport, Moment } from "./model.ts";
import { orUnknown, shareOf, timeOf } from "./values.ts";

const WHEN: readonly Column<Moment>[] = [
  ["Time", "time", ({ atMs }) => timeOf(atMs)],
  ["Iteration", "number", ({ iteration }) => iteration],
];

/** Makes the sections on guidance, constraints, validation, and what the report cannot say. */
export function noteSections(report: LoopReport): Markup[] {
  const { unknown } = report;
  const missing = unknown.length === 0 ? lead("Nothing is missing.") : listOf(unknown);
  return [
    section("guidance", "Guidance", guidanceOf(report)),
    section("constraints", "Constraints", constraintsOf(report)),
    section("validation", "Validation", validationOf(report)),
    section("unknown", "What this report cannot say", missing),
  ];
}

/** Makes the table of all lines of the journal. */
export function journalSection({ events }: LoopReport): Markup {
  const table = tableOf("Journal", [
    ...WHEN,
    ["Event", "word", ({ kind, code }) => code === null ? kind : `${kind} (${code})`],
    ["What happened", "text", ({ sentence, evidence }) => [
      sentence,
      sentence !== "" && evidence.length > 0 && markup`<br>`,
      evidence.join("; "),
    ]],
  ], events);
  return section("journal", "Journal", folded(`All ${showCount(events.length, "line")}`, table));
}

function guidanceOf({ guidance }: LoopReport): Markup {
  if (guidance.length === 0) return lead("The journal has no change of the guidance.");
  return tableOf("Changes of the guidance", [
    ...WHEN,
    ["List", "word", ({ list }) => list],
    ["Change", "word", ({ change }) => change === "added" ? "added" : "no longer applies"],
    ["Text", "text", ({ text }) => text],
  ], guidance);
}

function constraintsOf({ constraints }: LoopReport): Markup {
  if (constraints.length === 0) return lead("The journal has no constraint of the project.");
  return tableOf("Constraints", [
    ...WHEN,
    ["What", "word", ({ what }) => what],
    ["Constraints", "text", ({ lines }) => lines.length > 0 && listOf(lines)],
  ], constraints);
}

const ENDS: Readonly<Record<string, string>> = {
  score: "It passed: the score was high enough.",
  exhausted: "It ended without passing: all cycles were used.",
  plateau: "It ended without passing: another cycle found no fewer problems.",
};

function validationOf({ validation, limits, outcome }: LoopReport): Markup {
  const { hasBegun, findings, score, ended } = validation;
  if (!hasBegun && findings.length === 0) {
    return lead("No validation round was sent to the agent.");
  }
  const needed = limits === null ? "" : ` of ${shareOf(limits.validation_score)} needed`;
  const unfinished = outcome.hasEnded
    ? "It was not finished when the loop ended."
    : "It is not finished yet.";
  const verdict = ended === null ? unfinished : ENDS[ended] ?? `It ended: ${ended}.`;
  return markup`<p class="lead">${verdict} Score: ${orUnknown(score, shareOf)}${needed}.</p>
${
    findings.length > 0 && tableOf("Findings", [
      ["Severity", "word", ({ severity }) => severity],
      ["Finding", "text", ({ text }) => text],
      ["Iteration", "number", ({ iteration }) => iteration],
      ["Round", "number", ({ round }) => round],
      ["State", "word", ({ isOpen }) => orUnknown(isOpen, (open) => open ? "open" : "closed")],
    ], findings)
  }`;
}
