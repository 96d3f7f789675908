/** The common part of `hooks install` and `hooks uninstall`: choosing the file, and showing a change. */
import { createTwoFilesPatch } from "diff";
import type { ClientSettingsScope, SettingsChanged } from "../../registration/settings_file.ts";
import { flag, type OptionSpec } from "../core/command.ts";
import type { Style } from "../core/style.ts";
import { refuseBoth } from "../core/usage.ts";

/** The options that choose a settings file. */
export const SCOPE_OPTIONS = [
  flag("project", "Use the project's .claude/settings.json, which is shared", {
    defaultText: "your own settings",
  }),
  flag("local", "Use the project's .claude/settings.local.json, which is not shared"),
] as const satisfies readonly OptionSpec[];

/** Reads the scope that the options name. @throws {UsageError} Both were given. */
export function readScope(options: { project: boolean; local: boolean }): ClientSettingsScope {
  refuseBoth(options, "project", "local");
  return options.project ? "project" : options.local ? "local" : "user";
}

/** Shows a change line by line, ignoring line ends; empty without `--dry-run`. */
export function showChange(
  { kind, path, before, after }: SettingsChanged,
  style: Style,
): string[] {
  if (kind !== "shown") return [];
  const options = { context: 2, stripTrailingCr: true };
  const texts = [before ?? "", after ?? ""] as const;
  const patch = createTwoFilesPatch(path, path, ...texts, undefined, undefined, options);
  const tones: Readonly<Record<string, (text: string) => string>> = {
    "+": style.green,
    "-": style.red,
  };
  // The first two lines repeat the file's name.
  return patch.trimEnd().split("\n").slice(2)
    .map((line) => tones[line.slice(0, 1)]?.(line) ?? line);
}
