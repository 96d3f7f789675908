/**
 * What a slash command says about itself when it calls the binary: where its plugin is, and that the
 * arguments come on standard input, where no shell can read them.
 *
 * @module
 */
import { UsageError } from "../store/error.ts";
import { splitWords } from "./split_words.ts";

/** Stands for the arguments on standard input. */
const ARGS_FROM_INPUT = "--args-from-stdin";

/** The last line of the arguments: without it the client has cut something off. */
const END_OF_ARGS = "--end-of-arguments";

/** Followed by the folder of the plugin that the call comes from. */
const PLUGIN_ROOT = "--plugin-root=";

/** A command line without what the caller said about itself. */
export interface CalledWith {
  readonly words: readonly string[];
  /** The plugin's folder, where a plugin calls. */
  readonly pluginRoot?: string;
}

/**
 * Reads what the caller says about itself.
 *
 * @param argv The words after the program's name.
 * @param readInput Reads standard input; called only where the arguments come from there.
 * @throws {UsageError} The arguments do not end as they must.
 */
export function readCaller(argv: readonly string[], readInput: () => string): CalledWith {
  const words: string[] = [];
  let pluginRoot: string | undefined;
  for (const [index, word] of argv.entries()) {
    if (word === "--") return { words: [...words, ...argv.slice(index)], ...root(pluginRoot) };
    if (word === ARGS_FROM_INPUT) words.push(...splitWords(readArgs(readInput())));
    else if (word.startsWith(PLUGIN_ROOT)) pluginRoot = word.slice(PLUGIN_ROOT.length);
    else words.push(word);
  }
  return { words, ...root(pluginRoot) };
}

/** Three backticks end the client's own block, and with it the arguments, in the middle. */
function readArgs(input: string): string {
  const lines = input.trimEnd().split(/\r?\n/);
  if (lines.pop() === END_OF_ARGS) return lines.join("\n");
  throw new UsageError("The arguments were cut off on their way from Claude Code", {
    hint: "Three backticks cannot stand in them: put such a text into a file and name it with -f.",
  });
}

/** A folder that was not filled in is none. */
function root(pluginRoot: string | undefined): { pluginRoot?: string } {
  return pluginRoot === undefined || !/^([/\\]|[A-Za-z]:)/.test(pluginRoot) ? {} : { pluginRoot };
}
