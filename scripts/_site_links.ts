/**
 * The links of the web site: from those of the pages as GitHub shows them. Pure.
 *
 * @module
 */
import { dirname, join, relative } from "@std/path";

/** A page, and what it links to. */
export interface LinkContext {
  /** Its path in the repository. */
  readonly path: string;
  /** Its path in the site. */
  readonly page: string;
  /** Whether a file of the repository is a page. */
  readonly isPage: (path: string) => boolean;
  /** Where pages are that have another path in the site. */
  readonly moved: Readonly<Record<string, string>>;
  /** Address of the repository, where files that are no pages can be read; null for nowhere. */
  readonly repository: string | null;
}

/** A group of pages in the sidebar. */
export interface SidebarGroup {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

const LINK = /\[((?:[^\][]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;

/** Makes the links of a page those of the site; what is no page is a link to the repository, or its text. */
export function rewriteLinks(text: string, context: LinkContext): string {
  const { path, page, isPage, moved, repository } = context;
  return text.replace(LINK, (link: string, label: string, address: string) => {
    if (/^(?:\w+:|#)/.test(address)) return link;
    const [file = "", anchor] = address.split("#");
    const target = join(dirname(path), file);
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (isPage(target)) {
      const from = relative(dirname(page), moved[target] ?? target);
      return `[${label}](${from.startsWith(".") ? from : `./${from}`}${hash})`;
    }
    return repository === null ? label : `[${label}](${repository}/blob/HEAD/${target}${hash})`;
  });
}

/** Makes the images of a page, which GitHub needs as HTML, those of the site, where HTML is text. */
export function rewriteImages(text: string, path: string): string {
  return text.replace(
    /^<img src="([^"]+)" [^>]*?alt="([^"]*)">$/gm,
    (_image, file: string, alt: string) => `![${alt}](/${join(dirname(path), file)})`,
  );
}

/**
 * Makes the sidebar from the table of all pages, whose rows are groups: links, then what they have in
 * common; and from the list of decisions.
 */
export function readSidebar(table: string, decisions: string): SidebarGroup[] {
  const groups = [...table.matchAll(/^\| (\[.*) \| (.*) \|$/gm)].map((
    [, cell = "", title = ""],
  ) => ({
    text: capitalize(title),
    items: readLinks(cell, "/docs/"),
  }));
  return [
    ...groups,
    { text: "Decisions", collapsed: true, items: readLinks(decisions, "/docs/decisions/") },
  ];
}

function readLinks(text: string, folder: string) {
  return [...text.matchAll(LINK)].filter(([, , address = ""]) => /^[^#:]+\.md$/.test(address)).map((
    [, label = "", address = ""],
  ) => ({
    text: capitalize(label),
    link: `${folder}${address.replace(/(?:README)?\.md$/, "")}`,
  }));
}

/** The name of the program is written small everywhere. */
function capitalize(text: string): string {
  return text.startsWith("ralph") ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/**
 * Finds links that lead to no place in a page; pages that do not exist are found by the generator.
 *
 * @param pages The site's pages as HTML, by path.
 * @param base The path at which the site is.
 */
export function findLostAnchors(pages: ReadonlyMap<string, string>, base: string): string[] {
  const lost: string[] = [];
  for (const [path, html] of pages) {
    for (const [, address = ""] of html.matchAll(/<a [^>]*?href="([^"]*#[^"]+)"/g)) {
      if (/^\w+:/.test(address)) continue;
      const [file = "", anchor = ""] = address.split("#");
      const target = file === "" ? path : pathOf(
        file.startsWith("/") ? file.slice(base.length) : join(dirname(path), file),
      );
      const id = decodeURIComponent(anchor);
      if (id !== "VPContent" && pages.get(target)?.includes(` id="${id}"`) !== true) {
        lost.push(`${path}: ${address}`);
      }
    }
  }
  return lost;
}

function pathOf(address: string): string {
  return address === "" || address === "." || address.endsWith("/")
    ? `${address}index.html`
    : `${address}.html`;
}
