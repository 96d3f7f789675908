/** Splits a line of arguments into words; nothing is expanded or run. */

/** A word, and its written form with quotes. */
export interface WrittenWord {
  readonly word: string;
  readonly written: string;
}

/**
 * Splits text into words at white space, as a person who wrote it would.
 *
 * Quotes group only if a person would use them so: they open at the beginning of a word or after
 * its first `=`, and close before white space or the end. This keeps the apostrophe in
 * `don't`, and a quote without a partner. Inside double quotes, `\"` and `\\` mean the second character;
 * outside of quotes, a backslash before white space keeps the word together.
 *
 * @example Quotes and an apostrophe
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const words = splitWritten(`-f "my plan.md" don't`).map(({ word }) => word);
 * assertEquals(words, ["-f", "my plan.md", "don't"]);
 * ```
 */
export function splitWritten(text: string): WrittenWord[] {
  const words: WrittenWord[] = [];
  let rest = text.trimStart();
  while (rest !== "") {
    const { word, length } = takeWord(rest);
    words.push({ word, written: rest.slice(0, length) });
    rest = rest.slice(length).trimStart();
  }
  return words;
}

function takeWord(text: string): { word: string; length: number } {
  const bare = /^(?:\\\s|\S)+/.exec(text)?.[0] ?? "";
  const prefix = /^[^\s"'=]*=/.exec(text)?.[0] ?? "";
  for (const start of ["", prefix]) {
    const quoted = takeQuoted(text.slice(start.length));
    if (quoted !== null) {
      return { word: start + quoted.word, length: start.length + quoted.length };
    }
  }
  return { word: bare.replaceAll(/\\(\s)/g, "$1"), length: bare.length };
}

function takeQuoted(text: string): { word: string; length: number } | null {
  const single = /^'([^']*(?:'(?!\s|$)[^']*)*)'(?=\s|$)/.exec(text);
  if (single) return { word: single[1] ?? "", length: single[0].length };
  const double = /^"((?:\\.|[^"\\]|"(?!\s|$))*)"(?=\s|$)/s.exec(text);
  if (double === null) return null;
  return { word: (double[1] ?? "").replaceAll(/\\(["\\])/g, "$1"), length: double[0].length };
}

/** The result of splitting a command line. */
type SplitCommand =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "bad"; readonly why: string };

/** Matches a word of a shell, or else a quote that is never closed. */
const SHELL_WORD = /(?:\\[^]?|'[^']*'|"(?:\\[^]|[^"\\])*"|[^\s'"\\])+|(['"])/g;
const SHELL_PART = /\\([^]?)|'([^']*)'|"((?:\\[^]|[^"\\])*)"/g;

/**
 * Splits a command line by the shell's rules for quotes and backslashes.
 *
 * @returns Its words; `bad` if a quote is never closed.
 *
 * @example Two kinds of quotes
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(splitCommand(`"my agent" --model 'a b'`), {
 *   kind: "words",
 *   words: ["my agent", "--model", "a b"],
 * });
 * ```
 */
export function splitCommand(line: string): SplitCommand {
  const matches = [...line.matchAll(SHELL_WORD)];
  const open = matches.find(([, quote]) => quote !== undefined)?.[1];
  if (open !== undefined) return { kind: "bad", why: `a ${open} is never closed` };
  const words = matches.map(([word]) =>
    word.replace(
      SHELL_PART,
      (_part, escaped, single, double) => escaped ?? single ?? double.replace(/\\(["\\$`])/g, "$1"),
    )
  );
  return { kind: "words", words };
}
