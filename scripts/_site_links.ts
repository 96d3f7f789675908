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

/** Makes the images of a page, which GitHub needs as HTML, those of the site, if HTML is text. */
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

/** Capitalizes a text, but keeps the program's name in lower case. */
function capitalize(text: string): string {
  return text.startsWith("ralph") ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/** Returns the anchor of a heading, as GitHub makes it. The site's generator runs this text too. */
export function slugify(heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
}

/**
 * Finds relative links of pages that lead to no file, or to no heading of a page.
 *
 * @param pages The pages' texts by their paths in the repository.
 * @param isFile Whether the repository has a file or folder.
 */
export function findLostLinks(
  pages: ReadonlyMap<string, string>,
  isFile: (path: string) => boolean,
): string[] {
  return [...pages].flatMap(([path, text]) =>
    listAddresses(text).filter((address) => {
      const [file = "", anchor] = address.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      if (target.startsWith("..") || !isFile(target)) return true;
      return anchor !== undefined && !listAnchors(pages.get(target) ?? "").has(anchor);
    }).map((address) => `${path}: ${address}`)
  );
}

function listAddresses(text: string): string[] {
  const prose = withoutFences(text).replaceAll(/`[^`\n]*`/g, "");
  return [
    ...[...prose.matchAll(LINK)].map(([, , address = ""]) => address),
    ...[...prose.matchAll(/ (?:src|href)="([^"]*)"|^\[[^\]]+\]: (\S+)/gm)]
      .map(([, html, reference]) => html ?? reference ?? ""),
  ].filter((address) => !/^\w+:/.test(address));
}

function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutFences(text).matchAll(/^#{1,6} (.*)$/gm)) {
    const slug = slugify(heading.replaceAll(LINK, "$1"));
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number++) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, "");
}
