/** The lines of a page without what it hides on purpose: code, comments and scripts with an end. */
import type { Extent, Page } from "../markdown/read_page.ts";

/**
 * Blanks what a page hides on purpose. What has lost its end hides nothing: nobody meant to hide the
 * rest of the page.
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
  // An opening within a comment tells that the one above has lost its end.
  if (shown[last]!.lastIndexOf("<!--", closing) !== -1) return;
  let opening = last - 1;
  while (!shown[opening]!.includes("<!--")) opening--;
  shown[opening] = shown[opening]!.slice(0, shown[opening]!.lastIndexOf("<!--"));
  shown.fill("", opening + 1, last);
  shown[last] = shown[last]!.slice(closing + "-->".length);
}

/** Cuts the comments that end on their line. */
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
