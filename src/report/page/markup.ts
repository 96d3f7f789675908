/** HTML whose texts are escaped. Pure. */
import { makeVisible } from "../../text/show_text.ts";

/** HTML that may go into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template takes; null and false are left out. */
export type MarkupPart = Markup | string | number | null | false | readonly MarkupPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Makes HTML from a template. Texts are escaped, also inside of quoted attributes, and invisible
 * characters in them become visible.
 */
export function markup(texts: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(
    texts.map((text, at) => text + (at < parts.length ? render(parts[at]!) : ""))
      .join(""),
  );
}

/** Makes a section of the page with its heading. */
export function section(id: string, title: string, content: MarkupPart): Markup {
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>`;
}

function render(part: MarkupPart): string {
  if (part === null || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return makeVisible(String(part)).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
