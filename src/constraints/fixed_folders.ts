/**
 * Rigid structure: files that name certain folders, from a built-in list and the user's setting. Pure.
 */
import { countLines, type Draft, SEVERITIES, type Severity } from "./finding.ts";

/** A folder that should not be named in code or configuration. */
export interface FixedFolder {
  readonly severity: Severity;
  /** With `/` at its end. */
  readonly path: string;
}

/** Documentation, which may name folders. */
const DOCUMENTS = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)\.gitignore$/i;
const MAX_IN_A_FILE = 20;

/**
 * Reads the setting's entries: `PATH` or `SEVERITY:PATH`.
 *
 * @param entries The entries; a path without severity is medium.
 * @returns The folders; blank ones are left out.
 *
 * @example A folder with its severity
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
 * @returns A draft for each place.
 */
export function findFixedFolders(
  file: string,
  text: string,
  folders: readonly FixedFolder[],
): Draft[] {
  if (DOCUMENTS.test(file)) return [];
  return folders.flatMap(({ severity, path }) => {
    // Most files name none of them.
    if (text.indexOf(path) < 0) return [];
    const lineOf = countLines(text);
    const drafts: Draft[] = [];
    const places = text.matchAll(new RegExp(`(?<![\\w-])${RegExp.escape(path)}`, "g"));
    for (const { index } of places.take(MAX_IN_A_FILE)) {
      const line = lineOf(index);
      drafts.push({
        category: "rigid_structure",
        severity,
        file,
        line,
        text: path,
        description: `Fixed folder ${path} in ${file}:${line}`,
        advice: "Consider making the path configurable",
      });
    }
    return drafts;
  });
}
