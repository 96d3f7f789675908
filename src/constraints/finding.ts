/**
 * What the scanner finds in a project.
 *
 * @module
 */

/** How much a finding matters, the most severe first (the predecessor's four). */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** How much a finding matters. */
export type Severity = (typeof SEVERITIES)[number];

/** What kind of thing was found; the first four are the predecessor's. */
export type Category = keyof typeof CATEGORIES;

/** The kinds, and what each is. */
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

/** One thing that was found. */
export interface Finding {
  /** The same in every scan, as long as file and text stay (§ acknowledge); `hardcoded-3f2a91c0`. */
  readonly id: string;
  readonly category: Category;
  readonly severity: Severity;
  /** The file: from the project's root, or absolute outside of it; null where there is none. */
  readonly file: string | null;
  /** Counted from 1; null where the whole file, or none, is meant. */
  readonly line: number | null;
  /** What was found, one line. */
  readonly text: string;
  /** What it is, without final period: `Current user's home path in src/a.py:12`. */
  readonly description: string;
  /** What to do about it. */
  readonly advice: string;
}

/**
 * Whether a value, from a file of ours, is a finding.
 *
 * @param value any value
 * @returns false for everything that another program, or an accident, made of it
 */
export function isFinding(value: unknown): value is Finding {
  if (typeof value !== "object" || value === null) return false;
  const finding = value as Partial<Record<keyof Finding, unknown>>;
  const { id, category, severity, file, line, text, description, advice } = finding;
  return typeof id === "string" && Object.hasOwn(CATEGORIES, String(category)) &&
    SEVERITIES.some((name) => name === severity) &&
    (file === null || typeof file === "string") && (line === null || typeof line === "number") &&
    typeof text === "string" && typeof description === "string" && typeof advice === "string";
}

/**
 * Whether a severity is at least as grave as another.
 *
 * @param severity the one
 * @param least the other
 * @returns true also where they are equal
 */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/**
 * Sorts findings: the most severe first, then by file and line.
 *
 * @param findings the findings, in any order
 * @returns a new list; the same for the same findings
 */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((left, right) =>
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    compare(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0) ||
    compare(left.id, right.id)
  );
}

/**
 * Counts findings by severity.
 *
 * @param findings the findings
 * @returns a count for each of the four
 */
export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** By code units: `localeCompare` would load the collator. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
