// deno-lint-ignore-file camelcase -- the names are those of the files
/**
 * The one table of settings: what each key may hold, its default, its names and its help.
 *
 * Reading, checking, the environment, `config`, the flags of `start` and the documentation derive
 * from it.
 *
 * @module
 */
import { defaultSettings } from "./defaults.ts";
import type { SettingKey, SettingSpec } from "./spec.ts";

/** More than a year. */
const MOST_HOURS = 10_000;
const MOST_ITERATIONS = 100_000;
const DAY_SECONDS = 86_400;

type _Draft =
  & Pick<SettingSpec, "type" | "help">
  & Partial<Pick<SettingSpec, "isNullable" | "unit" | "environment" | "aliases">>;

const DRAFTS: Record<SettingKey, _Draft> = {
  min_hours: {
    type: { kind: "number", min: 0, max: MOST_HOURS },
    unit: "hours",
    environment: ["LOOP_MIN_HOURS"],
    aliases: ["loop_limits.min_hours"],
    help: "Active hours before a complete task ends the loop",
  },
  max_hours: {
    type: { kind: "number", min: 0.0001, max: MOST_HOURS },
    unit: "hours",
    environment: ["LOOP_MAX_HOURS"],
    aliases: ["loop_limits.max_hours"],
    help: "Active hours after which the loop ends",
  },
  min_iterations: {
    type: { kind: "integer", min: 0, max: MOST_ITERATIONS },
    unit: "iterations",
    environment: ["LOOP_MIN_ITERATIONS"],
    aliases: ["loop_limits.min_iterations"],
    help: "Continuations before a complete task ends the loop",
  },
  max_iterations: {
    type: { kind: "integer", min: 1, max: MOST_ITERATIONS },
    unit: "iterations",
    environment: ["LOOP_MAX_ITERATIONS"],
    aliases: ["loop_limits.max_iterations"],
    help: "Continuations after which the loop ends",
  },
  max_tokens: {
    type: { kind: "integer", min: 1, max: 1e12 },
    isNullable: true,
    unit: "tokens",
    help: "Tokens after which the loop ends, subagents included",
  },
  max_cost_usd: {
    type: { kind: "number", min: 0.0001, max: 1e6 },
    isNullable: true,
    unit: "US dollars",
    help: "Cost after which the loop ends, subagents included",
  },
  cli_gap_threshold_seconds: {
    type: { kind: "number", min: 1, max: DAY_SECONDS },
    unit: "seconds",
    aliases: ["loop_limits.cli_gap_threshold_seconds"],
    help: "Silence longer than this is a pause and counts no runtime",
  },
  enable_validation_phase: {
    type: { kind: "boolean" },
    aliases: ["validation.enabled"],
    help: "Whether a complete task is validated before the loop ends",
  },
  validation_timeout_poc: {
    type: { kind: "number", min: 1, max: DAY_SECONDS },
    unit: "seconds",
    aliases: ["validation.timeout_poc"],
    help: "Time for a validation round with --poc",
  },
  validation_timeout_normal: {
    type: { kind: "number", min: 1, max: DAY_SECONDS },
    unit: "seconds",
    aliases: ["validation.timeout_normal"],
    help: "Time for a validation round otherwise",
  },
  validation_rounds: {
    type: { kind: "integer", min: 3, max: 5 },
    unit: "rounds",
    aliases: ["validation.max_rounds"],
    help: "Rounds of a validation: 4 adds adversarial probing, 5 robustness",
  },
  validation_score: {
    type: { kind: "number", min: 0, max: 1 },
    aliases: ["validation.score_threshold"],
    help: "Score from which a validation is passed",
  },
  confidence_threshold: {
    type: { kind: "number", min: 0, max: 1 },
    aliases: ["completion.confidence_threshold"],
    help: "Confidence from which a signal counts as completion",
  },
  explicit_marker_confidence: confidenceOf("explicit_marker", "a ticked TASK_COMPLETE"),
  frontmatter_status_confidence: confidenceOf("frontmatter_status", "a status in front matter"),
  all_checkboxes_confidence: confidenceOf("all_checkboxes", "a checklist with every box ticked"),
  no_pending_items_confidence: confidenceOf("no_pending_items", "a checklist without open items"),
  semantic_phrases_confidence: confidenceOf("semantic_phrases", "a completion phrase"),
  completion_phrases: {
    type: { kind: "texts" },
    aliases: ["completion.completion_phrases"],
    help: "Phrases in the focus file that say the task is complete",
  },
  idle_phrases: {
    type: { kind: "texts" },
    help: "Phrases in an answer that say the agent has nothing to do",
  },
  similarity_threshold: {
    type: { kind: "number", min: 0, max: 1 },
    aliases: ["loop_detection.similarity_threshold"],
    help: "Similarity from which two outputs count as the same",
  },
  window_size: {
    type: { kind: "integer", min: 2, max: 50 },
    unit: "outputs",
    aliases: ["loop_detection.window_size"],
    help: "Outputs in a row that must be the same to count as repetition",
  },
  rigid_paths: {
    type: { kind: "texts" },
    help: "Folders that nothing should name, each as PATH or SEVERITY:PATH",
  },
  explore_tasks: {
    type: { kind: "texts" },
    help: "Commands of the project that exploration runs to see whether they fail",
  },
  promise: {
    type: { kind: "text" },
    isNullable: true,
    help: "Text in a <promise> tag that says the task is complete",
  },
  verify: {
    type: { kind: "texts" },
    help: "Commands that must exit with 0 before a complete task ends the loop",
  },
  verify_timeout: {
    type: { kind: "number", min: 1, max: DAY_SECONDS },
    unit: "seconds",
    help: "Time for each verification command",
  },
  verify_max_rejections: {
    type: { kind: "integer", min: 0, max: 1_000 },
    unit: "rejections",
    help: "Failed verifications without progress before the loop counts as stuck",
  },
  continue_with: {
    type: { kind: "choice", choices: ["auto", "context", "block"] },
    help: "How a continuation is told to Claude Code",
  },
  eternal: {
    type: { kind: "boolean" },
    help: "Whether the loop goes on exploring when the task is complete",
  },
  unattended: {
    type: { kind: "boolean" },
    help: "Whether questions to the user are answered with: decide yourself",
  },
  archive_keep: {
    type: { kind: "integer", min: 1, max: 100_000 },
    unit: "archives",
    help: "Archived plans that are kept",
  },
  archive_days: {
    type: { kind: "number", min: 1, max: 36_500 },
    unit: "days",
    help: "Age at which archived plans are removed",
  },
  max_wakes: {
    type: { kind: "integer", min: 0, max: 1_000 },
    unit: "wakes",
    help:
      "Wakes after an error that names no reset, before the loop stays paused; they last eight days",
  },
  wake_backoff_seconds: {
    type: { kind: "numbers", min: 1, max: DAY_SECONDS },
    unit: "seconds",
    help: "Waits before the first, second and later wakes after an error; then they grow",
  },
  no_focus: {
    type: { kind: "boolean" },
    help: "Whether the loop explores without a focus file",
  },
  target_file: {
    type: { kind: "text" },
    isNullable: true,
    help: "The focus file",
  },
};

