/**
 * The options with which a slash command describes its call: where its plugin is, and that the
 * arguments come on standard input, so that no shell parses them.
 */
import { isAbsolute } from "@std/path";
import { type Environment, PLUGIN_VARIABLE } from "../../store/environment.ts";
import { UsageError } from "../../error.ts";
import { splitWritten } from "../../text/split_words.ts";
import { beforeDashes } from "./scan_words.ts";

/** A word that is replaced by the arguments on standard input. */
const ARGS_FROM_INPUT = "--args-from-stdin";

/** The last line of the arguments; if it is missing, the client cut something off. */
const END_OF_ARGS = "--end-of-arguments";

/** The prefix of the calling plugin's folder. */
const PLUGIN_ROOT = "--plugin-root=";

/** The caller of a command line. */
export interface CommandCaller {
  /** Whether a slash command calls. The client shows all shell code of one that fails. */
  readonly isSlashCommand: boolean;
  /** The calling plugin's folder; null if no plugin calls. */
  readonly pluginRoot: string | null;
}

/** A command line, without the options about its caller. */
export interface CalledWith {
  readonly words: readonly string[];
  /** The words with the user's own quotes, which a shell would have removed. */
  readonly written: readonly string[];
}

/** Reads the caller from the command line. */
export function readCaller(argv: readonly string[]): CommandCaller {
  const options = beforeDashes(argv);
  const root = options.findLast((word) => word.startsWith(PLUGIN_ROOT))?.slice(PLUGIN_ROOT.length);
  return {
    isSlashCommand: options.includes(ARGS_FROM_INPUT),
    // An unexpanded placeholder of the client is not a folder.
    pluginRoot: root !== undefined && isAbsolute(root) ? root : null,
  };
}

/**
 * Reads the words of the call.
 *
 * @param readInput Reads standard input; called only if the arguments come from there.
 * @throws {UsageError} The client cut the arguments off.
 */
export function readWords(argv: readonly string[], readInput: () => string): CalledWith {
  const options = beforeDashes(argv);
  const words = options.filter((word) => !word.startsWith(PLUGIN_ROOT)).flatMap((word) =>
    word === ARGS_FROM_INPUT ? splitWritten(readArgs(readInput())) : [{ word, written: word }]
  );
  const rest = argv.slice(options.length);
  return {
    words: [...words.map(({ word }) => word), ...rest],
    written: [...words.map(({ written }) => written), ...rest],
  };
}

/** Adds the variable that names the plugin's folder, which the client sets for hooks only. */
export function environmentOfCaller(env: Environment, pluginRoot: string | null): Environment {
  if (pluginRoot === null) return env;
  const variable = (name: string) => name === PLUGIN_VARIABLE ? pluginRoot : env.variable(name);
  return { ...env, variable, place: "plugin" };
}

/** Checks that the arguments are complete: three backticks in them end the client's block early. */
function readArgs(input: string): string {
  const lines = input.trimEnd().split(/\r?\n/);
  if (lines.pop() === END_OF_ARGS) return lines.join("\n");
  throw new UsageError("The arguments were cut off on their way from Claude Code", {
    hint: "They cannot contain three backticks: put such a text into a file and name it with -f.",
  });
}
