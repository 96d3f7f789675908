/** Which status line the client shows, and whether it is ours. Pure. */
import type { SettingsFile } from "./settings_file.ts";
import { readStatusLine, readStatusLineCommand } from "./status_line.ts";
import { findUnread } from "./settings_document.ts";

/** The status line that the client shows. */
export interface StatusLineReport {
  /** `none`: no settings file has one; `other`: the one that is shown is not ours. */
  readonly state: "shown" | "other" | "none";
  /** The settings file that it is in; null where no file has one. */
  readonly path: string | null;
  /** The program that ours calls; null where it is not ours. */
  readonly program: string | null;
  /** The command that ours shows too; null for none. */
  readonly wraps: string | null;
  /** What is wrong and what to do about it, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Judges which status line is shown: that of the strongest file that has one.
 *
 * @param files The settings files, the weakest first.
 */
export function judgeStatusLine(
  files: readonly SettingsFile[],
  canStart: (program: string) => boolean,
): StatusLineReport {
  const lines = files.filter(({ text }) => findUnread(text) === null).flatMap(({ path, text }) => {
    const line = readStatusLine(text);
    if (line.kind === "absent") return [];
    return [{ path, ours: line.kind === "command" ? readStatusLineCommand(line.command) : null }];
  });
  const shown = lines.at(-1);
  if (shown === undefined) {
    return { state: "none", path: null, program: null, wraps: null, problems: [] };
  }
  const { path, ours } = shown;
  const hidden = lines.findLast((line) => line.ours !== null);
  if (ours === null) {
    const problems = hidden === undefined ? [] : [
      `The status line in "${path}" hides ralph's in "${hidden.path}": run ` +
      "'ralph hooks install --statusline' for that file too",
    ];
    return { state: "other", path, program: null, wraps: null, problems };
  }
  const { program, wrapped } = ours;
  return {
    state: "shown",
    path,
    program,
    wraps: wrapped,
    problems: canStart(program) ? [] : [
      `The status line in "${path}" calls "${program}", which does not exist: run ` +
      "'ralph hooks install' again",
    ],
  };
}

/**
 * Finds the command that a status line in a stronger file would hide.
 *
 * @param weaker The weaker settings files, the weakest first.
 * @returns The command, without what is ours in it; null for none.
 */
export function findInherited(weaker: readonly SettingsFile[]): string | null {
  for (const { text } of weaker.toReversed()) {
    const line = readStatusLine(findUnread(text) === null ? text : null);
    if (line.kind !== "command") continue;
    const ours = readStatusLineCommand(line.command);
    return ours === null ? line.command : ours.wrapped;
  }
  return null;
}
