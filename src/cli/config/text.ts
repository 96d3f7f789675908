/**
 * The settings as text: in groups, each with its meaning, its default and where it comes from.
 *
 * @module
 */
import { SETTING_SPECS, type SettingKey, type SettingSpec } from "../../store/settings/settings.ts";
import type { Style } from "../core/output.ts";
import type { ShownSettings } from "./layers.ts";
import { renderRows, type Row, wrapText } from "../core/text_layout.ts";
import { shorten } from "../../text/shorten.ts";

/** The settings by what they are for; each is in exactly one group. */
const SETTING_GROUPS: Readonly<Record<string, readonly SettingKey[]>> = {
  "Limits": [
    "min_hours",
    "max_hours",
    "min_iterations",
    "max_iterations",
    "max_tokens",
    "max_cost_usd",
    "cli_gap_threshold_seconds",
  ],
  "Task": ["target_file", "no_focus", "promise", "eternal", "unattended"],
  "Verification": ["verify", "verify_timeout", "verify_max_rejections"],
  "Validation": [
    "enable_validation_phase",
    "validation_rounds",
    "validation_score",
    "validation_timeout_poc",
    "validation_timeout_normal",
  ],
  "Completion": [
    "confidence_threshold",
    "explicit_marker_confidence",
    "frontmatter_status_confidence",
    "all_checkboxes_confidence",
    "no_pending_items_confidence",
    "semantic_phrases_confidence",
    "completion_phrases",
  ],
  "Repetition and idleness": ["similarity_threshold", "window_size", "idle_phrases"],
  "Exploration and constraints": ["explore_tasks", "rigid_paths"],
  "Waking after errors": ["max_wakes", "wake_backoff_seconds"],
  "Archive and client": ["archive_keep", "archive_days", "continue_with"],
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

/** How {@linkcode renderSettings} lays settings out. */
export interface SettingsLayout {
  readonly width: number;
  readonly style: Style;
  /** Whether the project is an Alpha Forge project. */
  readonly isAlphaForge: boolean;
}

/**
 * Renders all settings in groups, each setting with its value, meaning and origin.
 *
 * @param shown The settings in effect, with their sources.
 * @param layout Width, marks and kind of project.
 */
export function renderSettings(shown: ShownSettings, layout: SettingsLayout): string {
  return [
    ...Object.keys(SETTING_GROUPS).map((name) => renderGroup(name, name, shown, layout)),
    wrapText(
      "'ralph config get KEY' prints the complete value, 'ralph config set KEY VALUE' changes it.",
      layout.width,
    ).join("\n"),
  ].join("\n\n");
}

/**
 * Renders the settings of one group.
 *
 * @param name The group.
 * @param title The line above them.
 * @param shown The settings in effect, with their sources.
 * @param layout Width, marks and kind of project.
 */
export function renderGroup(
  name: string,
  title: string,
  shown: ShownSettings,
  layout: SettingsLayout,
): string {
  const specs = new Map(SETTING_SPECS.map((spec) => [spec.key, spec]));
  const rows = (SETTING_GROUPS[name] ?? []).flatMap((key): Row[] => {
    const spec = specs.get(key);
    return spec === undefined ? [] : [rowOf(spec, shown, layout)];
  });
  return [layout.style.bold(title), ...renderRows(rows, layout.width)].join("\n");
}

function rowOf(spec: SettingSpec, shown: ShownSettings, layout: SettingsLayout): Row {
  const { key, help } = spec;
  const isDefault = shown.origins[key] === "built-in";
  const visible = (value: unknown) =>
    layout.isAlphaForge || !Array.isArray(value)
      ? value
      : value.filter((entry) => !ALPHA_FORGE_ONLY.has(entry));
  const value = isDefault ? visible(shown.settings[key]) : shown.settings[key];
  const origin = isDefault
    ? "default"
    : `${shown.placeOf(key)}; default: ${showShort(visible(spec.default))}`;
  return [`${key} = ${showShort(value)}`, `${help} (${origin})`];
}

function showShort(value: unknown): string {
  if (value === null) return "none";
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE && Array.isArray(value)
    ? `(${value.length} entries)`
    : shorten(text, LONGEST_VALUE);
}