function confidenceOf(signal: string, what: string): _Draft {
  return {
    type: { kind: "number", min: 0, max: 1 },
    aliases: [`completion.${signal}_confidence`],
    help: `Confidence of ${what}`,
  };
}

const BUILT_IN = defaultSettings();

/** Commands come from files (with consent) or flags; nobody plants one in the environment. */
const NOT_IN_ENVIRONMENT: readonly SettingKey[] = ["verify", "explore_tasks"];

/** All settings, in the order in which they are shown. */
export const SETTING_SPECS: readonly SettingSpec[] = (Object.keys(DRAFTS) as SettingKey[]).map(
  (key) => ({
    key,
    default: BUILT_IN[key],
    isNullable: false,
    unit: null,
    aliases: [],
    ...DRAFTS[key],
    environment: NOT_IN_ENVIRONMENT.includes(key)
      ? []
      : [`RALPH_${key.toUpperCase()}`, ...(DRAFTS[key].environment ?? [])],
  }),
);

/** Keys of our files that are no settings: the guidance is read by its own module. */
export const OTHER_KEYS: readonly string[] = ["guidance", "$schema"];

/** Keys of the predecessor's files that nothing reads here . */
const RETIRED_KEYS: readonly string[] = [
  "version",
  "state",
  "protection",
  "graceful_shutdown",
  "subprocess_timeouts",
  "constraint_scan",
  "skip_constraint_scan",
  "poc_mode",
  "production_mode",
  "task_prompt",
  "force_validation",
  "discovered_file",
  "discovery_method",
  "validation.improvement_threshold",
  "validation.max_iterations",
  "validation.edge_case_categories",
  "validation.market_regimes",
];

/** Beginnings of such keys that stand for several. */
const RETIRED_GROUPS: readonly string[] = ["loop_limits.poc_", "validation.weight"];

/**
 * Whether a key is one of the predecessor's that nothing reads here.
 *
 * @param key the key, nested ones with dots
 */
export function isRetiredKey(key: string): boolean {
  return RETIRED_KEYS.includes(key) || RETIRED_GROUPS.some((group) => key.startsWith(group));
}

const SPECS_BY_NAME: ReadonlyMap<string, SettingSpec> = new Map(
  SETTING_SPECS.flatMap((spec) => [spec.key, ...spec.aliases].map((name) => [name, spec])),
);

/** All names that a setting has in files, nested ones with dots. */
export const SETTING_NAMES: readonly string[] = [...SPECS_BY_NAME.keys()];

/**
 * The setting of a name.
 *
 * @param name a key, or a nested name with dots
 * @returns its specification; null for an unknown name
 */
export function findSetting(name: string): SettingSpec | null {
  return SPECS_BY_NAME.get(name) ?? null;
}
