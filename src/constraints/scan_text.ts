/**
 * What the scanner says of one file, from its path and text alone. Pure, and fit for hooks.
 *
 * @module
 */
import { hash32 } from "../store/files/file_name.ts";
import { withIds } from "./_draft.ts";
import type { Finding } from "./finding.ts";
import { findFixedFolders, type FixedFolder } from "./fixed_folders.ts";
import { findGeneratedMarker } from "./generated_marker.ts";
import { findUserPaths } from "./user_paths.ts";

/** What the rules need beside the text. */
export interface ScanRules {
  /** The current user's home; null where there is none. */
  readonly home: string | null;
  readonly fixedFolders: readonly FixedFolder[];
}

/** To be raised with every change of what the rules find. */
const SCANNER_VERSION = 1;

/**
 * What tells two sets of rules apart: what others found cannot be reused.
 *
 * @param rules the rules
 * @returns a word that changes with them, and with the scanner itself
 */
export function rulesKey(rules: ScanRules): string {
  return hash32(JSON.stringify([SCANNER_VERSION, rules.home, rules.fixedFolders]));
}

/**
 * Whether a finding is one of {@linkcode scanText}, and not of the sources.
 *
 * @param finding any finding
 * @returns true for the kinds that are found in any file
 */
export function isFromText({ category }: Pick<Finding, "category">): boolean {
  return category === "hardcoded_path" || category === "rigid_structure" ||
    category === "generated_file";
}

/**
 * Scans a file's text.
 *
 * @param file its path from the project's root
 * @param text its text
 * @param rules what the rules need
 * @returns the findings, by kind and line
 */
export function scanText(file: string, text: string, rules: ScanRules): Finding[] {
  const drafts = [
    ...findUserPaths(file, text, rules.home),
    ...findFixedFolders(file, text, rules.fixedFolders),
    ...findGeneratedMarker(file, text),
  ];
  return drafts.length === 0 ? [] : withIds(drafts);
}
