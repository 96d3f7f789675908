/**
 * The checkbox a list item starts with, and the command it may end with.
 *
 * @module
 */
import { toPlainText } from "./inline.ts";
import type { TaskState } from "./document.ts";

/** A list item that is a task. */
export interface Checkbox {
  readonly state: TaskState;
  readonly source: string;
  readonly text: string;
  readonly command?: string;
}

const BOX = /^\[(?:([ \t])|(x)|-|~|skip)\](?=\s)\s*(?=\S)/i;
const COMMAND = /\s\|\s+(`+)(?!`)(?=[^`\n]*[^`\s])([^\n]*?[^`\n])\1$/;
/** A longer command belongs into a script: characters. */
const MAX_COMMAND_LENGTH = 1_000;

/**
 * Reads the checkbox of a list item.
 *
 * @param source The item's first paragraph as written, lines separated by a line feed.
 * @returns The task, or null where the item has no checkbox or no words after it.
 */
export function readCheckbox(source: string): Checkbox | null {
  const box = BOX.exec(source);
  if (!box) return null;
  const state = box[1] !== undefined ? "open" : box[2] !== undefined ? "done" : "skipped";
  const words = source.slice(box[0].length).trim();
  const tail = words.endsWith("`") ? words.slice(-MAX_COMMAND_LENGTH) : "";
  const command = COMMAND.exec(tail);
  const shown = command ? words.slice(0, words.length - command[0].length) : words;
  return {
    state,
    source: words,
    text: toPlainText(shown),
    ...(command ? { command: command[2]!.trim() } : {}),
  };
}
