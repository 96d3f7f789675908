/** Renders the settings as text, in groups, each with its meaning, default and origin. */
import type { SettingSpec } from "../../store/settings/settings.ts";
import type { Layout } from "../core/output.ts";
import type { ShownSettings } from "./layers.ts";
import { renderRows, type TermRow, wrapText } from "../core/text_layout.ts";
import { shorten } from "../../text/shorten.ts";

/** Maximum length of a value before it is shortened, in characters; `config get` prints all of it. */
const LONGEST_VALUE = 24;

/** Renders settings in groups, each setting with its value, meaning and origin. */
export function renderSettings(
  specs: readonly SettingSpec[],
  shown: ShownSettings,
  layout: Layout,
): string {
  if (specs.length === 0) return "All settings have their defaults.";
  const groups = new Map<string, TermRow[]>();
  for (const spec of specs) {
    const row = rowOf(spec, shown);
    groups.set(spec.group, [...groups.get(spec.group) ?? [], row]);
  }
  return [
    ...[...groups].map(([name, rows]) =>
      [layout.style.bold(name), ...renderRows(rows, layout.width)].join("\n")
    ),
    wrapText(
      "'ralph config get KEY' prints the complete value, 'ralph config set KEY VALUE' changes it.",
      layout.width,
    ).join("\n"),
  ].join("\n\n");
}

function rowOf(spec: SettingSpec, shown: ShownSettings): TermRow {
  const { help, key, unit } = spec;
  const isDefault = shown.origins[key] === "built-in";
  const origin = isDefault
    ? "default"
    : `${shown.placeOf(key)}; default: ${showShort(spec.default)}`;
  const seconds = unit === "seconds" && !key.endsWith("_seconds") ? ", in seconds" : "";
  return [`${key} = ${showShort(shown.settings[key])}`, `${help}${seconds} (${origin})`];
}

function showShort(value: unknown): string {
  if (value === null) return "none";
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE && Array.isArray(value)
    ? `(${value.length} ${value.length === 1 ? "entry" : "entries"})`
    : shorten(text, LONGEST_VALUE);
}
