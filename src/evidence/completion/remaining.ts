/**
 * Work that a plan names without boxes. After all boxes are ticked, it may still be part of the task, so
 * the agent is asked before the plan counts as complete.
 */
import { chainOf, type Document, type Paragraph } from "../../plan/items/document.ts";
import { isForPerson } from "../../plan/items/marks.ts";
import { EMPTY_BOX, readState } from "../../plan/items/state.ts";
import {
  findAnnounced,
  findLabelled,
  findLeftHeading,
  isSettledEntry,
  isSettledStatus,
} from "./left.ts";
import { findSteps } from "../../plan/items/steps.ts";
import type { LeftOut } from "../../loop/facts.ts";
import { toPlainText } from "../../plan/markdown/inline.ts";
import { showText } from "../../text/show_text.ts";

/** Lines that begin with a sign or word for open work, in lists and in prose. */
const OPEN_ENTRY = lineWith(/[⏳⌛🚧🔄🔜]|(?:TODO|WIP)\b/u);
const OPEN_LINE = lineWith(/⏳/u);
/** In characters. A longer line is more than the name of a state. */
const MAX_STATE_LENGTH = 25;

/** Finds work without a box in a document without open items. */
export function findRemaining(document: Document) {
  const { items, paragraphs } = document;
  const announced = findAnnounced(paragraphs);
  const settled = new Set(
    paragraphs.filter(({ source }) => isSettledStatus(source)).map(({ section }) => section),
  );
  const plain = paragraphs.filter((paragraph) => {
    if (paragraph.optional || !paragraph.isItem || isSettledEntry(paragraph.source)) return false;
    if (paragraph.followsTicked || announced.has(paragraph)) return true;
    const { section } = paragraph;
    if (paragraph.depth > 0 || section === null || section.hasBoxes) return false;
    if (settled.has(section)) return false;
    const left = findLeftHeading(section);
    // A nested list after such a line has the details of one part.
    return left !== null && (left === section || paragraph.announcement === null);
  });
  const named = new Set(
    plain.flatMap(({ section }) => [...chainOf(section)].map(({ line }) => line)),
  );
  const steps = findSteps(document)
    .filter(({ state, line }) => state === "open" && !named.has(line));
  const binding = paragraphs.filter(({ optional, section }) =>
    !optional && (section === null || !settled.has(section))
  );
  const signed = [
    ...binding.flatMap(findLabelled),
    ...binding.flatMap(findOpenLines),
    ...items.filter(({ optional }) => !optional).flatMap(({ source, line }) =>
      findOpenLines({ source, line, isItem: false })
    ),
  ];
  const work = [
    ...plain.map(({ source, line }) => ({ text: source.split("\n", 1)[0]!, source, line })),
    ...signed.map(({ text, line }) => ({ text, source: text, line })),
    ...steps,
    ...document.outside.map(({ text, line }) => ({ text, source: text, line })),
  ].sort((left, right) => left.line - right.line);
  const byLine = new Map(work.map((piece) => [piece.line, piece]));
  return [...byLine.values()].map(({ text, source }) => ({ text: toPlainText(text), source }))
    .filter(({ text }) => text !== "");
}

/** Finds the lines of a paragraph that begin with a sign of open work and do more than explain the sign. */
function findOpenLines(
  { source, line, isItem }: Pick<Paragraph, "source" | "line" | "isItem">,
): { text: string; line: number }[] {
  return [...source.matchAll(isItem ? OPEN_ENTRY : OPEN_LINE)]
    .filter(({ 1: words = "" }) =>
      words.length > MAX_STATE_LENGTH || words.includes(":") || readState(words) === null
    )
    .map(({ 0: text, index }) => ({
      text,
      line: line + source.slice(0, index).split("\n").length - 1,
    }));
}

const HEADING_CHARACTERS = 60;
const ENTRY_CHARACTERS = 80;

/**
 * Describes the work that a plan leaves out: open items that completion does not wait for, by the heading
 * that says so, and skipped items.
 *
 * @param documents The plan, and the design spec that is judged with it.
 * @param remaining Work without boxes that the agent was asked about.
 */
export function describeLeftOut(
  documents: readonly Document[],
  remaining: readonly string[] = [],
): LeftOut {
  const aside = documents.flatMap((document) =>
    document.items.filter(({ forPerson, optional, state }) =>
      optional && !forPerson && state === "open"
    )
      .map(({ line }) => nameAside(document, line))
  );
  const skipped = documents.flatMap(({ items }) => items)
    .filter(({ optional, state }) => !optional && state === "skipped").length;
  const yours = documents.flatMap(listYours);
  const byHeading = Map.groupBy(aside, (heading) => heading);
  const [first, ...more] = remaining;
  return {
    items: aside.length + skipped + yours.length,
    parts: [
      ...[...byHeading].map(([heading, { length }]) =>
        heading === null
          ? `${length} optional left open`
          : `${length} under "${showText(heading, HEADING_CHARACTERS)}" left open`
      ),
      ...skipped > 0 ? [`${skipped} skipped`] : [],
      ...yours.length > 0 ? [`left for you: ${nameYours(yours)}`] : [],
      ...first === undefined ? [] : [
        `left without a box: "${showText(first, ENTRY_CHARACTERS)}"` +
        (more.length > 0 ? ` and ${more.length} more` : ""),
      ],
    ],
  };
}

/** Lists the open items that only a person can do, before the items that belong to them or wait for them. */
export function listYours({ items }: Pick<Document, "items">): string[] {
  const yours = items.filter(({ forPerson, state }) => forPerson && state === "open")
    .map(({ text }) => text);
  return [...yours.filter(isForPerson), ...yours.filter((text) => !isForPerson(text))];
}

/** Names the items that only a person can do: the first one, and the number of the others. */
export function nameYours([first = "", ...more]: readonly string[]): string {
  const named = `"${showText(first, ENTRY_CHARACTERS)}"`;
  return more.length > 0 ? `${named} and ${more.length} more` : named;
}

/** Returns the heading that sets an item aside; null if the item itself does. */
function nameAside({ headings }: Document, line: number): string | null {
  const section = headings.findLast((heading) => heading.line < line) ?? null;
  return [...chainOf(section)].filter(({ optional }) => optional).at(-1)?.text ?? null;
}

/** Matches each line that begins with an empty box or another sign, and captures the rest. */
function lineWith(sign: RegExp): RegExp {
  return new RegExp(`^[ \\t]*(?:${EMPTY_BOX.source}|${sign.source})(.*\\S)`, "gmu");
}
