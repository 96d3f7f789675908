/** The check `broken-link`: finds links to files that do not exist. Anchors are not checked. */
import { folderOf, IgnoredPaths } from "../tree/walk_files.ts";
import { makeOpportunity, type Opportunity } from "../opportunity.ts";
import { isReadme, isTestData } from "../path_kind.ts";
import type { TreeView } from "./tree_view.ts";

/** Extensions of files from which a static site generator makes a page: `guide` from `guide.md`. */
const PAGE_ENDS = [".md", ".mdx", ".markdown", "/index.md", "/README.md", "/index.mdx"];

/**
 * Finds links in documents whose target does not exist.
 *
 * @returns An opportunity for each broken target in each document.
 */
export async function findBrokenLinks(view: TreeView): Promise<Opportunity[]> {
  const opportunities: Opportunity[] = [];
  const ignored = new IgnoredPaths(view.project);
  for (const [file, { links = [] }] of view.withFacts) {
    if (isTestData(file)) continue;
    const seen = new Set<string>();
    for (const [line, target] of links) {
      if (seen.has(target)) continue;
      seen.add(target);
      const fault = faultOf(view, file, target);
      if (fault === null) continue;
      // An ignored file may be a result of the build.
      if (await ignored.has(fault.path)) continue;
      opportunities.push(makeOpportunity("broken-link", {
        key: `${file}\0${target}`,
        file,
        line,
        text: `Broken link in ${file}:${line}: \`${target}\`: ${fault.why}`,
        weight: weightOf(file),
      }));
    }
  }
  return opportunities;
}

/** The reason that a link is broken, and the missing file. */
interface Fault {
  readonly why: string;
  readonly path: string;
}

function weightOf(file: string): number {
  if (/^readme\.\w+$/i.test(file)) return 1.3;
  return /(?:^|\/)(?:changelog|changes|history|news)\b[^/]*$/i.test(file) ? 0.5 : 1;
}

function faultOf(view: TreeView, file: string, target: string): Fault | null {
  const named = target.replace(/#.*$/, "");
  const paths = named === "" ? [] : pathsOf(file, named);
  // Links out of the project are not checked.
  if (paths.length === 0) return null;
  const pages = [...paths, ...sitePathsOf(file, named)];
  const isThere = paths.some((path) => view.has(path)) ||
    pages.some((path) => PAGE_ENDS.some((end) => view.has(path + end)));
  return isThere ? null : faultOfPath(view, paths[0] ?? named, named);
}

function faultOfPath(view: TreeView, path: string, named: string): Fault | null {
  if (named.includes("://")) return { why: "it is neither an address nor a path", path };
  // `/` is the repository's root on GitHub, the site's root elsewhere.
  if (named.startsWith("/")) {
    const [top = "", ...below] = path.split("/");
    if (below.length === 0 || !view.hasFolder(top) || !/\.\w+$/.test(path)) return null;
  }
  // The file may be in another folder, or differ in case.
  const alike = view.named(path.slice(path.lastIndexOf("/") + 1));
  const hint = alike.length === 1 ? ` (there is ${alike[0]})` : "";
  return { why: `${path} does not exist${hint}`, path };
}

/** Lists the paths of the project that a target may mean; empty if all lead out of the project. */
function pathsOf(file: string, named: string): string[] {
  const plain = named.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&");
  const decoded = decode(plain);
  const ways = [plain, decoded, plain.replace(/\?.*$/, ""), decode(plain.replace(/\?.*$/, ""))];
  const paths = ways.map((way) => resolve(file, way)).filter((path) => path !== null);
  const pages = paths.flatMap((path) =>
    path.endsWith(".html")
      ? [path.replace(/\.html$/, ".md"), path.replace(/index\.html$/, "README.md")]
      : []
  );
  return [...new Set([resolve(file, decoded), ...paths, ...pages])].filter((path) => path !== null);
}

/** Resolves a link between pages of a site, which serves `guide.md` as `guide/`, one folder deeper. */
function sitePathsOf(file: string, named: string): string[] {
  if (!named.startsWith("../") || /\.\w+$/.test(named) || isReadme(file)) return [];
  const path = resolve(file.replace(/\.\w+$/, "/"), decode(named));
  return path === null ? [] : [path];
}

function resolve(file: string, way: string): string | null {
  const from = way.startsWith("/") ? [] : folderOf(file).split("/");
  const parts: string[] = [];
  for (const part of [...from, ...way.split("/")]) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
