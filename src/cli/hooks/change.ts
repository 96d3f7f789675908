/** Changing a settings file of the client: with `--dry-run` the change is only shown. */
import { createTwoFilesPatch } from "diff";
import {
  changeSettingsFile,
  type ClientSettingsScope,
  compareOurs,
  readSettingsFile,
  refuseOutside,
  type SettingsChange,
  type SettingsChanged,
  settingsPath,
} from "../../registration/settings_file.ts";
import { flag, type OptionSpec } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import type { Location } from "../core/locate.ts";
import type { Style } from "../core/output.ts";
import { refuseBoth } from "../core/usage.ts";

/** The options that choose a settings file. */
export const SCOPE_OPTIONS = [
  flag("project", "Use the project's .claude/settings.json, which is shared", {
    defaultText: "your own settings",
  }),
  flag("local", "Use the project's .claude/settings.local.json, which is not shared"),
] as const satisfies readonly OptionSpec[];

/** Whether a settings file was changed, and how to undo that. */
interface ChangeResult extends Omit<SettingsChanged, "kind"> {
  readonly kind: SettingsChanged["kind"] | "shown";
  /** With `--dry-run`: what would change, as lines of a diff. */
  readonly diff: readonly string[];
}

/**
 * Reads which settings file the options name.
 *
 * @throws {UsageError} Both were given.
 */
export function readScope(options: { project: boolean; local: boolean }): ClientSettingsScope {
  refuseBoth(options, "project", "local");
  return options.project ? "project" : options.local ? "local" : "user";
}

/**
 * Changes a settings file under its lock and keeps a copy, or with `--dry-run` renders the change.
 *
 * @throws {RalphError} The file cannot be read, understood, locked or written.
 */
export function changeSettings(
  context: CommandContext,
  location: Location,
  change: SettingsChange,
  isDryRun: boolean,
): ChangeResult {
  if (!isDryRun) {
    return { ...changeSettingsFile(location, change, context.nowMs()), diff: [] };
  }
  const { scope, edit } = change;
  const path = settingsPath(scope, location.places, location.project);
  refuseOutside(scope, path, location.project);
  const { text } = readSettingsFile(scope, path);
  const after = edit(text) ?? "";
  const result = { path, backup: null, diff: [], ours: compareOurs(text, after) };
  if (after === (text ?? "")) return { ...result, kind: "unchanged" };
  return { ...result, kind: "shown", diff: diffOf(path, text ?? "", after, context.out.style) };
}

/** Compares two texts line by line, ignoring line ends. */
function diffOf(path: string, before: string, after: string, style: Style): string[] {
  const options = { context: 2, stripTrailingCr: true };
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, options);
  const tones: Readonly<Record<string, (text: string) => string>> = {
    "+": style.green,
    "-": style.red,
  };
  // The first two lines name the file once more.
  return patch.trimEnd().split("\n").slice(2)
    .map((line) => tones[line.slice(0, 1)]?.(line) ?? line);
}
