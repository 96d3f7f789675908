/** The findings of one file, from its path and text alone. Pure, and fit for hooks. */
import { hash32 } from "../store/files/file_name.ts";
import { parseJson } from "../store/files/json_text.ts";
import { defaultSettings } from "../store/settings/settings.ts";
import { type Finding, isFinding, withIds } from "./finding.ts";
import { findFixedFolders, type FixedFolder, parseFixedFolders } from "./fixed_folders.ts";
import { findGeneratedMarker } from "./generated_marker.ts";
import { findUserPaths } from "./user_paths.ts";

/** The settings of a scan. */
export interface ScanRules {
  /** The current user's home; null where it is unknown. */
  readonly home: string | null;
  readonly fixedFolders: readonly FixedFolder[];
}

/**
 * Makes the rules of a scan.
 *
 * @param home The current user's home; null where it is unknown.
 * @param fixedFolders The setting `rigid_paths`.
 */
export function scanRulesOf(
  home: string | null,
  fixedFolders: readonly string[] = defaultSettings().rigid_paths,
): ScanRules {
  return { home, fixedFolders: parseFixedFolders(fixedFolders) };
}

/** To be raised when the rules find something else. */
const SCANNER_VERSION = 3;

/**
 * ralph's own files, in the project and in the home folder: they name folders and programs of this
 * machine, and a loop writes them itself.
 */
const OWN_FILE =
  /(?:^|\/)(?:\.claude\/(?:ralph[-/]|loop-|STOP_LOOP|settings[^/]*\.before-ralph-)|\.ralph-)/;

/**
 * Makes a key that changes with the rules and with the scanner itself: findings of another key cannot
 * be reused.
 */
export function rulesKey(rules: ScanRules): string {
  return hash32(JSON.stringify([SCANNER_VERSION, rules.home, rules.fixedFolders]));
}

/** Whether a finding comes from {@linkcode scanText}, not from rules, settings or owners. */
export function isFromText({ category }: Pick<Finding, "category">): boolean {
  return category === "hardcoded_path" || category === "rigid_structure" ||
    category === "generated_file";
}

/**
 * Finds what may constrain a loop in a file's text.
 *
 * @returns The findings, by kind and line.
 */
export function scanText(file: string, text: string, rules: ScanRules): Finding[] {
  if (OWN_FILE.test(file)) return [];
  const drafts = [
    ...findUserPaths(file, text, rules.home),
    ...findFixedFolders(file, text, rules.fixedFolders),
    ...findGeneratedMarker(file, text),
  ];
  return drafts.length === 0 ? [] : withIds(drafts);
}

/**
 * Scans a file's text as {@linkcode scanText} does, for the memory.
 *
 * @returns The findings as JSON, for {@linkcode findingsOf}; empty for none.
 */
export function factsOf(file: string, text: string, rules: ScanRules): string {
  const findings = scanText(file, text, rules);
  return findings.length === 0 ? "" : JSON.stringify(findings);
}

/**
 * Parses findings from the memory.
 *
 * @returns The findings; null where the text is not valid.
 */
export function findingsOf(facts: string): Finding[] | null {
  if (facts === "") return [];
  const json = parseJson(facts);
  const isList = json.kind === "ok" && Array.isArray(json.value) && json.value.every(isFinding);
  return isList ? json.value as Finding[] : null;
}
