/**
 * Rigid structure: folders that a project's files name outright (the predecessor's list, and the
 * user's own). Pure.
 *
 * @module
 */
import { type Draft, SEVERITIES, type Severity } from "./finding.ts";
import { LineCounter } from "./line_counter.ts";

/** A folder that should not be named in code or configuration. */
export interface FixedFolder {
  readonly severity: Severity;
  /** With `/` at its end. */
  readonly path: string;
}

/** Documentation names folders as it should. */
const DOCUMENTS = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)\.gitignore$/i;
const MOST_IN_A_FILE = 20;

/**
 * Reads the setting's entries: `PATH` or `SEVERITY:PATH`.
 *
 * @param entries the entries; a path without severity is medium
 * @returns the folders; blank ones are left out
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseFixedFolders(["high:a/b"]), [{ severity: "high", path: "a/b/" }]);
 * ```
 */
export function parseFixedFolders(entries: readonly string[]): FixedFolder[] {
  return entries.flatMap((entry) => {
    const severity = SEVERITIES.find((name) => entry.startsWith(`${name}:`));
    const path = (severity === undefined ? entry : entry.slice(severity.length + 1)).trim();
    if (path.replaceAll("/", "") === "") return [];
    return [{ severity: severity ?? "medium", path: path.endsWith("/") ? path : `${path}/` }];
  });
}

/**
 * Finds where a file names the folders.
 *
 * @param file its path from the project's root
 * @param text its text
 * @param folders the folders
 * @returns one draft a place
 */
export function findFixedFolders(
  file: string,
  text: string,
  folders: readonly FixedFolder[],
): Draft[] {
  if (DOCUMENTS.test(file)) return [];
  return folders.flatMap((folder) => {
    const lines = new LineCounter(text);
    const drafts: Draft[] = [];
    for (
      let at = text.indexOf(folder.path);
      at >= 0 && drafts.length < MOST_IN_A_FILE;
      at = text.indexOf(folder.path, at + folder.path.length)
    ) {
      if (/[\w-]/.test(text.charAt(at - 1))) continue;
      const line = lines.lineOf(at);
      drafts.push({
        category: "rigid_structure",
        severity: folder.severity,
        file,
        line,
        text: folder.path,
        description: `Fixed folder ${folder.path} in ${file}:${line}`,
        advice: "Consider making the path configurable",
      });
    }
    return drafts;
  });
}
