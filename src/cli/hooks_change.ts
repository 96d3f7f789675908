/**
 * Changing a settings file of the client: shown first with `--dry-run`, else locked, backed up,
 * written.
 *
 * @module
 */
import { requireWritten } from "../store/atomic_file.ts";
import { UsageError } from "../store/error.ts";
import { withLock } from "../store/lock.ts";
import { sharedLock } from "../store/places.ts";
import { installedAtFile, rememberInstalled } from "../registration/installed_at.ts";
import { type DiffLine, diffLines } from "../registration/line_diff.ts";
import {
  readSettingsFile,
  settingsPath,
  type SettingsScope,
  writeSettingsFile,
} from "../registration/settings_file.ts";
import type { CommandContext } from "./context.ts";
import type { Location } from "./locate.ts";
import type { Style } from "./output.ts";

/** A change of a settings file. */
export interface SettingsChange {
  readonly scope: SettingsScope;
  /** The new text, from the one that is there; null where there is no file. */
  readonly edit: (text: string | null) => string | null;
  /** Whether our hooks are there afterwards. */
  readonly installs: boolean;
  readonly isDryRun: boolean;
}

/** What came of a change. */
export type ChangeResult = "unchanged" | "shown" | "written";

/**
 * The settings file that the options name.
 *
 * @throws {UsageError} Both were given.
 */
export function readScope(options: { project: boolean; local: boolean }): SettingsScope {
  if (options.project && options.local) {
    throw new UsageError("--project and --local exclude each other", { hint: "Give one of them." });
  }
  return options.project ? "project" : options.local ? "local" : "user";
}

/**
 * Changes a settings file.
 *
 * @param context The command's world.
 * @param location Where the command works.
 * @param change What is to be changed.
 * @throws {RalphError} The file cannot be read, understood, locked or written.
 */
export function changeSettings(
  context: CommandContext,
  { places, project }: Location,
  change: SettingsChange,
): ChangeResult {
  const { out } = context;
  const path = settingsPath(change.scope, places, project);
  if (change.isDryRun) {
    const { text } = readSettingsFile(change.scope, path);
    const lines = diffLines(text ?? "", change.edit(text) ?? "");
    if (lines.length === 0) return "unchanged";
    out.data([`--- ${path}`, `+++ ${path}`, ...lines.map((line) => renderLine(line, out.style))]
      .join("\n"));
    return "shown";
  }
  return withLock(sharedLock(places, "config"), {}, () => {
    const file = readSettingsFile(change.scope, path);
    const text = change.edit(file.text);
    if (text === null || text === file.text) return "unchanged";
    const now = context.now();
    const backup = writeSettingsFile(file, text, now);
    const remembered = rememberInstalled(places, path, change.installs ? now : null);
    requireWritten(remembered, installedAtFile(places));
    if (backup !== null) out.data(`Backup: ${backup}`);
    return "written";
  });
}

function renderLine(line: DiffLine, style: Style): string {
  if (line === null) return style.dim("...");
  const text = `${line.sign}${line.text}`;
  return line.sign === "+" ? style.green(text) : line.sign === "-" ? style.red(text) : text;
}
