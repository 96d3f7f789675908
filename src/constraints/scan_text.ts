/**
 * What the scanner says of one file, from its path and text alone. Pure, and fit for hooks.
 *
 * @module
 */
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
