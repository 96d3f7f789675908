/**
 * The rules of a scan, as commands and hooks make them.
 *
 * @module
 */
import { defaultSettings } from "../store/settings/settings.ts";
import { parseFixedFolders } from "./fixed_folders.ts";
import type { ScanRules } from "./scan_text.ts";

/**
 * Makes the rules.
 *
 * @param home the current user's home; null where there is none
 * @param fixedFolders the setting `rigid_paths`
 * @returns the rules
 */
export function scanRulesOf(
  home: string | null,
  fixedFolders: readonly string[] = defaultSettings().rigid_paths,
): ScanRules {
  return { home, fixedFolders: parseFixedFolders(fixedFolders) };
}
