/**
 * What was said and found: guidance, constraints, validation, and what the report cannot say. Pure.
 */
import type { ConstraintChange, GuidanceChange, LoopReport } from "../../model.ts";
import { type Markup, markup, section } from "../markup.ts";
import { tableOf } from "../table.ts";
import { orUnknown, shareOf, timeOf } from "../values.ts";

/** Makes the sections on guidance, constraints, validation, and what the report cannot say. */
export function noteSections(report: LoopReport): Markup[] {
  return [
    section("guidance", "Guidance", guidanceOf(report.guidance)),
    section("constraints", "Constraints", constraintsOf(report.constraints)),
    section("validation", "Validation", validationOf(report)),
    section(
      "unknown",
      "What this report cannot say",
      report.unknown.length === 0
        ? markup`<p class="lead">Nothing is missing.</p>`
        : listOf(report.unknown),
    ),
  ];
}

function listOf(lines: readonly string[]): Markup {
  return markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;
}

function guidanceOf(changes: readonly GuidanceChange[]): Markup {
  if (changes.length === 0) {
    return markup`<p class="lead">The journal has no change of the guidance.</p>`;
  }
  const rows = changes.flatMap(({ added, removed, ...when }) => [
    ...added.map((text) => ({ ...when, ...text, what: "added" })),
    ...removed.map((text) => ({ ...when, ...text, what: "no longer applies" })),
  ]);
  return tableOf("Changes of the guidance", [
    ["Time", "time", ({ atMs }) => timeOf(atMs)],
    ["Iteration", "number", ({ iteration }) => orUnknown(iteration)],
    ["List", "word", ({ list }) => list],
    ["Change", "word", ({ what }) => what],
    ["Text", "text", ({ text }) => text],
  ], rows);
}

function constraintsOf(changes: readonly ConstraintChange[]): Markup {
  if (changes.length === 0) {
    return markup`<p class="lead">The journal has no constraint of the project.</p>`;
  }
  return tableOf("Constraints", [
    ["Time", "time", ({ atMs }) => timeOf(atMs)],
    ["Iteration", "number", ({ iteration }) => orUnknown(iteration)],
    ["What", "word", ({ what }) => what],
    ["Constraints", "text", ({ lines }) => lines.length === 0 ? null : listOf(lines)],
  ], changes);
}

const ENDS: Readonly<Record<string, string>> = {
  score: "It passed: the score was high enough.",
  exhausted: "It ended without passing: all cycles were used.",
  plateau: "It ended without passing: another cycle found no fewer problems.",
};

function validationOf({ validation, limits, outcome }: LoopReport): Markup {
  const { rounds, findings, score, ended } = validation;
  if (rounds.length === 0 && findings.length === 0) {
    return markup`<p class="lead">No validation round was sent to the agent.</p>`;
  }
  const needed = limits === null ? "" : ` of ${shareOf(limits.validationScore)} needed`;
  const unfinished = outcome.hasEnded
    ? "It was not finished when the loop ended."
    : "It is not finished yet.";
  const verdict = ended === null ? unfinished : ENDS[ended] ?? `It ended: ${ended}.`;
  return markup`<p class="lead">${verdict} Score: ${orUnknown(score, shareOf)}${needed}.</p>
${
    findings.length > 0 && tableOf("Findings", [
      ["Severity", "word", ({ severity }) => severity],
      ["Finding", "text", ({ text }) => text],
      ["Iteration", "number", ({ iteration }) => orUnknown(iteration)],
      ["Round", "number", ({ round }) => orUnknown(round)],
      ["State", "word", ({ isOpen }) => orUnknown(isOpen, (open) => open ? "open" : "closed")],
    ], findings)
  }
${
    rounds.length > 0 && tableOf("Rounds", [
      ["Time", "time", ({ atMs }) => timeOf(atMs)],
      ["Iteration", "number", ({ iteration }) => orUnknown(iteration)],
      ["Cycle", "number", ({ cycle }) => cycle],
      ["Round", "number", ({ round }) => round === 0 ? "over" : round],
      ["Open findings", "number", ({ open }) => open],
      ["Score", "number", ({ score }) => score === null ? "not yet" : shareOf(score)],
    ], rounds)
  }`;
}
