// deno-lint-ignore-file camelcase -- the names are those of the files
/**
 * The built-in settings.
 *
 * @module
 */
import type { Settings } from "./settings.ts";

/** The limits and the phrases are those of the predecessor where it had them. */
const DEFAULTS: Settings = {
  min_hours: 4,
  max_hours: 9,
  min_iterations: 50,
  max_iterations: 99,
  max_tokens: null,
  max_cost_usd: null,
  cli_gap_threshold_seconds: 300,
  enable_validation_phase: true,
  validation_timeout_poc: 30,
  validation_timeout_normal: 120,
  validation_rounds: 3,
  validation_score: 0.8,
  confidence_threshold: 0.7,
  explicit_marker_confidence: 1,
  frontmatter_status_confidence: 0.95,
  all_checkboxes_confidence: 0.9,
  no_pending_items_confidence: 0.85,
  semantic_phrases_confidence: 0.7,
  completion_phrases: [
    "task complete",
    "all done",
    "finished",
    "implementation complete",
    "work complete",
  ],
  idle_phrases: [
    "Work Item: None",
    "no SLO-aligned work",
    "no work available",
    "no meaningful work",
    "no further work",
    "no remaining work",
    "no work left",
    "no work remaining",
    "nothing to do",
    "nothing left to do",
    "nothing more to do",
    "nothing else to do",
    "nothing further to do",
    "nothing to work on",
    "awaiting instructions",
    "awaiting further instructions",
    "waiting for instructions",
    "waiting for further instructions",
    "standing by",
    "continuing to monitor",
    "monitoring",
    "waiting",
    "idle",
    "idling",
  ],
  similarity_threshold: 0.9,
  window_size: 5,
  rigid_paths: [
    "high:packages/alpha-forge-core/",
    "medium:outputs/runs/",
    "low:data/raw/",
    "low:models/trained/",
  ],
  explore_tasks: [],
  promise: null,
  verify: [],
  verify_timeout: 300,
  verify_max_rejections: 5,
  continue_with: "auto",
  eternal: false,
  unattended: true,
  archive_keep: 200,
  archive_days: 90,
  max_wakes: 12,
  wake_backoff_seconds: [60, 300, 900, 1800],
  no_focus: false,
  target_file: null,
};

/**
 * The built-in settings: the preset `production`.
 *
 * @returns a copy of its own
 */
export function defaultSettings(): Settings {
  const { completion_phrases, idle_phrases, verify, wake_backoff_seconds } = DEFAULTS;
  const { explore_tasks, rigid_paths } = DEFAULTS;
  return {
    ...DEFAULTS,
    completion_phrases: [...completion_phrases],
    idle_phrases: [...idle_phrases],
    verify: [...verify],
    explore_tasks: [...explore_tasks],
    rigid_paths: [...rigid_paths],
    wake_backoff_seconds: [...wake_backoff_seconds],
  };
}
