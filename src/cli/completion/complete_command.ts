/**
 * `ralph complete`: what the scripts of `ralph completions` call at each press of the key. It never
 * fails and never writes an error, which would end up in the prompt.
 */
import { oneLine } from "../../text/shorten.ts";
import { defineTopCommand, flag } from "../core/command.ts";
import { TOPIC_LIST } from "../help/topics.ts";
import { COMMANDS } from "../registry.ts";
import { complete } from "./complete.ts";
import { listValues } from "./local_values.ts";

/** Longest meaning of a candidate, characters. */
const MOST_CHARACTERS = 70;

export const command = defineTopCommand({
  description:
    "Prints a candidate per line: the word, a tab, its meaning. A last line ':file', ':markdown', " +
    "':folder' or ':program' says that the shell adds its own. Always exits with 0.",
  usage: "[OPTIONS] -- WORD...",
  args: [{ name: "word", help: "Words after 'ralph' up to the cursor", variadic: true }],
  options: [
    flag("new-word", "The cursor is after the last word"),
  ],
  run: async (context, { args, options }) => {
    const words = options["new-word"] ? [...args.word, ""] : args.word;
    try {
      const { candidates, fromShell } = await complete(words, {
        commands: COMMANDS,
        topics: TOPIC_LIST,
        list: (source, place) => listValues(context, source, place),
      });
      const lines = candidates.filter(({ value }) => /^[^:\s][^\n\t]*$/.test(value))
        .map(({ value, help }) => `${value}\t${oneLine(help, MOST_CHARACTERS)}`.trimEnd());
      if (fromShell !== null) lines.push(`:${fromShell}`);
      if (lines.length > 0) context.out.data(lines.join("\n"));
    } catch {
      // Without candidates the line stays as it is.
    }
    return 0;
  },
});
