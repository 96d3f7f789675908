/**
 * The earlier plugin's `ralph-config.json`, which it wrote itself: with every default in it, and with
 * limits that its hook never read. It took those from `loop-config.json` only.
 */
import { isSameValue } from "../settings/value.ts";

/** A setting as it is written in a file. */
export interface Entry {
  /** The name, nested ones with dots. */
  readonly key: string;
  readonly value: unknown;
}

/** What the plugin wrote without being asked; where its versions differ, each value. */
const ITS_DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  "loop_detection.similarity_threshold": [0.99, 0.9],
  "loop_detection.window_size": [5],
  "completion.confidence_threshold": [0.7],
  "completion.explicit_marker_confidence": [1],
  "completion.frontmatter_status_confidence": [0.95],
  "completion.all_checkboxes_confidence": [0.9],
  "completion.no_pending_items_confidence": [0.85],
  "completion.semantic_phrases_confidence": [0.7],
  "completion.completion_phrases": [
    ["task complete", "all done", "finished", "implementation complete", "work complete"],
  ],
  "validation.enabled": [true],
  "validation.score_threshold": [0.8],
  "validation.max_rounds": [5],
  "validation.timeout_poc": [30],
  "validation.timeout_normal": [120],
  "loop_limits.min_hours": [4],
  "loop_limits.max_hours": [9],
  "loop_limits.min_iterations": [50],
  "loop_limits.max_iterations": [99],
  "loop_limits.cli_gap_threshold_seconds": [300],
  no_focus: [false],
  target_file: [null],
};

/** The limits that the plugin's hook did not read in this file. */
const UNREAD = /^loop_limits\.(?:min|max)_(?:hours|iterations)$/;

/**
 * Reads what somebody chose in a file of the earlier plugin.
 *
 * @returns The limits, which count less than any other file, and the rest. Null for any other file:
 * only the plugin writes a `version`.
 */
export function readPredecessor(
  entries: readonly Entry[],
): { readonly limits: readonly Entry[]; readonly rest: readonly Entry[] } | null {
  const version = entries.find(({ key }) => key === "version")?.value;
  if (typeof version !== "string") return null;
  const chosen = entries.filter(({ key, value }) => {
    const defaults = Object.hasOwn(ITS_DEFAULTS, key) ? ITS_DEFAULTS[key] ?? [] : [];
    return !defaults.some((byDefault) => isSameValue(byDefault, value));
  });
  return {
    limits: chosen.filter(({ key }) => UNREAD.test(key)),
    rest: chosen.filter(({ key }) => !UNREAD.test(key)),
  };
}
