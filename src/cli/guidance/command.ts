/**
 * `ralph encourage` and `ralph forbid` as data: they differ in one word.
 *
 * @module
 */
import type { GuidanceList } from "../../guidance/item.ts";
import { UsageError } from "../../error.ts";
import { type Command, defineCommand } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import {
  addPhrase,
  clearList,
  type GuidanceChange,
  removeByIndex,
  removeItems,
  showList,
} from "./change.ts";
import { locate } from "../core/locate.ts";

/** Wherein the two differ. */
export interface GuidanceCommand {
  readonly list: GuidanceList;
  readonly name: string;
  readonly summary: string;
  /** A phrase for the help. */
  readonly example: string;
}

/**
 * Describes one of the two commands.
 *
 * @param own its list and its words
 * @returns the command
 */
export function defineGuidanceCommand({ list, name, summary, example }: GuidanceCommand): Command {
  return defineCommand({
    name,
    summary,
    description:
      "All words together are one phrase, quoted or not; options come before it or at its end. " +
      "It applies to the loop that runs, or to the one that is started within 24 hours; the next " +
      "start clears what was given for an earlier loop, and says so.",
    usage: "[OPTIONS] PHRASE... | --list | --clear | --remove PHRASE|NUMBER",
    text: "phrase",
    args: [{ name: "phrase", help: "what to say, as it is to be read", variadic: true }],
    options: [
      { name: "list", alias: "l", type: "boolean", help: "show the list" },
      { name: "clear", alias: "c", type: "boolean", help: "empty the list" },
      {
        name: "remove",
        alias: "r",
        type: "string",
        valueName: "PHRASE|NUMBER",
        help: "remove an item: by its words, a part of them, or its number",
      },
      {
        name: "remove-by-index",
        type: "string",
        valueName: "N[,N]",
        help: "remove items by their places, counted from 0",
      },
      { name: "replace", type: "boolean", help: "replace the whole list with the phrase" },
      { name: "for", type: "duration", min: 1, help: "how long it applies, such as 2h" },
      { name: "once", type: "boolean", help: "deliver it with the next continuation only" },
      { name: "json", type: "boolean", help: "print JSON" },
    ],
    examples: [
      { command: `ralph ${name} ${example}`, help: "from any terminal, while the loop runs" },
      { command: `ralph ${name} --for 2h "${example}"`, help: "for two hours" },
      { command: `ralph ${name} --once "${example}"`, help: "with the next continuation only" },
      { command: `ralph ${name} --remove 2`, help: "the second of the list" },
    ],
    run: async (context, { args, options }) => {
      const phrase = args.phrase.join(" ").trim();
      const isAdding = !options.list && !options.clear && options.remove === undefined &&
        options["remove-by-index"] === undefined;
      refuseMixture(options, phrase, isAdding);
      const change = changeOf(context, list, options.json);
      if (options.list || (isAdding && phrase === "" && !options.replace)) return showList(change);
      if (options.clear) return await clearList(change);
      if (options["remove-by-index"] !== undefined) {
        return await removeByIndex(change, options["remove-by-index"]);
      }
      if (options.remove !== undefined) {
        return await removeItems(change, `${options.remove} ${phrase}`.trim());
      }
      return await addPhrase(change, phrase, {
        replaces: options.replace,
        forSeconds: options.for ?? null,
        isOnce: options.once,
      });
    },
  });
}

function changeOf(context: CommandContext, list: GuidanceList, asJson: boolean): GuidanceChange {
  return { ...locate(context), context, list, asJson };
}

interface _Options {
  readonly list: boolean;
  readonly clear: boolean;
  readonly remove: string | undefined;
  readonly "remove-by-index": string | undefined;
  readonly replace: boolean;
  readonly for: number | undefined;
  readonly once: boolean;
}

function refuseMixture(options: _Options, phrase: string, isAdding: boolean): void {
  const { list, clear, remove } = options;
  const byIndex = options["remove-by-index"] !== undefined;
  const jobs = [list, clear, remove !== undefined, byIndex].filter(Boolean).length;
  const isForAdding = options.replace || options.once || options.for !== undefined;
  if (jobs > 1 || (!isAdding && isForAdding) || ((list || clear || byIndex) && phrase !== "")) {
    throw new UsageError("Wanted one of: a phrase, --list, --clear, --remove", {
      hint: "--replace, --for and --once go with a phrase only.",
    });
  }
  if (isAdding && isForAdding && phrase === "") {
    throw new UsageError("The phrase is missing", { hint: "Say it after the options." });
  }
}
