/** Runs a command line: finds the command, answers requests for help, and prints errors. */
import { messageOf, RalphError, UsageError } from "../../error.ts";
import { line, showLine } from "../../text/again.ts";
import { PLUGIN_VARIABLE } from "../../store/environment.ts";
import {
  type CalledWith,
  type CommandCaller,
  environmentOfCaller,
  readCaller,
  readWords,
} from "./caller.ts";
import type { CommandEntry } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { correctLine } from "./correct_line.ts";
import { printResult } from "./document.ts";
import { renderCommandHelp, renderProgramHelp, renderUsage } from "./help.ts";
import { JSON_SCHEMA_VERSION } from "./output.ts";
import { asksForHelp, parseArgs } from "./parse.ts";
import { matchOption, splitAtEquals } from "./scan_words.ts";
import { resolveCommand, type Resolved } from "./resolve.ts";
import { nameCommandsIn } from "../../text/command_name.ts";
import { hintFor } from "./unknown_name.ts";

interface CliCall extends CommandCaller, CalledWith {
  /** Null until the command is found. */
  resolved: Resolved | null;
}

/**
 * Runs a command line.
 *
 * A bare `ralph` shows the project's loop, or the help if none has run. Requested help goes to stdout
 * with exit code 0; help because a word is missing goes to stderr with 2. A slash command's failure
 * goes to stdout with 0, because with any other code the client shows all of the shell code.
 *
 * @param written The words with the user's own quotes, if they come from a prompt.
 * @returns The exit code; a {@linkcode RalphError} is printed with its hint.
 */
export async function runCli(
  argv: readonly string[],
  context: CommandContext,
  commands: readonly CommandEntry[],
  written?: readonly string[],
): Promise<number> {
  const caller = written === undefined
    ? readCaller(argv)
    : { isSlashCommand: true, pluginRoot: context.env.variable(PLUGIN_VARIABLE) ?? null };
  const call: CliCall = { ...caller, words: argv, written: written ?? argv, resolved: null };
  const here = { ...context, env: environmentOfCaller(context.env, caller.pluginRoot) };
  try {
    if (written === undefined) Object.assign(call, readWords(argv, context.readInput));
    return await runWords(call, here, commands);
  } catch (error) {
    if (!(error instanceof RalphError)) throw error;
    const isUnknown = error instanceof UsageError && call.resolved === null;
    const shown = isUnknown ? await correctLine(error, call.words, here.env, commands) : error;
    printError(shown, call, here, commands);
    return caller.isSlashCommand ? 0 : error.exitCode;
  }
}

async function runWords(
  call: CliCall,
  context: CommandContext,
  commands: readonly CommandEntry[],
): Promise<number> {
  const { words, written, pluginRoot } = call;
  const [first] = words;
  if (first === undefined) {
    const { describeMorning } = await import("../status/morning.ts");
    const morning = await describeMorning(context);
    if (morning === null) return await showHelp([], context, commands);
    context.out.data(morning);
    return 0;
  }
  if (["--version", "-V", "-v", "version"].includes(first)) {
    const { version, commit, target, deno } = context.version;
    if (words.includes("--json")) context.out.json({ version, commit, target, deno });
    else context.out.data(`ralph ${version} (commit ${commit}, ${target}, Deno ${deno})`);
    return 0;
  }
  if (first === "complete" && !asksForHelp(words)) {
    const { renderCompletion } = await import("../completion/complete.ts");
    const completion = await renderCompletion(words.slice(words.indexOf("--") + 1), commands);
    if (completion !== "") context.out.data(completion);
    return 0;
  }
  if (first === "help" || first === "--help" || first === "-h") {
    return await showHelp(words.slice(1), context, commands);
  }
  if (first.startsWith("-")) {
    throw await refuseOption(words, commands);
  }
  const wantsHelp = asksForHelp(words);
  const resolved = await resolveCommand(commands, words, !wantsHelp);
  call.resolved = resolved;
  const { command, path, rest } = resolved;
  if (wantsHelp) {
    context.out.data(renderCommandHelp(command, path, context.out));
    return 0;
  }
  if (command.run === undefined) {
    context.out.say(
      renderCommandHelp(command, path, { ...context.out, style: context.out.talkStyle }),
    );
    return 2;
  }
  const writtenRest = written.slice(written.length - rest.length);
  const parsed = parseArgs(command, rest, context.env, writtenRest);
  const result = await command.run(context, parsed);
  const asJson = "json" in parsed.options && parsed.options.json === true;
  const code = printResult(context.out, result, asJson);
  // Unless the exit code is 0, the client shows a slash command's output as an error. A code that a
  // command returns is an answer, not an error.
  return pluginRoot === null ? code : 0;
}

