// deno-lint-ignore-file camelcase -- the names are those of the files
/**
 * The effective settings of a loop: every key of the configuration, after all layers.
 *
 * Keys are those of the files; `settings_keys.ts` gives each its type, range, default and names.
 *
 * @module
 */

/** How a continuation is told to the client. */
export type ContinueWith = "auto" | "context" | "block";

/** The effective settings; null means no limit of that kind. */
export interface Settings {
  min_hours: number;
  max_hours: number;
  min_iterations: number;
  max_iterations: number;
  max_tokens: number | null;
  max_cost_usd: number | null;
  cli_gap_threshold_seconds: number;
  enable_validation_phase: boolean;
  validation_timeout_poc: number;
  validation_timeout_normal: number;
  validation_rounds: number;
  validation_score: number;
  confidence_threshold: number;
  explicit_marker_confidence: number;
  frontmatter_status_confidence: number;
  all_checkboxes_confidence: number;
  no_pending_items_confidence: number;
  semantic_phrases_confidence: number;
  completion_phrases: string[];
  idle_phrases: string[];
  similarity_threshold: number;
  window_size: number;
  rigid_paths: string[];
  explore_tasks: string[];
  promise: string | null;
  verify: string[];
  verify_timeout: number;
  verify_max_rejections: number;
  continue_with: ContinueWith;
  eternal: boolean;
  unattended: boolean;
  archive_keep: number;
  archive_days: number;
  max_wakes: number;
  wake_backoff_seconds: number[];
  no_focus: boolean;
  target_file: string | null;
}
