/**
 * From matches to findings: ids that stay the same when lines move.
 *
 * @module
 */
import { hash32 } from "../store/files/file_name.ts";
import type { Category, Finding } from "./finding.ts";

/** The beginning of an id, by kind; the first four are the predecessor's. */
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

/** Letters of what was found that are kept. */
const TEXT_CHARACTERS = 160;

/** A finding before it has an id. */
export type Draft = Omit<Finding, "id">;

/**
 * Gives each finding its id: from kind, file and text, not from the line, so that it is the same when
 * something is written above it. The second of two same texts in a file has another id.
 *
 * @param drafts the findings of one file, in the order of its lines
 * @returns the findings
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

/** Where a match stands: counts lines once, however many matches ask. */
export class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of an offset, counted from 1; offsets must not go back. */
  lineOf(offset: number): number {
    for (;;) {
      const next = this.#text.indexOf("\n", this.#at);
      if (next < 0 || next >= offset) return this.#line;
      this.#at = next + 1;
      this.#line++;
    }
  }
}
