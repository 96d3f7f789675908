/**
 * Sections with the same numbering are of the same kind: if some keep their steps in boxes, the others are
 * steps, too. `### Task 2: …` with text below it is open work next to a ticked `### Task 1: …`.
 */
import type { Document, Heading, TaskState } from "./document.ts";
import { readState, readStateSign } from "./state.ts";

/** "Phase 2", "Task B", "3.1 Draw", "第2阶段": the text before the number names the kind. */
const NUMBERED =
  /^[^\p{L}\p{N}]*(\p{L}{0,20}|(?:\p{L}{1,20}\s+){1,2})[#№]?(?:\d{1,9}(?:\.\d{1,9})*|(?<=\s)(?:[A-Z]|[IVX]{1,6}))(?=\P{Ll}|$)/u;
/** A state that ends a heading: "Draw (done)", "Draw – dropped". */
const AT_END = /(?:[([]([^()[\]]{1,60})[)\]]|\s[-–—:]\s*([^-–—:]{1,60}))\W*$/;
const STATUS = /^\W*(?:status|state)\W+/i;

/** Names the numbering that a heading belongs to, without the number; null for a heading without a number. */
export function seriesOf({ text }: Pick<Heading, "text">): string | null {
  return NUMBERED.exec(text)?.[1]?.trim().toLowerCase() ?? null;
}

/** Finds the sections without boxes whose siblings of the same numbering have boxes, and their states. */
export function findBareSiblings(
  { headings, paragraphs }: Pick<Document, "headings" | "paragraphs">,
): { readonly heading: Heading; readonly state: TaskState }[] {
  const numbered = headings.flatMap((heading) => {
    const series = heading.isTitle ? null : seriesOf(heading);
    return series === null ? [] : [{ heading, series, key: `${heading.depth} ${series}` }];
  });
  const families = Map.groupBy(numbered, ({ heading }) => heading.parent).values();
  const bare = families.flatMap((family) => Map.groupBy(family, ({ key }) => key).values())
    .flatMap((siblings) =>
      findBare(siblings.map(({ heading }) => heading), siblings[0]!.series !== "")
    ).toArray();
  const stated = new Map<Heading, TaskState>();
  for (const { section, source } of paragraphs) {
    const state = section === null || stated.has(section) ? null : readStatus(source);
    if (state !== null) stated.set(section!, state);
  }
  return bare.map((heading) => ({
    heading,
    state: readHeadingState(heading) ?? stated.get(heading) ?? "open",
  }));
}

/**
 * Finds the siblings without boxes that are steps. One sibling with boxes is enough evidence if their
 * numbering is named. Otherwise most must have boxes, since any chapter may have only a number.
 *
 * @param isNamed True if a word precedes the number.
 */
function findBare(siblings: readonly Heading[], isNamed: boolean): Heading[] {
  const bare = siblings.filter(({ hasBoxesWithin, optional }) => !hasBoxesWithin && !optional);
  const boxed = siblings.filter(({ hasBoxesWithin, optional }) => hasBoxesWithin && !optional);
  return boxed.length > (isNamed ? 0 : bare.length) ? bare : [];
}

function readHeadingState({ text }: Heading): TaskState | null {
  return readStateSign(text) ?? readStateAtEnd(text);
}

/** Reads the state that ends a heading, in brackets or after a dash. */
export function readStateAtEnd(text: string): TaskState | null {
  const [, inBrackets, behindDash] = AT_END.exec(text) ?? [];
  const words = inBrackets ?? behindDash;
  return words === undefined ? null : readState(words);
}

/**
 * Reads a paragraph that contains only the state of its section: "Status: done", "Skipped (nobody prints)."
 */
function readStatus(source: string): TaskState | null {
  const line = source.split("\n", 1)[0]!;
  const words = line.replace(STATUS, "");
  const isLabelled = words !== line;
  return isLabelled || words.length <= 60 ? readState(words) : null;
}
