/** `ralph config edit`: opens the settings file in the user's editor. */
import { line } from "../../text/again.ts";
import { messageOf, StateError } from "../../error.ts";
import { isThere, removeFile } from "../../store/files/presence.ts";
import { readText } from "../../store/files/text_file.ts";
import { defineCommand } from "../core/command.ts";
import { GLOBAL_OPTION, readSettingsHere, reportProblems, targetOf } from "./layers.ts";
import type { CommandContext } from "../core/context.ts";
import { show } from "../core/document.ts";
import { installSchema } from "./schema.ts";
import { splitWritten } from "../../text/split_words.ts";

export const edit = defineCommand({
  name: "edit",
  summary: "Open the file that set writes to in your editor, and check it afterwards",
  description:
    "The editor is VISUAL, or else EDITOR, or else vi. A new file refers to its JSON Schema, " +
    "so that the editor can complete and check it. 'ralph config path' prints the file's " +
    "path.",
  options: [GLOBAL_OPTION],
  exitCodes: [[1, "there is no terminal, or the editor failed"], [
    2,
    "the configuration is not valid",
  ]],
  run: async (context, { options }) => {
    const { ask } = context;
    const target = targetOf(context, options.global);
    const { path } = target;
    if (!ask.isPossible) {
      throw new StateError(`There is no terminal to edit "${path}" in`, {
        hint: "Change one setting: 'ralph config set KEY VALUE'.",
        again: line("config", "show"),
      });
    }
    const schema = isThere(path) ? null : await installSchema(target);
    const before = readText(path);
    await openEditor(context, path);
    const after = readText(path);
    if (schema !== null && before.kind === "text" && after.kind === "text") {
      if (before.text === after.text) [path, schema].forEach(removeFile);
    }
    return show({}, () => "", reportProblems(readSettingsHere(context, options.global).problems));
  },
});

async function openEditor({ env }: CommandContext, path: string): Promise<void> {
  const named = env.variable("VISUAL") || env.variable("EDITOR") || "vi";
  const [program = "vi", ...args] = splitWritten(named).map(({ word }) => word);
  try {
    const { code } = await new Deno.Command(program, { args: [...args, path] }).spawn().status;
    if (code === 0) return;
    throw new StateError(`The editor '${named}' ended with ${code}`, {
      hint: `Check "${path}".`,
    });
  } catch (error) {
    if (error instanceof StateError) throw error;
    throw new StateError(`The editor '${named}' cannot be started: ${messageOf(error)}`, {
      hint: "Set EDITOR to the editor that you use.",
      cause: error,
    });
  }
}
