/**
 * Adds ralph's entry under `statusLine` to the text of the client's settings, removes it, and judges which
 * of several is shown. An earlier status line is run by ralph's, and is restored unchanged. Pure. Files
 * are listed with the weakest first.
 */
import { asFields } from "../evidence/transcript/fields.ts";
import { quoteForShell } from "../text/shell_word.ts";
import { MEMORY_ADVICE } from "./gate.ts";
import { fieldOf } from "./hook_list.ts";
import { SHELL_WORD, unquoteForShell } from "./ours.ts";
import { findUnread, readSettings, removeKey, setKey, textOfKey } from "./settings_document.ts";

/** A settings file as it was read; null if it is missing. */
interface ReadFile {
  readonly path: string;
  readonly text: string | null;
}

const KEY = "statusLine";

/** Seconds after which the client asks for the line again: a pause has no events. */
const REFRESH_SECONDS = 30;

const OURS = new RegExp(
  String.raw`^ralph=(?<program>${SHELL_WORD}); ` +
    // Earlier versions registered it without the interval.
    String.raw`(?:GLIBC_TUNABLES="\$\{GLIBC_TUNABLES-[\w.:=]+\}" )?"\$ralph" statusline` +
    String.raw`(?: --wrap (?<wrapped>${SHELL_WORD}) 2>/dev/null \|\| sh -c \k<wrapped>)?$`,
);

/**
 * Writes ralph's command for a POSIX shell. If the program is gone, the other line is still shown. The
 * malloc tuning is the gate's.
 */
export function renderStatusLineCommand({ program, wrapped }: StatusLineCommand): string {
  const advice = `GLIBC_TUNABLES="\${GLIBC_TUNABLES-${MEMORY_ADVICE}}"`;
  const call = `ralph=${quoteForShell(program)}; ${advice} "$ralph" statusline`;
  if (wrapped === null) return call;
  const word = quoteForShell(wrapped);
  return `${call} --wrap ${word} 2>/dev/null || sh -c ${word}`;
}

type StatusLineCommand = NonNullable<ReturnType<typeof readStatusLineCommand>>;

/** Reads the parts of ralph's command. @returns Null if the command is not ralph's. */
export function readStatusLineCommand(command: unknown) {
  const groups = typeof command === "string" ? OURS.exec(command)?.groups : undefined;
  if (groups === undefined) return null;
  const { program = "", wrapped } = groups;
  return {
    program: unquoteForShell(program),
    /** The command of the other status line, which ralph's runs; null if there is no other. */
    wrapped: wrapped === undefined ? null : unquoteForShell(wrapped),
  };
}

/** Reads the status line of settings; its command is null if the client runs none. */
export function readStatusLine(text: string | null) {
  const value = text === null ? undefined : fieldOf(readSettings(text), KEY);
  if (value === undefined) return null;
  const fields = asFields(value) ?? {};
  const { command: given } = fields;
  const command = typeof given === "string" && given.trim() !== "" ? given : null;
  return { command, ours: readStatusLineCommand(command), fields };
}

/**
 * Adds ralph's status line, or updates it. Everything else stays as it is.
 *
 * @param inherited The command of a weaker file, which this file would hide; null if there is none.
 * @returns The new text; unchanged if it has ralph's line already, or a line that is not a command.
 */
export function addStatusLine(text: string, program: string, inherited: string | null): string {
  const present = readStatusLine(text);
  if (present !== null && present.command === null) return text;
  const { command = null, ours = null, fields = {} } = present ?? {};
  const wrapped = ours?.wrapped ?? (ours === null ? command ?? inherited : null);
  const added = renderStatusLineCommand({ program, wrapped });
  if (added === command) return text;
  const line = { type: "command", refreshInterval: REFRESH_SECONDS, ...fields, command: added };
  return setKey(text.trim() === "" ? "{}\n" : text, KEY, JSON.stringify(line));
}

/**
 * Removes ralph's status line, and restores the earlier one.
 *
 * @param original The earlier status line as JSON text; null if there was none. If undefined, it is not
 * known, so the command that ralph's line runs is restored.
 * @returns The new text; unchanged if it has no line of ralph's.
 */
export function removeStatusLine(text: string, original: string | null | undefined): string {
  const { ours = null, fields } = readStatusLine(text) ?? {};
  if (ours === null) return text;
  if (typeof original === "string") return setKey(text, KEY, original);
  if (original === null || ours.wrapped === null) return removeKey(text, [KEY]);
  return setKey(text, KEY, JSON.stringify({ ...fields, command: ours.wrapped }));
}

/** Reads the status line of a text as it is written there; null without a status line. */
export function statusLineText(text: string): string | null {
  return textOfKey(text, KEY) ?? null;
}

/** The status line that the client shows. */
export interface StatusLineReport {
  /** `none`: no settings file has one; `other`: the one that is shown is not ralph's. */
  readonly state: "shown" | "other" | "none";
  /** The settings file that it is in; null if no file has one. */
  readonly path: string | null;
  /** The program that ralph's line calls; null if the line is not ralph's. */
  readonly program: string | null;
  /** The command whose output ralph's line shows too; null if there is none. */
  readonly wraps: string | null;
  /** Problems with their remedies, one sentence each. */
  readonly problems: readonly string[];
}

/** Judges which status line is shown: that of the strongest file that has one. */
export function judgeStatusLine(
  files: readonly ReadFile[],
  canStart: (program: string) => boolean,
): StatusLineReport {
  const lines = listStatusLines(files);
  const shown = lines.at(-1);
  if (shown === undefined) {
    return { state: "none", path: null, program: null, wraps: null, problems: [] };
  }
  const { path, ours } = shown;
  if (ours === null) {
    const hidden = lines.findLast((line) => line.ours !== null);
    const problems = hidden === undefined ? [] : [
      `The status line in "${path}" hides ralph's in "${hidden.path}": run ` +
      "'ralph hooks install --statusline' for that file too",
    ];
    return { state: "other", path, program: null, wraps: null, problems };
  }
  const { program, wrapped: wraps } = ours;
  const problems = canStart(program) ? [] : [
    `The status line in "${path}" calls "${program}", which does not exist: run ` +
    "'ralph hooks install' again",
  ];
  return { state: "shown", path, program, wraps, problems };
}

/**
 * Finds the command that a status line in a stronger file would hide.
 *
 * @returns The command without ralph's part; null if there is none.
 */
export function findInherited(weaker: readonly ReadFile[]): string | null {
  const line = listStatusLines(weaker).findLast(({ command }) => command !== null);
  return line === undefined ? null : line.ours === null ? line.command : line.ours.wrapped;
}

/** Lists the status lines of the files that the client reads. */
function listStatusLines(files: readonly ReadFile[]) {
  return files.flatMap(({ path, text }) => {
    const line = findUnread(text) === null ? readStatusLine(text) : null;
    return line === null ? [] : [{ path, ...line }];
  });
}
