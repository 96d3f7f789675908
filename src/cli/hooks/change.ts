/** Changing a settings file of the client: with `--dry-run` the change is only shown. */
import { structuredPatch } from "diff";
import {
  changeSettingsFile,
  readSettingsFile,
  refuseOutside,
  type SettingsChange,
  settingsPath,
  type SettingsScope,
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
export interface ChangeResult {
  readonly kind: "unchanged" | "shown" | "written";
  readonly path: string;
  /** The copy of the old file; null where there is no copy. */
  readonly backup: string | null;
  /** With `--dry-run`: what would change, as lines of a diff. */
  readonly diff: readonly string[];
}

/**
 * Reads which settings file the options name.
 *
 * @throws {UsageError} Both were given.
 */
export function readScope(options: { project: boolean; local: boolean }): SettingsScope {
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
  const result = { path, backup: null, diff: [] };
  const { text } = readSettingsFile(scope, path);
  const lines = diffLines(text ?? "", edit(text) ?? "");
  if (lines.length === 0) return { ...result, kind: "unchanged" };
  const { style } = context.out;
  const diff = [`--- ${path}`, `+++ ${path}`, ...lines.map((line) => renderLine(line, style))];
  return { ...result, kind: "shown", diff };
}

function renderLine(line: DiffLine, style: Style): string {
  if (line === null) return style.dim("...");
  const text = `${line.sign}${line.text}`;
  return line.sign === "+" ? style.green(text) : line.sign === "-" ? style.red(text) : text;
}

const CONTEXT_LINES = 2;

/** A line of the diff; null replaces unchanged lines. */
type DiffLine = { readonly sign: " " | "+" | "-"; readonly text: string } | null;

/**
 * Compares two texts line by line, ignoring line ends.
 *
 * @returns Changed lines with two around them; empty where no line changes.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before, after].map((text) => text && `${text.replace(/\r?\n$/, "")}\n`);
  const options = { context: CONTEXT_LINES, stripTrailingCr: true };
  const { hunks } = structuredPatch("", "", old!, now!, undefined, undefined, options);
  const shown = hunks.flatMap(({ oldStart, lines }) => [
    ...(oldStart > 1 ? [null] : []),
    ...lines.map((line) => ({ sign: line[0] as " " | "+" | "-", text: line.slice(1) })),
  ]);
  const last = hunks.at(-1);
  const isCut = last !== undefined && last.oldStart + last.oldLines <= old!.split("\n").length - 1;
  return isCut ? [...shown, null] : shown;
}
