/** Finds the constraints in one file from its path and text alone. Pure. */
import { defaultSettings } from "../../store/settings/settings.ts";
import { type ConstraintFinding, SEVERITIES } from "./finding.ts";
import { countLines, type FindingDraft, withIds } from "./finding.ts";
import { findUserPaths } from "./user_paths.ts";

/** The settings of a scan. */
export interface ScanRules {
  /** The current user's home; null if it is unknown. */
  readonly home: string | null;
  readonly fixedFolders: readonly FixedFolder[];
}

/**
 * Makes the rules of a scan.
 *
 * @param home The current user's home; null if it is unknown.
 * @param fixedFolders The setting `rigid_paths`.
 */
export function scanRulesOf(
  home: string | null,
  fixedFolders: readonly string[] = defaultSettings().rigid_paths,
): ScanRules {
  return { home, fixedFolders: parseFixedFolders(fixedFolders) };
}

/**
 * The paths of ralph's own files, in the project and in the home folder. They name folders and programs
 * of this machine, and a loop writes them itself.
 */
const OWN_FILE =
  /(?:^|\/)(?:\.claude\/(?:ralph[-/]|loop-|STOP_LOOP|settings[^/]*\.before-ralph-)|\.ralph-)/;

/** Finds the constraints in a file's text. @returns The findings, by kind and line. */
export function scanText(file: string, text: string, rules: ScanRules): ConstraintFinding[] {
  if (OWN_FILE.test(file)) return [];
  const drafts = [
    ...findUserPaths(file, text, rules.home),
    ...findFixedFolders(file, text, rules.fixedFolders),
  ];
  return drafts.length === 0 ? [] : withIds(drafts);
}

/** Files of documentation, which may name folders. */
const DOCUMENTS = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)\.gitignore$/i;
const MAX_IN_A_FILE = 20;

/** A folder that should not be named in code or configuration, with `/` at its end. */
type FixedFolder = ReturnType<typeof parseFixedFolders>[number];

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
export function parseFixedFolders(entries: readonly string[]) {
  return entries.flatMap((entry) => {
    const severity = SEVERITIES.find((name) => entry.startsWith(`${name}:`));
    const path = (severity === undefined ? entry : entry.slice(severity.length + 1)).trim();
    if (path.replaceAll("/", "") === "") return [];
    return [{ severity: severity ?? "medium", path: path.endsWith("/") ? path : `${path}/` }];
  });
}

/** Finds the places in which a file names the folders. @returns A draft for each place. */
export function findFixedFolders(
  file: string,
  text: string,
  folders: readonly FixedFolder[],
): FindingDraft[] {
  if (DOCUMENTS.test(file)) return [];
  return folders.flatMap(({ severity, path }) => {
    // Most files name none of them.
    if (text.indexOf(path) < 0) return [];
    const lineOf = countLines(text);
    const drafts: FindingDraft[] = [];
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
      });
    }
    return drafts;
  });
}
