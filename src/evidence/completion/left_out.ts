/** What of a plan is not done when its task is complete, for the sentence at the end. */
import { chainOf, type Document } from "../../focus/items/document.ts";
import type { LeftOut } from "../../loop/facts.ts";
import { showText } from "../../text/show_text.ts";

const HEADING_CHARACTERS = 60;
const ENTRY_CHARACTERS = 80;

/**
 * Describes what a plan leaves out: open items that completion does not wait for, by the heading that
 * says so, and items that were skipped.
 *
 * @param documents The plan, and the design spec that is judged with it.
 * @param remaining Work without boxes that the agent was asked about.
 */
export function describeLeftOut(
  documents: readonly Document[],
  remaining: readonly string[] = [],
): LeftOut {
  const aside = documents.flatMap((document) =>
    document.items.filter(({ optional, state }) => optional && state === "open")
      .map(({ line }) => nameAside(document, line))
  );
  const skipped = documents.flatMap(({ items }) => items)
    .filter(({ optional, state }) => !optional && state === "skipped").length;
  const byHeading = Map.groupBy(aside, (heading) => heading);
  const [first, ...more] = remaining;
  return {
    items: aside.length + skipped,
    parts: [
      ...[...byHeading].map(([heading, { length }]) =>
        heading === null
          ? `${length} optional left open`
          : `${length} under "${showText(heading, HEADING_CHARACTERS)}" left open`
      ),
      ...skipped > 0 ? [`${skipped} skipped`] : [],
      ...first === undefined ? [] : [
        `left without a box: "${showText(first, ENTRY_CHARACTERS)}"` +
        (more.length > 0 ? ` and ${more.length} more` : ""),
      ],
    ],
  };
}

/** The heading that sets an item aside; null where the item does so itself. */
function nameAside({ headings }: Document, line: number): string | null {
  const section = headings.findLast((heading) => heading.line < line) ?? null;
  return [...chainOf(section)].filter(({ optional }) => optional).at(-1)?.text ?? null;
}
