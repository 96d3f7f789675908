/** What the scanner finds in a project. Pure. */

/** How much a finding matters, the most severe first. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** One of {@linkcode SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** A key of {@linkcode CATEGORIES}. */
export type Category = keyof typeof CATEGORIES;

/** The kinds of findings, and what each is. */
export const CATEGORIES = {
  hardcoded_path: "Hard-coded absolute path of one user's machine",
  rigid_structure: "Path that fixes the project's structure",
  global_hook: "Hook of another program that may interfere with a loop",
  busywork: "Work that keeps a loop busy and leads nowhere",
  project_rule: "Rule for agents in CLAUDE.md or AGENTS.md",
  deny_rule: "Deny rule in Claude Code's settings",
  owned_path: "Path with owners in CODEOWNERS",
  generated_file: "Generated file that is not to be edited",
} as const;

/** Something in the project that may constrain a loop. */
export interface ConstraintFinding {
  /** Such as `hardcoded-3f2a91c0`; the same in every scan while file and text stay. */
  readonly id: string;
  readonly category: Category;
  readonly severity: Severity;
  /** The file: from the project's root, or absolute outside of it; null for none. */
  readonly file: string | null;
  /** Counted from 1; null where no single line is meant. */
  readonly line: number | null;
  /** What was found, one line. */
  readonly text: string;
  /** What it is, without final period: `Current user's home path in src/a.py:12`. */
  readonly description: string;
  /** What to do about it. */
  readonly advice: string;
}

/** Whether a value, read from a file of ours, is a valid finding. */
export function isFinding(value: unknown): value is ConstraintFinding {
  if (typeof value !== "object" || value === null) return false;
  const finding = value as Partial<Record<keyof ConstraintFinding, unknown>>;
  const { id, category, severity, file, line, text, description, advice } = finding;
  return typeof id === "string" && Object.hasOwn(CATEGORIES, String(category)) &&
    SEVERITIES.some((name) => name === severity) &&
    (file === null || typeof file === "string") && (line === null || typeof line === "number") &&
    typeof text === "string" && typeof description === "string" && typeof advice === "string";
}

/**
 * Whether a severity is at least as grave as another.
 *
 * @returns True also where they are equal.
 */
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
    compare(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0) ||
    compare(left.id, right.id)
  );
}

/** By code units: `localeCompare` would load the collator. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Places that a line names. */
const PLACES_SHOWN = 3;

/**
 * What the agent is asked not to do, by kind. The other kinds are only listed by the command: the
 * agent reads rules and deny rules anyway, and hooks concern the user.
 */
const FORBIDDEN: Partial<Record<Category, string>> = {
  hardcoded_path:
    "Do not add absolute paths of one user's machine, or rely on those that are there",
  rigid_structure: "Do not tie the code more to fixed folders of the project",
  owned_path: "Do not change what belongs to owners in CODEOWNERS",
  generated_file: "Do not edit generated files by hand; change what they are generated from",
};

/**
 * Makes the lines for the prompt, from findings of severity critical or high.
 *
 * @returns Lines in a fixed order, the most severe kind first; the same for the same findings.
 *
 * @example One path of a user's machine
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const finding = { id: "a", file: "a.py", line: 1, text: "", description: "", advice: "" };
 * const lines = promptLinesOf([{ ...finding, category: "hardcoded_path", severity: "high" }]);
 * assertEquals(lines[0]?.endsWith("those that are there (1 found: a.py:1)"), true);
 * ```
 */
export function promptLinesOf(findings: readonly ConstraintFinding[]): string[] {
  const severe = sortFindings(findings).filter(({ severity }) => isAtLeast(severity, "high"));
  return [...Map.groupBy(severe, ({ category }) => category)].flatMap(([category, group]) => {
    const line = FORBIDDEN[category];
    return line === undefined ? [] : [`${line} (${describePlaces(group)})`];
  });
}

function describePlaces(findings: readonly ConstraintFinding[]): string {
  const places = [
    ...new Set(findings.map(({ file, line }) => line === null ? file : `${file}:${line}`)),
  ].map((place) => place ?? "the project");
  const more = places.length > PLACES_SHOWN ? `, … in ${places.length} places` : "";
  return `${findings.length} found: ${places.slice(0, PLACES_SHOWN).join(", ")}${more}`;
}
