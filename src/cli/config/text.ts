/** The settings as text: in groups, each with its meaning, its default and where it comes from. */
import { SETTING_SPECS, type SettingKey, type SettingSpec } from "../../store/settings/settings.ts";
import type { Layout } from "../core/output.ts";
import type { ShownSettings } from "./layers.ts";
import { renderRows, type Row, wrapText } from "../core/text_layout.ts";
import { shorten } from "../../text/shorten.ts";

/** The group of each setting, in the order in which they are shown. */
const GROUP_OF: Readonly<Record<SettingKey, string>> = {
  min_hours: "Limits",
  max_hours: "Limits",
  min_iterations: "Limits",
  max_iterations: "Limits",
  max_tokens: "Limits",
  max_cost_usd: "Limits",
  cli_gap_threshold_seconds: "Limits",
  target_file: "Task",
  no_focus: "Task",
  promise: "Task",
  eternal: "Task",
  unattended: "Task",
  verify: "Verification",
  verify_timeout: "Verification",
  verify_max_rejections: "Verification",
  worktree_setup: "Parallel runs",
  enable_validation_phase: "Validation",
  validation_rounds: "Validation",
  validation_score: "Validation",
  validation_timeout_poc: "Validation",
  validation_timeout_normal: "Validation",
  confidence_threshold: "Completion",
  explicit_marker_confidence: "Completion",
  frontmatter_status_confidence: "Completion",
  all_checkboxes_confidence: "Completion",
  no_pending_items_confidence: "Completion",
  semantic_phrases_confidence: "Completion",
  completion_phrases: "Completion",
  similarity_threshold: "Repetition and idleness",
  window_size: "Repetition and idleness",
  idle_phrases: "Repetition and idleness",
  explore_tasks: "Exploration and constraints",
  rigid_paths: "Exploration and constraints",
  max_wakes: "Waking after errors",
  wake_backoff_seconds: "Waking after errors",
  archive_keep: "Archive and client",
  archive_days: "Archive and client",
  continue_with: "Archive and client",
  notify: "Notifications",
  notify_events: "Notifications",
};

/** Longest value that is not shortened, characters; `config get` prints all of it. */
const LONGEST_VALUE = 24;

/** Defaults that are shown only in an Alpha Forge project, where they apply. */
const ALPHA_FORGE_ONLY: ReadonlySet<unknown> = new Set([
  "high:packages/alpha-forge-core/",
  "medium:outputs/runs/",
  "low:data/raw/",
  "low:models/trained/",
  "Work Item: None",
  "no SLO-aligned work",
]);

interface SettingsLayout extends Layout {
  readonly isAlphaForge: boolean;
}

/** Renders all settings in groups, each setting with its value, meaning and origin. */
export function renderSettings(shown: ShownSettings, layout: SettingsLayout): string {
  return [
    ...new Set(Object.values(GROUP_OF)).values().map((name) =>
      renderGroup(name, name, shown, layout)
    ),
    wrapText(
      "'ralph config get KEY' prints the complete value, 'ralph config set KEY VALUE' changes it.",
      layout.width,
    ).join("\n"),
  ].join("\n\n");
}

/** Renders the settings of one group. */
export function renderGroup(
  name: string,
  title: string,
  shown: ShownSettings,
  layout: SettingsLayout,
): string {
  const specs = new Map(SETTING_SPECS.map((spec) => [spec.key, spec]));
  const rows = Object.entries(GROUP_OF).flatMap(([key, group]): Row[] => {
    const spec = specs.get(key as SettingKey);
    return spec === undefined || group !== name ? [] : [rowOf(spec, shown, layout)];
  });
  return [layout.style.bold(title), ...renderRows(rows, layout.width)].join("\n");
}

function rowOf(spec: SettingSpec, shown: ShownSettings, layout: SettingsLayout): Row {
  const { help, key, unit } = spec;
  const isDefault = shown.origins[key] === "built-in";
  const visible = (value: unknown) =>
    layout.isAlphaForge || !Array.isArray(value)
      ? value
      : value.filter((entry) => !ALPHA_FORGE_ONLY.has(entry));
  const value = isDefault ? visible(shown.settings[key]) : shown.settings[key];
  const origin = isDefault
    ? "default"
    : `${shown.placeOf(key)}; default: ${showShort(visible(spec.default))}`;
  const seconds = unit === "seconds" && !key.endsWith("_seconds") ? ", in seconds" : "";
  return [`${key} = ${showShort(value)}`, `${help}${seconds} (${origin})`];
}

function showShort(value: unknown): string {
  if (value === null) return "none";
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE && Array.isArray(value)
    ? `(${value.length} entries)`
    : shorten(text, LONGEST_VALUE);
}
