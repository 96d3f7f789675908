/**
 * What the scanner finds in a project. Pure.
 *
 * @module
 */
import { hash32 } from "../store/files/file_name.ts";

/** How much a finding matters, the most severe first. */
export const SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** How much a finding matters. */
export type Severity = (typeof SEVERITIES)[number];

/** What kind of thing was found. */
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

/** The beginning of an id, by kind. */
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

/** Characters of what was found that are kept. */
const TEXT_CHARACTERS = 160;

/** One thing that was found. */
export interface Finding {
  /** The same in every scan, as long as file and text stay; `hardcoded-3f2a91c0`. */
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

/** A finding before it has an id. */
export type Draft = Omit<Finding, "id">;

/**
 * Gives each finding its id: from kind, file and text, not from the line, so that it is the same when
 * something is written above it. The second of two same texts in a file has another id.
 *
 * @param drafts The findings of one file, in the order of its lines.
 * @returns The findings.
 */
export function withIds(drafts: readonly Draft[]): Finding[] {
  const counts = new Map<string, number>();
  return drafts.map((draft) => {
    const what = `${draft.category}\0${draft.file}\0${draft.text}`;
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    const text = draft.text.slice(0, TEXT_CHARACTERS).toWellFormed();
    return { id: `${PREFIXES[draft.category]}-${hash32(`${what}\0${count}`)}`, ...draft, text };
  });
}

/**
 * Whether a value, from a file of ours, is a finding.
 *
 * @param value Any value.
 * @returns False for everything that another program, or an accident, made of it
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
 * @param severity The severity in question.
 * @param least The other.
 * @returns True also where they are equal.
 *
 * @example Of two severities
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals([isAtLeast("high", "medium"), isAtLeast("low", "medium")], [true, false]);
 * ```
 */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

/**
 * Sorts findings: the most severe first, then by file and line.
 *
 * @param findings The findings, in any order.
 * @returns A new list; the same for the same findings.
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
 * @param findings The findings.
 * @returns A count for each of the four.
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

/**
 * Makes a counter of lines, which counts once, however many matches ask.
 *
 * @param text The whole text.
 * @returns The line of an offset, counted from 1; offsets must not go back.
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
