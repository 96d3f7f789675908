/** What a scan makes of what it finds: ids, lines and counts. Pure. Not for hooks. */
import { hash32 } from "../../store/files/file_name.ts";
import type { Category, ConstraintFinding, Severity } from "./finding.ts";

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

/** Counts findings by severity; a severity without findings has 0. */
export function countBySeverity(findings: readonly ConstraintFinding[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
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
