/** The lines of a page without its intentionally hidden parts: closed code blocks, comments and scripts. */
import type { Extent, Page } from "../markdown/read_page.ts";

/**
 * Blanks the parts that a page hides intentionally. A part without an end hides nothing, since it would
 * hide the rest of the page by mistake.
 *
 * @returns As many lines as the page has.
 */
export function showLines(
  lines: readonly string[],
  { fences, html }: Pick<Page, "fences" | "html">,
): string[] {
  const shown = [...lines];
  for (const { start, end, isClosed } of fences) if (isClosed) shown.fill("", start, end);
  for (const extent of html) if (extent.isClosed) hide(shown, extent);
  return shown.map(withoutComments);
}

function hide(shown: string[], { start, end }: Extent): void {
  const last = end - 1;
  if (!shown[start]!.includes("<!--")) {
    shown.fill("", start, end);
    return;
  }
  const closing = shown[last]!.indexOf("-->");
  // An opening within a comment shows that the outer comment has no end.
  if (shown[last]!.lastIndexOf("<!--", closing) !== -1) return;
  let opening = last - 1;
  while (!shown[opening]!.includes("<!--")) opening--;
  shown[opening] = shown[opening]!.slice(0, shown[opening]!.lastIndexOf("<!--"));
  shown.fill("", opening + 1, last);
  shown[last] = shown[last]!.slice(closing + "-->".length);
}

/** Removes the comments that end on their line. */
function withoutComments(line: string): string {
  let rest = line;
  let kept = "";
  for (;;) {
    const start = rest.indexOf("<!--");
    const end = start === -1 ? -1 : rest.indexOf("-->", start);
    if (end === -1) return kept + rest;
    kept += rest.slice(0, start);
    rest = rest.slice(end + "-->".length);
  }
}
