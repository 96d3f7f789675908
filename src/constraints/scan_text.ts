/** The findings of one file, from its path and text alone. Pure. */
import { defaultSettings } from "../store/settings/settings.ts";
import { type Finding, withIds } from "./finding.ts";
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

/**
 * ralph's own files, in the project and in the home folder: they name folders and programs of this
 * machine, and a loop writes them itself.
 */
const OWN_FILE =
  /(?:^|\/)(?:\.claude\/(?:ralph[-/]|loop-|STOP_LOOP|settings[^/]*\.before-ralph-)|\.ralph-)/;

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
