/**
 * Changing a settings file of the client: shown first with `--dry-run`, else locked, backed up,
 * written.
 *
 * @module
 */
import { requireWritten } from "../../store/files/atomic_file.ts";
import { withLock } from "../../store/files/lock.ts";
import { sharedLock } from "../../store/places.ts";
import { removeFile } from "../../store/files/presence.ts";
import { installedAtFile, rememberInstalled } from "../../registration/installed_at.ts";
import { type DiffLine, diffLines } from "../../registration/line_diff.ts";
import {
  readSettingsFile,
  refuseOutside,
  settingsPath,
  type SettingsScope,
  writeSettingsFile,
} from "../../registration/settings_file.ts";
import type { OptionSpec } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import type { Location } from "../core/locate.ts";
import type { Style } from "../core/output.ts";
import { refuseBoth } from "../core/usage.ts";

/** The options that choose a settings file. */
export const SCOPE_OPTIONS = [
  {
    name: "project",
    type: "boolean",
    help: "Use the project's .claude/settings.json, which is shared (default: your own settings)",
  },
  {
    name: "local",
    type: "boolean",
    help: "Use the project's .claude/settings.local.json, which is not shared",
  },
] as const satisfies readonly OptionSpec[];

/** A change of a settings file. */
export interface SettingsChange {
  readonly scope: SettingsScope;
  /** Makes the new text from the present text; null where there is no file, or should be none. */
  readonly edit: (text: string | null) => string | null;
  /** Whether our hooks are there afterwards; undefined where the change is not about them. */
  readonly installs?: boolean;
  readonly isDryRun: boolean;
}

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
 * @param change The file and its edit.
 * @throws {RalphError} The file cannot be read, understood, locked or written.
 */
export function changeSettings(
  context: CommandContext,
  { places, project }: Location,
  { scope, edit, installs, isDryRun }: SettingsChange,
): ChangeResult {
  const path = settingsPath(scope, places, project);
  refuseOutside(scope, path, project);
  const result = { path, backup: null, diff: [] };
  if (isDryRun) {
    const { text } = readSettingsFile(scope, path);
    const lines = diffLines(text ?? "", edit(text) ?? "");
    if (lines.length === 0) return { ...result, kind: "unchanged" };
    const { style } = context.out;
    const diff = [`--- ${path}`, `+++ ${path}`, ...lines.map((line) => renderLine(line, style))];
    return { ...result, kind: "shown", diff };
  }
  return withLock(sharedLock(places, "config"), {}, () => {
    const file = readSettingsFile(scope, path);
    const text = edit(file.text);
    if (text === file.text) return { ...result, kind: "unchanged" };
    const now = context.now();
    const backup = text === null ? null : writeSettingsFile(file, text, now);
    if (text === null) requireWritten(removeFile(path), path);
    if (installs !== undefined) {
      const remembered = rememberInstalled(places, path, installs ? now : null);
      requireWritten(remembered, installedAtFile(places));
    }
    return { ...result, kind: "written", backup };
  });
}

function renderLine(line: DiffLine, style: Style): string {
  if (line === null) return style.dim("...");
  const text = `${line.sign}${line.text}`;
  return line.sign === "+" ? style.green(text) : line.sign === "-" ? style.red(text) : text;
}
