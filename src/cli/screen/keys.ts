/** Decodes keys from the bytes that a terminal in raw mode sends. Pure. */
import { splitCharacters } from "../../text/columns.ts";

type KeyName =
  | "enter"
  | "escape"
  | "backspace"
  | "up"
  | "down"
  | "home"
  | "end"
  | "page-up"
  | "page-down"
  | `ctrl-${string}`;

/** A pressed key, as a name or a character. A paste is one text. */
export type Key =
  | { readonly kind: "name"; readonly name: KeyName }
  | { readonly kind: "text"; readonly text: string; readonly isPasted: boolean };

/** The ends of CSI and SS3 sequences, of xterm, tmux, the Linux console and rxvt. */
const SEQUENCES: Readonly<Record<string, KeyName>> = {
  "A": "up",
  "B": "down",
  "H": "home",
  "F": "end",
  "1~": "home",
  "4~": "end",
  "5~": "page-up",
  "6~": "page-down",
  "7~": "home",
  "8~": "end",
};

const INTERRUPT: Key = { kind: "name", name: "ctrl-c" };
const PASTE_BEGINS = "\x1b[200~";
const PASTE_ENDS = "\x1b[201~";
// deno-lint-ignore no-control-regex -- what terminals send
const SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/;
// deno-lint-ignore no-control-regex -- what terminals send
const UNFINISHED = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/;
// deno-lint-ignore no-control-regex -- everything up to the next control character
const CHARACTERS = /^[^\x00-\x1f\x7f]+/;

/**
 * Decodes the input of a terminal. Other sequences, such as answers of the terminal and clicks, are
 * ignored.
 *
 * @param input The rest of the last call, followed by the new input.
 * @param isComplete Whether no more input came for a moment, so that an escape character is the Esc key.
 *
 * @example Letters, an arrow, Ctrl-C
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const { keys } = decodeKeys("ab\x1b[A\x03");
 * const names = keys.map((key) => key.kind === "text" ? key.text : key.name);
 * assertEquals(names, ["a", "b", "up", "ctrl-c"]);
 * ```
 */
export function decodeKeys(input: string, isComplete = false) {
  const keys: Key[] = [];
  let rest = input;
  while (rest !== "") {
    const characters = CHARACTERS.exec(rest)?.[0] ?? "";
    for (const text of splitCharacters(characters)) {
      keys.push({ kind: "text", text, isPasted: false });
    }
    rest = rest.slice(characters.length);
    if (rest === "") break;
    if (rest.startsWith(PASTE_BEGINS)) {
      const end = rest.indexOf(PASTE_ENDS);
      // If the end of a paste never comes, Ctrl-C still works.
      if (end < 0 && rest.includes("\x03")) return { keys: [...keys, INTERRUPT], rest: "" };
      if (end < 0) return { keys, rest };
      const text = rest.slice(PASTE_BEGINS.length, end);
      keys.push({ kind: "text", text, isPasted: true });
      rest = rest.slice(end + PASTE_ENDS.length);
      continue;
    }
    if (!isComplete && UNFINISHED.test(rest)) return { keys, rest };
    const { key, length } = takeKey(rest);
    if (key !== null) keys.push(key);
    rest = rest.slice(length);
  }
  return { keys, rest };
}

function takeKey(input: string): { key: Key | null; length: number } {
  const sequence = SEQUENCE.exec(input)?.[0];
  if (sequence !== undefined) {
    // The parameters of a letter are Shift, Alt and Ctrl: `1;5A`.
    const end = /[A-Z]$/.exec(sequence)?.[0] ?? sequence.slice(2).replace(/;\d+~$/, "~");
    return { key: named(SEQUENCES[end]), length: sequence.length };
  }
  return { key: controlKey(input.charCodeAt(0)), length: 1 };
}

function controlKey(code: number): Key | null {
  if (code === 0x1b) return named("escape");
  if (code === 0x7f || code === 0x08) return named("backspace");
  if (code === 0x0d || code === 0x0a) return named("enter");
  return named(`ctrl-${String.fromCharCode(code + 0x60)}`);
}

function named(name: KeyName | undefined): Key | null {
  return name === undefined ? null : { kind: "name", name };
}
