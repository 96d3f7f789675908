/** What the scanner finds in a project. Pure. */
import { hash32 } from "../../store/files/file_name.ts";

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

/** The first part of an id, by kind. */
const PREFIXES: Record<Category, string> = {
  hardcoded_path: "hardcoded",
  rigid_structure: "structure",
  global_hook: "hook",
  busywork: "busywork",
  project_rule: "rule",
  deny_rule: "deny",
  owned_path: "owned",
  generated_file: "generated",
};

/** Characters kept of the text that was found. */
const TEXT_CHARACTERS = 160;

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

/** A finding before it has an id. */
export type FindingDraft = Omit<ConstraintFinding, "id">;

/**
 * Gives each finding an id from its kind, file and text; the line does not count, since edits above it
 * change it. Equal texts in a file get different ids.
 *
 * @param drafts The findings of one file, in the order of its lines.
 */
export function withIds(drafts: readonly FindingDraft[]): ConstraintFinding[] {
  const counts = new Map<string, number>();
  return drafts.map((draft) => {
    const what = `${draft.category}\0${draft.file}\0${draft.text}`;
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    const text = draft.text.slice(0, TEXT_CHARACTERS).toWellFormed();
    return { id: `${PREFIXES[draft.category]}-${hash32(`${what}\0${count}`)}`, ...draft, text };
  });
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

/** Counts findings by severity; a severity without findings has 0. */
export function countBySeverity(findings: readonly ConstraintFinding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** By code units: `localeCompare` would load the collator. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Makes a function that gives the line of an offset, reading the text only once.
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
