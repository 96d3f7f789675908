/** Tells the options of a command line from its other words. Pure. */
import type { Command, OptionSpec } from "./command.ts";

/** Cuts a command line off at `--`, after which no word is an option. */
export function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end < 0 ? words : words.slice(0, end);
}

/** A word of a command line, with the value that follows an option. */
interface ScannedWord {
  readonly kind: "word" | "option";
  /** The index of the word. */
  readonly place: number;
  /** The option that it names; undefined for an unknown one. */
  readonly spec?: OptionSpec | undefined;
  /** The text after its `=`, or the next word; undefined if there is neither. */
  readonly value?: string | undefined;
}

/** Tells options from other words, without validating either. */
export function scanWords(command: Command, words: readonly string[]): ScannedWord[] {
  const end = beforeDashes(words).length;
  const scanned: ScannedWord[] = [];
  let hasWord = false;
  const isOption = (place: number) =>
    place < end && isOptionWord(words[place]!) && !isWordOfText(command, words[place]!, hasWord);
  for (let place = 0; place < words.length; place++) {
    if (place === end) continue;
    if (!isOption(place)) {
      hasWord = true;
      scanned.push({ kind: "word", place });
      continue;
    }
    const [written, value] = splitAtEquals(words[place]!);
    const spec = matchOption(command.options ?? [], written);
    const takesNext = spec !== undefined && spec.type !== "boolean" && value === undefined &&
      place + 1 < end && !isOption(place + 1);
    scanned.push({ kind: "option", place, spec, value: takesNext ? words[place + 1] : value });
    if (takesNext) place++;
  }
  return scanned;
}

/** Checks whether a word is an option: it begins with `-`, but is neither `-` alone nor a negative number. */
export function isOptionWord(word: string): boolean {
  return word.startsWith("-") && word !== "-" && !/^-\.?\d/.test(word);
}

/** Checks whether a word that looks like an option is part of the user's text. */
function isWordOfText(command: Command, word: string, isInside: boolean): boolean {
  if (command.text === undefined) return false;
  const [written] = splitAtEquals(word);
  if (command.text === "task") return /\s/.test(written);
  const isOwn = (command.options ?? []).some(({ name }) => written === `--${name}`);
  return /\s/.test(written) || (isInside && !isOwn);
}

/** Splits `--name=value`; the value is undefined without `=`. */
export function splitAtEquals(word: string): [written: string, value: string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/**
 * Finds the option that a word names.
 *
 * @param written The word up to its `=`.
 */
export function matchOption(specs: readonly OptionSpec[], written: string): OptionSpec | undefined {
  return specs.find(({ name, alias }) =>
    written === `--${name}` || alias !== undefined && written === `-${alias}`
  );
}
