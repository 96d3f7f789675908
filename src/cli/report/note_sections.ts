/**
 * Makes the sections on guidance, constraints, validation and unknown facts, and the table of all
 * journal entries. Pure.
 */
import { showCount } from "../../text/human_units.ts";
import { type Column, foldedSection, listOf, type Markup, markup, tableOf } from "./markup.ts";
import type { LoopReport } from "./build.ts";
import type { Moment } from "./model.ts";
import { confidenceOf } from "./step_figures.ts";
import { orUnknown, timeOf } from "./values.ts";

const WHEN: readonly Column<Moment>[] = [
  ["Time", "time", ({ atMs }) => timeOf(atMs)],
];

/** Makes the sections on guidance, constraints, validation and unknown facts. */
export function noteSections(report: LoopReport): Markup[] {
  const { constraints, guidance, unknown, validation: { hasBegun, findings } } = report;
  const validation = hasBegun || findings.length > 0 ? verdictOf(report) : "None.";
  return [
    foldedSection("validation", "Validation", validation, validationOf(report)),
    foldedSection(
      "guidance",
      "Guidance",
      countOf(guidance, "change", "None given."),
      guidanceOf(guidance),
    ),
    foldedSection(
      "constraints",
      "Constraints",
      countOf(constraints, "change", "None found."),
      constraintsOf(constraints),
    ),
    foldedSection(
      "unknown",
      "What this report cannot say",
      countOf(unknown, "point", "Nothing is missing."),
      unknown.length === 0 ? null : listOf(unknown),
    ),
  ];
}

function countOf(all: readonly unknown[], noun: string, none: string): string {
  return all.length === 0 ? none : showCount(all.length, noun);
}

/** Makes the section with all journal entries, and with ralph's confidence at each turn. */
export function journalSection(report: LoopReport): Markup {
  const { events } = report;
  const table = tableOf("Journal", [
    ...WHEN,
    ["Event", "word", ({ label }) => label],
    [
      "What happened",
      "text",
      ({ sentence, evidence }) => [sentence, ...evidence].filter((text) => text !== "").join(" · "),
    ],
  ], events);
  return foldedSection("journal", "Journal", showCount(events.length, "line"), [
    markup`<h3>Confidence and repetition</h3>`,
    confidenceOf(report),
    markup`<h3>All lines</h3>`,
    table,
  ]);
}

function guidanceOf(guidance: LoopReport["guidance"]): Markup | null {
  if (guidance.length === 0) return null;
  return tableOf("Changes of the guidance", [
    ...WHEN,
    ["List", "word", ({ list }) => list],
    ["Change", "word", ({ change }) => change === "added" ? "added" : "no longer applies"],
    ["Text", "text", ({ text }) => text],
  ], guidance);
}

function constraintsOf(constraints: LoopReport["constraints"]): Markup | null {
  if (constraints.length === 0) return null;
  return tableOf("Constraints", [
    ...WHEN,
    ["What", "word", ({ what }) => what],
    ["Constraints", "text", ({ lines }) => lines.length > 0 && listOf(lines)],
  ], constraints);
}

const ENDS: Readonly<Record<string, string>> = {
  score: "It passed.",
  exhausted: "It ended without passing: all cycles were used.",
  plateau: "It ended without passing: another cycle found no fewer problems.",
};

function verdictOf({ validation: { ended }, outcome }: LoopReport): string {
  if (ended !== null) return ENDS[ended] ?? `It ended: ${ended}.`;
  return outcome.hasEnded ? "It was not finished when the loop ended." : "It is not finished yet.";
}

const CLOSED: Readonly<Record<string, string>> = {
  validated: "done",
  talk: "declared done, without a tool call",
  timeout: "out of time",
};

function validationOf(report: LoopReport): Markup | null {
  const { validation: { findings, hasBegun, rounds } } = report;
  if (!hasBegun && findings.length === 0) return null;
  const hasCycles = rounds.some(({ cycle }) => cycle > 1);
  return markup`${
    rounds.length > 0 && tableOf("Rounds", [
      ...hasCycles
        ? [["Cycle", "number", ({ cycle }: typeof rounds[number]) => cycle] as const]
        : [],
      ["Round", "number", ({ round }) => round],
      ["Turn", "number", ({ turn }) => turn],
      ["How it ended", "text", ({ how }) => orUnknown(how, (code) => CLOSED[code] ?? code)],
    ], rounds)
  }${
    findings.length > 0 && tableOf("Findings", [
      ["Severity", "word", ({ severity }) => severity],
      ["Finding", "text", ({ text }) => text],
      ["Turn", "number", ({ turn }) => turn],
      ["Round", "number", ({ round }) => round],
      ["State", "word", ({ isOpen }) => orUnknown(isOpen, (open) => open ? "open" : "closed")],
    ], findings)
  }`;
}
