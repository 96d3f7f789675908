/**
 * The rules of a scan, as commands and hooks make them.
 *
 * @module
 */
import { DEFAULT_FIXED_FOLDERS, parseFixedFolders } from "./fixed_folders.ts";
import type { ScanRules } from "./scan_text.ts";

/**
 * Makes the rules.
 *
 * @param home the current user's home; null where there is none
 * @param fixedFolders the folders that nothing should name, as the setting has them
 * @returns the rules
 */
export function scanRulesOf(
  home: string | null,
  fixedFolders: readonly string[] = DEFAULT_FIXED_FOLDERS,
): ScanRules {
  return { home, fixedFolders: parseFixedFolders(fixedFolders) };
}
