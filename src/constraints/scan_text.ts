/**
 * What the scanner says of one file, from its path and text alone. Pure, and fit for hooks.
 *
 * @module
 */
import { hash32 } from "../store/files/file_name.ts";
import { parseJson } from "../store/files/json_text.ts";
import { defaultSettings } from "../store/settings/settings.ts";
import { type Finding, isFinding, withIds } from "./finding.ts";
import { findFixedFolders, type FixedFolder, parseFixedFolders } from "./fixed_folders.ts";
import { findGeneratedMarker } from "./generated_marker.ts";
import { findUserPaths } from "./user_paths.ts";

/** What the rules need beside the text. */
export interface ScanRules {
  /** The current user's home; null where there is none. */
  readonly home: string | null;
  readonly fixedFolders: readonly FixedFolder[];
}

/**
 * Makes the rules of a scan.
 *
 * @param home The current user's home; null where there is none.
 * @param fixedFolders The setting `rigid_paths`.
 * @returns The rules.
 */
export function scanRulesOf(
  home: string | null,
  fixedFolders: readonly string[] = defaultSettings().rigid_paths,
): ScanRules {
  return { home, fixedFolders: parseFixedFolders(fixedFolders) };
}

/** To be raised with every change of what the rules find. */
const SCANNER_VERSION = 1;

/**
 * Makes a key of rules: what others found cannot be reused.
 *
 * @param rules The rules.
 * @returns A word that changes with them, and with the scanner itself.
 */
export function rulesKey(rules: ScanRules): string {
  return hash32(JSON.stringify([SCANNER_VERSION, rules.home, rules.fixedFolders]));
}

/**
 * Whether a finding comes from {@linkcode scanText}, and not from a source that people wrote.
 *
 * @param finding Any finding.
 * @returns True for the kinds that are found in any file.
 */
export function isFromText({ category }: Pick<Finding, "category">): boolean {
  return category === "hardcoded_path" || category === "rigid_structure" ||
    category === "generated_file";
}

/**
 * Scans a file's text.
 *
 * @param file Its path from the project's root.
 * @param text Its text.
 * @param rules What the rules need.
 * @returns The findings, by kind and line.
 */
export function scanText(file: string, text: string, rules: ScanRules): Finding[] {
  const drafts = [
    ...findUserPaths(file, text, rules.home),
    ...findFixedFolders(file, text, rules.fixedFolders),
    ...findGeneratedMarker(file, text),
  ];
  return drafts.length === 0 ? [] : withIds(drafts);
}

/**
 * Scans a file's text for the memory.
 *
 * @param file Its path from the project's root.
 * @param text Its text.
 * @param rules What the rules need.
 * @returns The findings as JSON, for {@linkcode findingsOf}; empty for none.
 */
export function factsOf(file: string, text: string, rules: ScanRules): string {
  const findings = scanText(file, text, rules);
  return findings.length === 0 ? "" : JSON.stringify(findings);
}

/**
 * Reads findings out of the memory.
 *
 * @param facts From {@linkcode factsOf}.
 * @returns The findings; null where it is something else.
 */
export function findingsOf(facts: string): Finding[] | null {
  if (facts === "") return [];
  const json = parseJson(facts);
  const isList = json.kind === "ok" && Array.isArray(json.value) && json.value.every(isFinding);
  return isList ? json.value as Finding[] : null;
}