/** Refuses an option without a command. If `status` has the option, the hint is that command. */
async function refuseOption(
  words: readonly string[],
  commands: readonly CommandEntry[],
): Promise<UsageError> {
  const [first = ""] = words;
  const [written] = splitAtEquals(first);
  const status = await commands.find(({ name }) => name === "status")?.load();
  const isOfStatus = matchOption(status?.command.options ?? [], written) !== undefined;
  const fallback = "Options come after the command: ralph COMMAND [OPTIONS].";
  return new UsageError(
    `Wanted a command, found option '${first}'`,
    isOfStatus
      ? { again: line("status", ...words) }
      : hintFor(first, ["--version", "--help"], fallback),
  );
}

async function showHelp(
  words: readonly string[],
  context: CommandContext,
  commands: readonly CommandEntry[],
): Promise<number> {
  const { out } = context;
  const names = words.filter((word) => !word.startsWith("-"));
  // `--json` only chooses the form of an error.
  const option = words.find((word) =>
    word.startsWith("-") && word !== "--json" && !asksForHelp([word])
  );
  if (option !== undefined) {
    const hint = "'ralph help' takes a command or a topic:";
    throw new UsageError(`Unknown option '${option}'`, { hint, again: line("help", ...names) });
  }
  const [first] = names;
  const { readTopic, TOPICS } = await import("../help/topics.ts");
  if (first === undefined) {
    out.data(renderProgramHelp(commands, TOPICS, out));
    return 0;
  }
  const topic = await readTopic(names.join("-"), commands, out);
  const isCommand = commands.some(({ name }) => name === first);
  if (topic === null || isCommand) {
    const topics = TOPICS.map(([name]) => name);
    const { command, path } = await resolveCommand(commands, names, false, topics);
    out.data(renderCommandHelp(command, path, out) + (topic === null ? "" : "\n"));
  }
  if (topic !== null) out.text(topic);
  return 0;
}

function printError(
  error: RalphError,
  { words, isSlashCommand, resolved }: CliCall,
  { out, env }: CommandContext,
  commands: readonly CommandEntry[],
): void {
  const { path, rest } = resolved ?? { path: [], rest: words };
  const next = showLine(error.again, { path, rest }, env.place);
  if (words.includes("--json")) {
    const { code, exitCode, hint } = error;
    // On one line, since some commands print one document per line.
    out.jsonLine(JSON.stringify({
      schema_version: JSON_SCHEMA_VERSION,
      error: {
        code,
        message: messageOf(error),
        hint,
        ...next !== null && { next },
        exit_code: exitCode,
      },
    }));
    if (isSlashCommand) return;
  }
  const say = isSlashCommand ? out.data : out.say;
  const style = isSlashCommand ? out.style : out.talkStyle;
  say(`${style.red("Error:")} ${messageOf(error)}`);
  if (error.hint !== "") say(`${style.bold("Hint:")} ${nameCommandsIn(error.hint, env.place)}`);
  if (next !== null) say(`${style.bold("→")} ${next}`);
  // A corrected line makes the usage superfluous.
  if (next !== null || !(error instanceof UsageError)) return;
  if (resolved === null) {
    const [first = ""] = words;
    const isParent = first !== "help" && commands.some(({ name }) => name === first);
    say(
      first === "help"
        ? "Run 'ralph help' for the list of commands and topics."
        : `Run 'ralph ${isParent ? `${first} ` : ""}--help' for the list of commands.`,
    );
    return;
  }
  say(`Usage: ${renderUsage(resolved.command, path)}`);
  say(`Run 'ralph ${path.join(" ")} --help' for more.`);
}
