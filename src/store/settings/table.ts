// deno-lint-ignore-file camelcase -- the names are those of the files
/**
 * The one table of settings: the values that each key may have, its default, its names and its help. The
 * type `Settings`, the presets, the environment, the flags of `start` and `config` derive from it.
 */
import type { SettingRow, SettingType } from "./setting_row.ts";
import { NOTIFY_EVENTS } from "./notify_events.ts";
import { COMPLETION_PHRASES, IDLE_PHRASES } from "./phrases.ts";

/** More than a year. */
const MOST_HOURS = 10_000;
const MOST_ITERATIONS = 100_000;
const SHARE = { kind: "number", min: 0, max: 1 } as const;
const SECONDS = { kind: "number", min: 1, max: 86_400 } as const;
const TRUTH = { kind: "boolean" } as const;
const TEXT = { kind: "text" } as const;
const TEXTS = { kind: "texts" } as const;
const OF_START = ["start"] as const;
const OF_RUN = ["run"] as const;
const OF_BOTH = ["start", "run"] as const;

/** The table, in the order in which settings are shown. The limits are the predecessor's if it had them. */
export const SETTINGS = {
  min_hours: {
    type: { kind: "number", min: 0, max: MOST_HOURS },
    default: 4,
    poc: 0.083,
    unit: "hours",
    environment: "LOOP_MIN_HOURS",
    flagOf: OF_START,
    isRule: true,
    help: "Active hours before a complete task ends the loop",
  },
  max_hours: {
    type: { kind: "number", min: 0.0001, max: MOST_HOURS },
    default: 9,
    poc: 0.167,
    unit: "hours",
    environment: "LOOP_MAX_HOURS",
    synonyms: ["hours", "max-time", "time"],
    flagOf: OF_BOTH,
    isRule: true,
    help: "Active hours after which the loop ends",
  },
  min_iterations: {
    type: { kind: "integer", min: 0, max: MOST_ITERATIONS },
    default: 50,
    poc: 10,
    unit: "turns",
    environment: "LOOP_MIN_ITERATIONS",
    flagOf: OF_START,
    isRule: true,
    help: "Turns before a complete task ends the loop",
  },
  max_iterations: {
    type: { kind: "integer", min: 1, max: MOST_ITERATIONS },
    default: 99,
    poc: 20,
    unit: "turns",
    environment: "LOOP_MAX_ITERATIONS",
    synonyms: ["max-turns", "turns"],
    flagOf: OF_START,
    isRule: true,
    help: "Turns after which the loop ends",
  },
  max_tokens: {
    type: { kind: "integer", min: 1, max: 1e12 },
    default: null,
    isNullable: true,
    unit: "tokens",
    flagOf: OF_BOTH,
    isRule: true,
    help: "Tokens after which the loop ends, subagents included",
  },
  max_cost_usd: {
    type: { kind: "number", min: 0.0001, max: 1e6 },
    default: null,
    isNullable: true,
    unit: "US dollars",
    flagOf: OF_RUN,
    isRule: true,
    help: "Cost after which the loop ends, subagents included; not available in a session",
  },
  cli_gap_threshold_seconds: {
    type: SECONDS,
    default: 300,
    unit: "seconds",
    flagOf: OF_START,
    help: "A longer silence is a pause and does not count as active time",
  },
  target_file: {
    type: TEXT,
    default: null,
    isNullable: true,
    help: "The focus file",
  },
  no_focus: row(TRUTH, false, "Whether the loop explores without a focus file"),
  promise: {
    type: TEXT,
    default: null,
    isNullable: true,
    help: "Text in a <promise> tag that says the task is complete",
  },
  eternal: {
    ...row(TRUTH, false, "Whether the loop continues exploring after the task is complete"),
    isRule: true,
  },
  unattended: row(
    TRUTH,
    true,
    'Whether ralph answers questions to the user with "decide yourself"',
  ),
  verify: {
    type: TEXTS,
    default: [],
    environment: null,
    help: "Commands that must exit with 0 before a complete task ends the loop",
  },
  verify_timeout: {
    type: SECONDS,
    default: 300,
    unit: "seconds",
    flagOf: OF_BOTH,
    help: "Time limit for each verification command",
  },
  verify_max_rejections: {
    type: { kind: "integer", min: 0, max: 1_000 },
    default: 5,
    unit: "rejections",
    flagOf: OF_BOTH,
    isRule: true,
    help: "Failed verifications without progress before the loop counts as stuck",
  },
  worktree_setup: {
    type: TEXTS,
    default: [],
    environment: null,
    help: "Steps of ralph run --parallel in each new worktree: link:PATH, copy:PATH, or a command",
  },
  sandbox_read: ofSandbox("PATH", "Path that agents of ralph run may also read in the sandbox"),
  sandbox_write: ofSandbox("PATH", "Path that agents of ralph run may also write in the sandbox"),
  sandbox_env: ofSandbox(
    "NAME",
    "Variable that agents also get in the sandbox; PG* for all that begin with PG",
  ),
  sandbox_domain: ofSandbox("DOMAIN", "Domain that agents may also reach with --sandbox srt"),
  enable_validation_phase: {
    type: TRUTH,
    default: true,
    isRule: true,
    help: "Whether a complete task is validated before the loop ends",
  },
  validation_rounds: {
    type: { kind: "integer", min: 3, max: 5 },
    default: 3,
    unit: "rounds",
    flagOf: OF_START,
    isRule: true,
    help: "Rounds of a validation: 4 adds adversarial probing, 5 robustness",
  },
  validation_score: { ...row(SHARE, 0.8, "Score at which a validation passes"), isRule: true },
  validation_timeout_poc: seconds(30, "Time limit for a validation round with --poc"),
  validation_timeout_normal: seconds(120, "Time limit for a validation round without --poc"),
  confidence_threshold: row(SHARE, 0.7, "Minimum confidence for a signal to count as completion"),
  explicit_marker_confidence: confidenceOf(1, "a ticked TASK_COMPLETE"),
  frontmatter_status_confidence: confidenceOf(0.95, "a status in front matter"),
  all_checkboxes_confidence: confidenceOf(0.9, "a checklist with every box ticked"),
  no_pending_items_confidence: confidenceOf(0.85, "a checklist without open items"),
  semantic_phrases_confidence: confidenceOf(0.7, "a completion phrase"),
  completion_phrases: {
    type: TEXTS,
    default: COMPLETION_PHRASES,
    help: "Phrases in the focus file that say the task is complete",
  },
  similarity_threshold: {
    ...row(SHARE, 0.9, "Similarity at which two answers count as the same"),
    isRule: true,
  },
  window_size: {
    type: { kind: "integer", min: 2, max: 50 },
    default: 5,
    unit: "answers",
    isRule: true,
    help: "Answers in a row that must be the same to count as repetition",
  },
  idle_phrases: {
    type: TEXTS,
    default: IDLE_PHRASES,
    help: "Phrases in an answer that say the agent has nothing to do",
  },
  explore_tasks: {
    type: TEXTS,
    default: [],
    environment: null,
    help: "Commands of the project that exploration runs to see whether they fail",
  },
  rigid_paths: {
    type: TEXTS,
    default: [
      "high:packages/alpha-forge-core/",
      "medium:outputs/runs/",
      "low:data/raw/",
      "low:models/trained/",
    ],
    help: "Folders that the project's files should not name, each as PATH or SEVERITY:PATH",
  },
  max_wakes: {
    type: { kind: "integer", min: 0, max: 1_000 },
    default: 12,
    unit: "wakes",
    flagOf: OF_START,
    help:
      "Wakes after an error that names no reset, for up to eight days; then the loop stays paused",
  },
  wake_backoff_seconds: {
    type: { kind: "numbers", min: 1, max: 86_400 },
    default: [60, 300, 900, 1800],
    unit: "seconds",
    help: "Waits before the first, second and later wakes after an error; further waits grow",
  },
  archive_keep: {
    type: { kind: "integer", min: 1, max: 100_000 },
    default: 200,
    unit: "archives",
    help: "Number of archived plans to keep",
  },
  archive_days: {
    type: { kind: "number", min: 1, max: 36_500 },
    default: 90,
    unit: "days",
    help: "Age at which archived plans are removed",
  },
  continue_with: {
    type: { kind: "choice", choices: ["auto", "context", "block"] },
    default: "auto",
    help: "How the next prompt is sent to Claude Code",
  },
  runtime_header: {
    type: TRUTH,
    default: false,
    help: "Whether prompts also contain the header line of the earlier plugin, with its hours",
  },
  notify: {
    type: TEXTS,
    default: [],
    environment: null,
    help: 'Channels for notifications: "bell", or a command to run',
  },
  notify_events: {
    type: { kind: "texts", choices: NOTIFY_EVENTS },
    default: NOTIFY_EVENTS,
    help: "Events that you are notified of",
  },
} as const satisfies Record<string, SettingRow>;

function row<const Type extends SettingType>(type: Type, byDefault: unknown, help: string) {
  return { type, default: byDefault, help };
}

function seconds(byDefault: number, help: string) {
  return { ...row(SECONDS, byDefault, help), unit: "seconds" };
}

function confidenceOf(byDefault: number, what: string) {
  return row(SHARE, byDefault, `Confidence of ${what}`);
}

function ofSandbox(valueName: string, help: string) {
  return { type: TEXTS, default: [], isOwn: true, flagOf: ["run"], valueName, help } as const;
}
