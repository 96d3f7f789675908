/** Reads a Markdown file and its items. */
import { splitLines } from "../markdown/line.ts";
import { readPage } from "../markdown/read_page.ts";
import { basename, dirname, join } from "../../system/path.ts";
import { decodeText, isBinary, readStart, statOf } from "../files.ts";
import { assemble } from "./assemble.ts";
import type { Document } from "./document.ts";
import { findUnreadItems } from "./find_unread.ts";
import { findOutsideWork } from "./outside_work.ts";

/** In bytes. Larger files are not read. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
/** A file with more items is not judged. */
const MAX_ITEMS = 100_000;
/** Kiro and spec-workflow write `[-]` for the task that is in progress. */
const isSpecTasks = (path: string) =>
  path.endsWith("tasks.md") &&
  /[/\\]\.(?:kiro|spec-workflow)[/\\]specs[/\\][^/\\]+[/\\]tasks\.md$/.test(path);

/**
 * Reads a Markdown file.
 *
 * @param content The file's bytes, or its text.
 * @param path The file's path: some tools use their own boxes.
 * @returns The document. Beyond the limits, it is not `readable` and has the reason in `problems`.
 */
export function readMarkdown(content: string | Uint8Array, path = ""): Document {
  if (content.length > MAX_FILE_BYTES) {
    return unreadable(`The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
  }
  const decoded = typeof content === "string"
    ? { text: content.replace(/^\ufeff/, ""), problem: null }
    : decodeText(content);
  const lines = splitLines(decoded.text);

  const page = readPage(lines);
  const assembled = assemble(page.blocks, lines, { isDashOpen: isSpecTasks(path) });
  if (assembled.items.length > MAX_ITEMS) {
    return unreadable(`The file has more than ${MAX_ITEMS} items`);
  }
  const problems = decoded.problem === null ? [] : [decoded.problem];
  const { frontMatter } = page;
  const binding = assembled.items.filter(({ optional }) => !optional);
  const looksDone = binding.some(({ state }) => state === "done") &&
    binding.every(({ state }) => state !== "open");
  const unread = findUnreadItems(lines, page, assembled);
  const outside = looksDone ? findOutsideWork(lines, page.contexts, { ...assembled, unread }) : [];
  return { frontMatter, ...assembled, unread, outside, readable: true, problems };
}

/** Makes the document of a file that cannot be read. */
export function unreadable(problem: string): Document {
  return {
    frontMatter: [],
    items: [],
    headings: [],
    paragraphs: [],
    legend: [],
    unread: [],
    outside: [],
    readable: false,
    problems: [problem],
  };
}

/**
 * Reads a focus file.
 *
 * @returns The document. For a missing, binary or too large file, it is not `readable` and has the reason
 * in `problems`.
 */
export function readFocusFile(path: string): Document {
  const stat = statOf(path);
  if (!stat) return unreadable(`There is no file "${path}"`);
  if (stat.kind !== "file") {
    return unreadable(
      `"${path}" is ${stat.kind === "folder" ? "a folder" : "a device"}, not a file`,
    );
  }
  const bytes = readStart(path, MAX_FILE_BYTES + 1);
  if (!bytes) return unreadable(`The file "${path}" cannot be read`);
  if (isBinary(bytes)) return unreadable(`The file "${path}" is not text in UTF-8`);
  return readMarkdown(bytes, path);
}

/**
 * Reads the design spec that belongs to an ADR: `docs/design/{stem}/spec.md`, next to `docs/adr/`.
 *
 * @returns The spec, or null if the file is not an ADR or has no spec.
 */
export function readDesignSpec(focusPath: string): Document | null {
  const folder = dirname(focusPath);
  if (basename(folder).toLowerCase() !== "adr") return null;
  const stem = basename(focusPath).replace(/\.md$/i, "");
  const path = join(dirname(folder), "design", stem, "spec.md");
  return statOf(path)?.kind === "file" ? readFocusFile(path) : null;
}
