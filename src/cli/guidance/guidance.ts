/**
 * `ralph encourage` and `ralph forbid`: tell the agent what it should and must not do, from the next
 * turn on. The two commands differ only in their list.
 */
import { UsageError } from "../../error.ts";
import type { GuidanceList } from "../../guidance/item.ts";
import {
  defineTopCommand,
  flag,
  JSON_OPTION,
  type OptionSpec,
  type OptionValues,
  type TopCommand,
} from "../core/command.ts";
import { locate } from "../core/locate.ts";
import {
  addPhrase,
  chooseAll,
  chooseByPlace,
  chooseByWords,
  type ChooseItems,
  removeItems,
  showList,
} from "./change.ts";

const OPTIONS = [
  flag("list", "Show the list", { alias: "l" }),
  flag("clear", "Clear the list", { alias: "c" }),
  {
    name: "remove",
    alias: "r",
    type: "string",
    valueName: "PHRASE|NUMBER",
    help: "Remove an item, by its text, a part of it, or its number",
  },
  {
    name: "remove-by-index",
    type: "string",
    valueName: "N[,N]",
    help: "Remove items by their positions, counted from 0",
  },
  flag("replace", "Replace the whole list with the phrase"),
  {
    name: "for",
    type: "duration",
    min: 1,
    help: "How long the phrase applies",
    defaultText: "until the loop ends",
  },
  flag("once", "Show the phrase to the agent in its next turn only"),
  JSON_OPTION,
] as const satisfies readonly OptionSpec[];

export const encourage = defineGuidance({
  list: "encouraged",
  name: "encourage",
  example: "work on the parser before the printer",
});

export const forbid = defineGuidance({
  list: "forbidden",
  name: "forbid",
  example: "new dependencies",
});

function defineGuidance({ list, name, example }: {
  readonly list: GuidanceList;
  readonly name: "encourage" | "forbid";
  readonly example: string;
}): TopCommand {
  return defineTopCommand({
    description:
      "All words together are one phrase, with or without quotes; options come before or after " +
      "it. It applies to the active loop, or to a loop that starts within 24 hours. The next " +
      "start removes the phrases of earlier loops, and says so.",
    usage: "[OPTIONS] PHRASE... | --list | --clear | --remove PHRASE|NUMBER",
    text: "phrase",
    args: [{ name: "phrase", help: "Text for the agent, word for word", variadic: true }],
    options: OPTIONS,
    examples: [
      [`ralph ${name} ${example}`, "From any terminal, while the loop runs"],
      [`ralph ${name} --for 2h "${example}"`, "For two hours"],
      [`ralph ${name} --once "${example}"`, "In the next turn only"],
      [`ralph ${name} --remove 2`, "Remove the second item"],
    ],
    run: async (context, { args, options }) => {
      const phrase = args.phrase.join(" ").trim();
      const removes = readRemoval(options, phrase);
      const change = { ...locate(context), context, list };
      if (removes !== null) return await removeItems(change, removes);
      if (options.list || phrase === "") return showList(change);
      return await addPhrase(change, phrase, {
        replaces: options.replace,
        forSeconds: options.for ?? null,
        isOnce: options.once,
      });
    },
  });
}

/**
 * Reads which items a call removes, and refuses options that exclude each other.
 *
 * @returns Null if the call adds a phrase or shows the list.
 */
function readRemoval(
  options: OptionValues<typeof OPTIONS>,
  phrase: string,
): ChooseItems | null {
  const { clear, list, remove, "remove-by-index": places } = options;
  const jobs = [list, clear, places !== undefined, remove !== undefined].filter(Boolean).length;
  const isForAdding = options.replace || options.once || options.for !== undefined;
  const takesPhrase = jobs === 0 || remove !== undefined;
  if (jobs > 1 || jobs === 1 && isForAdding || !takesPhrase && phrase !== "") {
    throw new UsageError("Wanted one of: a phrase, --list, --clear, --remove", {
      hint: "--replace, --for and --once go with a phrase only.",
    });
  }
  if (isForAdding && phrase === "") {
    throw new UsageError("The phrase is missing", { hint: "Say it after the options." });
  }
  if (clear) return chooseAll;
  if (places !== undefined) return chooseByPlace(places);
  return remove === undefined ? null : chooseByWords(`${remove} ${phrase}`.trim());
}
