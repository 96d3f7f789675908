/**
 * Draws the beginning of a page of `ralph report` as an SVG that shows it in light and dark. Pure.
 *
 * @module
 */

/** A window's size in pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a page.
 *
 * @param page The page of `ralph report`: one file that loads nothing.
 */
export function drawPage(page: string, title: string, { width, height }: PageSize): string {
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const [, body] = /<body>([\s\S]*?)<\/body>/.exec(page) ?? [];
  if (style === undefined || body === undefined) throw new Error("That is no page of a report");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${style}.frame{fill:var(--bg);stroke:var(--line)}</style>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<foreignObject x="1" y="1" width="${width - 2}" height="${
    height - 2
  }"><body xmlns="http://www.w3.org/1999/xhtml">${asXml(body)}</body></foreignObject>
</svg>
`;
}

/** Closes the elements that HTML does not close. */
function asXml(html: string): string {
  return html.replace(/<(br|hr|img|meta)\b([^>]*?)\/?>/g, "<$1$2/>");
}
