/** Reads the focus file from the disk, whatever is in it. */
import { basename, dirname, join } from "../path/path.ts";
import { isBinary, readStart, statOf } from "./files.ts";
import type { Document } from "./items/document.ts";
import { MAX_FILE_BYTES, readMarkdown, unreadable } from "./items/read_document.ts";

/**
 * Reads a focus file.
 *
 * @returns The document; a file that is missing, binary or too large gives one that is not
 * `readable` and says why in `problems`.
 */
export async function readFocusFile(path: string): Promise<Document> {
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
  return await readMarkdown(bytes, path);
}

/**
 * Reads the design spec that belongs to an ADR: `docs/design/{stem}/spec.md` beside `docs/adr/`.
 *
 * @returns The spec, or null where the file is not an ADR or has no spec.
 */
export async function readDesignSpec(
  focusPath: string,
): Promise<Document | null> {
  const folder = dirname(focusPath);
  if (basename(folder).toLowerCase() !== "adr") return null;
  const stem = basename(focusPath).replace(/\.md$/i, "");
  const path = join(dirname(folder), "design", stem, "spec.md");
  return statOf(path)?.kind === "file" ? await readFocusFile(path) : null;
}
