/** The findings of the constraint scanner. Pure. Hooks load it only after a turn that edited files. */
import { hash32 } from "../../store/files/file_name.ts";
import { choice, count, object, readShape, type ShapeOf, text } from "../../store/records/shape.ts";

/** The severities of findings, the most severe first. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** One of {@linkcode SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** A key of {@linkcode CATEGORIES}. */
export type Category = keyof typeof CATEGORIES;

interface CategorySpec {
  /** The first part of the ids of its findings. */
  readonly prefix: string;
  /** Advice for the user. */
  readonly advice: string;
  /** The line for the agent, in its list of forbidden things. */
  readonly forbids: string;
}

/** The kinds of findings. */
export const CATEGORIES = {
  hardcoded_path: {
    prefix: "hardcoded",
    advice: "Use a relative path or an environment variable",
    forbids: "Do not add absolute paths of one user's machine, or rely on those that are there",
  },
  rigid_structure: {
    prefix: "structure",
    advice: "Consider making the path configurable",
    forbids: "Do not tie the code more to fixed folders of the project",
  },
} as const satisfies Record<string, CategorySpec>;

const FindingShape = object({
  /** An id such as `hardcoded-3f2a91c0`; the same in every scan as long as file and text stay. */
  id: text,
  category: choice(...Object.keys(CATEGORIES) as Category[]),
  severity: choice(...SEVERITIES),
  /** The path from the project's root. */
  file: text,
  /** Counted from 1. */
  line: count,
  /** The text that was found, one line. */
  text,
  /** A description without final period: `Current user's home path in src/a.py:12`. */
  description: text,
});

/** Something in the project that may constrain a loop. */
export type ConstraintFinding = Readonly<ShapeOf<typeof FindingShape>>;

/** Checks whether a value from one of ralph's files is a valid finding. */
export function isFinding(value: unknown): value is ConstraintFinding {
  return readShape(FindingShape, value).kind === "ok";
}

/** Checks whether a severity is the same as another, or more severe. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/**
 * Sorts findings: the most severe first, then by file and line.
 *
 * @returns A new list; its order does not depend on that of the input.
 */
export function sortFindings(findings: readonly ConstraintFinding[]): ConstraintFinding[] {
  return [...findings].sort((left, right) =>
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    compare(left.file, right.file) ||
    left.line - right.line ||
    compare(left.id, right.id)
  );
}

/** Compares by code units (docs/start-up.md). */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Maximum number of places that a line names. */
const PLACES_SHOWN = 3;

/**
 * Makes the lines for the prompt from the critical and high findings.
 *
 * @returns Lines in a fixed order, the most severe kind first; the same for the same findings.
 *
 * @example One path of a user's machine
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const finding = { id: "a", file: "a.py", line: 1, text: "", description: "" };
 * const lines = promptLinesOf([{ ...finding, category: "hardcoded_path", severity: "high" }]);
 * assertEquals(lines[0]?.endsWith("those that are there (1 found: a.py:1)"), true);
 * ```
 */
export function promptLinesOf(findings: readonly ConstraintFinding[]): string[] {
  const severe = sortFindings(findings).filter(({ severity }) => isAtLeast(severity, "high"));
  return [...Map.groupBy(severe, ({ category }) => category)]
    .map(([category, group]) => `${CATEGORIES[category].forbids} (${describePlaces(group)})`);
}

function describePlaces(findings: readonly ConstraintFinding[]): string {
  const places = [...new Set(findings.map(({ file, line }) => `${file}:${line}`))];
  const more = places.length > PLACES_SHOWN ? `, … in ${places.length} places` : "";
  return `${findings.length} found: ${places.slice(0, PLACES_SHOWN).join(", ")}${more}`;
}

/** Maximum characters of a finding's text. */
const TEXT_CHARACTERS = 160;

/** A finding before it has an id. */
export type FindingDraft = Omit<ConstraintFinding, "id">;

/**
 * Gives each finding an id that is made from its kind, file and text, but not from its line, which edits
 * above it change. Equal texts in a file get different ids.
 *
 * @param drafts The findings of one file, in the order of its lines.
 */
export function withIds(drafts: readonly FindingDraft[]): ConstraintFinding[] {
  const counts = new Map<string, number>();
  return drafts.map((draft) => {
    const what = `${draft.category}\0${draft.file}\0${draft.text}`;
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    const short = draft.text.slice(0, TEXT_CHARACTERS).toWellFormed();
    return {
      id: `${CATEGORIES[draft.category].prefix}-${hash32(`${what}\0${nth}`)}`,
      ...draft,
      text: short,
    };
  });
}

/** Counts findings by severity; a severity without findings has 0. */
export function countBySeverity(findings: readonly ConstraintFinding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/**
 * Makes a function that returns the line of an offset, and reads the text only once.
 *
 * @returns The line, counted from 1; offsets must not decrease.
 *
 * @example Two offsets
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const lineOf = countLines("a\nb\nc");
 * assertEquals([lineOf(0), lineOf(4)], [1, 3]);
 * ```
 */
export function countLines(text: string): (offset: number) => number {
  let at = 0;
  let line = 1;
  return (offset) => {
    for (let next; (next = text.indexOf("\n", at)) >= 0 && next < offset; line++) at = next + 1;
    return line;
  };
}
