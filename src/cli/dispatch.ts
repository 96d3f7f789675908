/**
 * Runs a command line: finds the command, answers calls for help, prints what went wrong.
 *
 * @module
 */
import { messageOf, RalphError, UsageError } from "../store/error.ts";
import { environmentOfCaller, readCaller } from "./caller.ts";
import type { CommandEntry } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { renderCommandHelp, renderProgramHelp, renderUsage } from "./help.ts";
import { asksForHelp, parseArgs } from "./parse.ts";
import { COMMANDS } from "./registry.ts";
import { resolveCommand, type Resolved } from "./resolve.ts";
import { nearHint } from "./suggest.ts";

/**
 * Runs a command line.
 *
 * Help that was asked for goes to stdout with 0; help shown because something is missing goes to
 * stderr with 2.
 *
 * @param argv The words after the program's name.
 * @param context The world.
 * @param commands The commands there are.
 * @returns The exit code (design §10); an error of ours is printed with its hint.
 */
export async function runCli(
  argv: readonly string[],
  context: CommandContext,
  commands: readonly CommandEntry[] = COMMANDS,
): Promise<number> {
  let resolved: Resolved | null = null;
  let topic = "";
  try {
    const { words, pluginRoot } = readCaller(argv, context.readInput);
    const env = environmentOfCaller(context.env, pluginRoot);
    const [first] = words;
    if (first === undefined) {
      context.out.say(renderProgramHelp(commands, talkLayout(context)));
      return 2;
    }
    if (first === "--version" || first === "-V") {
      printVersion(context, words.includes("--json"));
      return 0;
    }
    if (first === "help" || first === "--help" || first === "-h") {
      return await showHelp(words.slice(1), context, commands);
    }
    if (first.startsWith("-")) {
      throw new UsageError(`Wanted a command, found option '${first}'`, {
        hint: nearHint(first, ["--version", "--help"]) ??
          "Options come after the command: ralph COMMAND [OPTIONS].",
      });
    }
    if (commands.some(({ name }) => name === first)) topic = `${first} `;
    const wantsHelp = asksForHelp(words);
    resolved = await resolveCommand(commands, words, !wantsHelp);
    const { command, path, rest } = resolved;
    if (wantsHelp) {
      context.out.data(renderCommandHelp(command, path, dataLayout(context)));
      return 0;
    }
    if (command.run === undefined) {
      context.out.say(renderCommandHelp(command, path, talkLayout(context)));
      return 2;
    }
    const code = await command.run({ ...context, env }, parseArgs(command, rest, env));
    // The client shows a slash command's output as an error unless its program ends with 0, and a
    // code that a command returns is an answer, not an error.
    return pluginRoot === null ? code : 0;
  } catch (error) {
    if (!(error instanceof RalphError)) throw error;
    printError(error, resolved, topic, context);
    return error.exitCode;
  }
}

function printVersion({ out, version: built }: CommandContext, asJson: boolean): void {
  const { version, commit, target, deno } = built;
  if (asJson) out.json({ version, commit, target, deno });
  else out.data(`ralph ${version} (commit ${commit}, ${target}, Deno ${deno})`);
}

async function showHelp(
  words: readonly string[],
  context: CommandContext,
  commands: readonly CommandEntry[],
): Promise<number> {
  const names = words.filter((word) => !word.startsWith("-"));
  if (names.length === 0) {
    context.out.data(renderProgramHelp(commands, dataLayout(context)));
    return 0;
  }
  const { command, path } = await resolveCommand(commands, names, false);
  context.out.data(renderCommandHelp(command, path, dataLayout(context)));
  return 0;
}

function printError(
  error: RalphError,
  resolved: Resolved | null,
  topic: string,
  context: CommandContext,
): void {
  const { out } = context;
  out.say(`${out.talkStyle.red("Error:")} ${messageOf(error)}`);
  if (error.hint !== "") out.say(`${out.talkStyle.bold("Hint:")} ${error.hint}`);
  if (!(error instanceof UsageError)) return;
  if (resolved === null) {
    out.say(`Run 'ralph ${topic}--help' for the list of commands.`);
    return;
  }
  const { command, path } = resolved;
  out.say(`Usage: ${renderUsage(command, path)}`);
  out.say(`Run 'ralph ${path.join(" ")} --help' for more.`);
}

function dataLayout({ out }: CommandContext) {
  return { width: out.width, style: out.style };
}

function talkLayout({ out }: CommandContext) {
  return { width: out.width, style: out.talkStyle };
}
