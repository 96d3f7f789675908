/**
 * Our entry under `statusLine` in the text of the client's settings: a status line that was there is
 * run by ours, and comes back unchanged. Which of several is shown. Pure.
 */
import { applyEdits, type Node } from "jsonc-parser";
import { quoteForShell } from "../text/shell_word.ts";
import { fieldOf } from "./hook_list.ts";
import { insertChild, removeChild } from "./json_splice.ts";
import { childAt, findUnread, onTree, readSettings } from "./settings_document.ts";
import { SHELL_WORD, unquoteForShell } from "./ours.ts";
import type { SettingsFile } from "./settings_file.ts";

const KEY = "statusLine";

/** How often the client asks for the line between its own events, in seconds: a pause has none. */
const REFRESH_SECONDS = 30;

const OURS = new RegExp(
  String.raw`^ralph=(?<program>${SHELL_WORD}); "\$ralph" statusline` +
    String.raw`(?: --wrap (?<wrapped>${SHELL_WORD}) 2>/dev/null \|\| sh -c \k<wrapped>)?$`,
);

interface StatusLineCommand {
  readonly program: string;
  /** The command of the other status line, which ours runs; null where there is no other. */
  readonly wrapped: string | null;
}

/**
 * Writes our command, for a POSIX shell. Where the program is gone, the other line is still shown.
 */
export function renderStatusLineCommand({ program, wrapped }: StatusLineCommand): string {
  const call = `ralph=${quoteForShell(program)}; "$ralph" statusline`;
  if (wrapped === null) return call;
  const word = quoteForShell(wrapped);
  return `${call} --wrap ${word} 2>/dev/null || sh -c ${word}`;
}

/**
 * Reads the parts of a command of ours.
 *
 * @param command The `command` of a status line, of whatever type.
 * @returns Null where the command is not ours.
 */
export function readStatusLineCommand(command: unknown): StatusLineCommand | null {
  const groups = typeof command === "string" ? OURS.exec(command)?.groups : undefined;
  if (groups === undefined) return null;
  const { program = "", wrapped } = groups;
  return {
    program: unquoteForShell(program),
    wrapped: wrapped === undefined ? null : unquoteForShell(wrapped),
  };
}

type StatusLine =
  | { readonly kind: "absent" }
  | { readonly kind: "command"; readonly command: string }
  /** The client runs nothing of it. */
  | { readonly kind: "unknown" };

/** Reads the status line of settings; comments are allowed. */
export function readStatusLine(text: string | null): StatusLine {
  const value = text === null ? undefined : fieldOf(readSettings(text), KEY);
  if (value === undefined) return { kind: "absent" };
  const command = fieldOf(value, "command");
  return typeof command === "string" && command.trim() !== ""
    ? { kind: "command", command }
    : { kind: "unknown" };
}

/**
 * Adds our status line, or updates ours. Everything else stays as it is.
 *
 * @param text A text without fault; blank where there is no file.
 * @param inherited The command of a weaker file, which this file would hide; null for none.
 * @returns The new text; unchanged where it has our line already, or a line that is not a command.
 */
export function addStatusLine(text: string, program: string, inherited: string | null): string {
  const present = readStatusLine(text);
  if (present.kind === "unknown") return text;
  if (present.kind === "absent") {
    const start = text.trim() === "" ? "{}\n" : text;
    const command = renderStatusLineCommand({ program, wrapped: inherited });
    const line = { type: "command", command, refreshInterval: REFRESH_SECONDS };
    return onTree(start, (body, root) => insertChild(body, root, line, KEY));
  }
  const ours = readStatusLineCommand(present.command);
  const wrapped = ours === null ? present.command : ours.wrapped;
  const command = renderStatusLineCommand({ program, wrapped });
  if (command === present.command) return text;
  const changed = replaceValue(text, (line) => childAt(line, "command"), JSON.stringify(command));
  return ours !== null || fieldOf(fieldOf(readSettings(text), KEY), "refreshInterval") !== undefined
    ? changed
    : onTree(
      changed,
      (body, root) => insertChild(body, childAt(root, KEY)!, REFRESH_SECONDS, "refreshInterval"),
    );
}

/**
 * Removes our status line.
 *
 * @param text A text without fault.
 * @param original What was there, as JSON text; null where there was no status line, undefined where
 * that is not known, so that the line that ours runs is put back.
 * @returns The new text; unchanged where it has no line of ours.
 */
export function removeStatusLine(text: string, original: string | null | undefined): string {
  const present = readStatusLine(text);
  const ours = present.kind === "command" ? readStatusLineCommand(present.command) : null;
  if (ours === null) return text;
  if (typeof original === "string") return replaceValue(text, (line) => line, original);
  if (original === null || ours.wrapped === null) {
    return onTree(text, (body, root) => removeChild(body, childAt(root, KEY)!.parent!));
  }
  const restored = JSON.stringify(ours.wrapped);
  return replaceValue(text, (line) => childAt(line, "command"), restored);
}

/** Reads the status line of a text as it is written there; null without a status line. */
export function statusLineText(text: string | null): string | null {
  let found: string | null = null;
  if (text === null) return found;
  onTree(text, (body, root) => {
    const line = childAt(root, KEY);
    if (line !== undefined) found = body.slice(line.offset, line.offset + line.length);
    return body;
  });
  return found;
}

function replaceValue(
  text: string,
  find: (line: Node) => Node | undefined,
  content: string,
): string {
  return onTree(text, (body, root) => {
    const line = childAt(root, KEY);
    const node = line === undefined ? undefined : find(line);
    if (node === undefined) return body;
    return applyEdits(body, [{ offset: node.offset, length: node.length, content }]);
  });
}

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
