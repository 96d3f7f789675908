/** Opportunities: things that could be worked on next. */
import { hash32 } from "../store/files/file_name.ts";
import {
  amount,
  choice,
  count,
  list,
  nullable,
  object,
  readOr,
  type ShapeOf,
  text,
} from "../store/records/shape.ts";
import { oneLine } from "../text/shorten.ts";

interface CheckSpec {
  /** A heading for a list of what it finds. */
  readonly title: string;
  /** Relative worth of an opportunity that it finds, from 0.4 to 3. */
  readonly impact: number;
  /** The kind of busywork that it is; null if it is not busywork. */
  readonly busywork: "todo" | "git" | null;
  /** Lower-case words that mean it in guidance. */
  readonly words: readonly string[];
}

/** The checks by name. Broken links and READMEs are not busywork: they mislead the next reader. */
export const CHECKS = {
  "project-task": {
    title: "Configured tasks that fail",
    impact: 3,
    busywork: null,
    words: ["project task", "failing task", "failing test", "failing check"],
  },
  "adr-without-implementation": {
    title: "Accepted decisions that are not implemented",
    impact: 1.5,
    busywork: null,
    words: ["adr", "adrs", "decision record", "decision records"],
  },
  "doc-feature-gap": {
    title: "Documents that name what does not exist",
    impact: 1.2,
    busywork: null,
    words: ["doc gap", "doc gaps", "documentation", "docs"],
  },
  "broken-link": {
    title: "Broken links in documents",
    impact: 1,
    busywork: null,
    words: ["broken link", "broken links", "dead link", "dead links"],
  },
  "uncommitted-changes": {
    title: "Changes that are not committed",
    impact: 0.8,
    busywork: "git",
    words: ["uncommitted", "uncommitted changes", "working tree"],
  },
  "missing-readme": {
    title: "Folders of source without README",
    impact: 0.6,
    busywork: null,
    words: ["readme", "readmes"],
  },
  "todo-density": {
    title: "Files with many TODO remarks",
    impact: 0.4,
    busywork: "todo",
    words: ["todo", "todos", "fixme", "fixmes"],
  },
} as const satisfies Record<string, CheckSpec>;

/** The name of a check. */
export type CheckName = keyof typeof CHECKS;

const OpportunityShape = object({
  check: choice(...Object.keys(CHECKS) as CheckName[]),
  /** Stays the same across scans: does not depend on lines and counts. */
  id: text,
  /** From the project's root; null if no single file is meant. */
  file: nullable(text),
  line: nullable(count),
  /** A description with its place, one line, without final period. */
  text,
  /** Its impact before experience is taken into account; above 0. */
  score: amount,
});

/** Something that could be worked on. */
export type Opportunity = Readonly<ShapeOf<typeof OpportunityShape>>;

/** Reads the opportunities of a scan; null if one of them is not valid: then the scan is not used. */
export function readOpportunities(values: readonly unknown[]): readonly Opportunity[] | null {
  return readOr(list(OpportunityShape), values, null);
}

interface OpportunityParts {
  /** Identifies it among the opportunities of its check; its id is derived from this. */
  readonly key: string;
  readonly text: string;
  readonly file?: string | null;
  readonly line?: number | null;
  /** Multiplies the check's impact. Default: 1. */
  readonly weight?: number;
}

/**
 * Makes an opportunity.
 *
 * @returns The opportunity; its text is one line, short enough for a prompt.
 */
export function makeOpportunity(check: CheckName, parts: OpportunityParts): Opportunity {
  const { key, text: long, file = null, line = null, weight = 1 } = parts;
  const id = `${check}-${hash32(`${check}\0${key}`)}`;
  return { check, id, file, line, text: oneLine(long), score: CHECKS[check].impact * weight };
}

/**
 * Compares two opportunities, so that the most valuable comes first.
 *
 * @returns Below 0 if the left comes first; equal scores are ordered by the ids' code units
 * (docs/start-up.md).
 */
export function compareByScore(left: Opportunity, right: Opportunity): number {
  return right.score - left.score || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}
