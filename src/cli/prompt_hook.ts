/**
 * `ralph hook prompt`: answers a slash command of ours without a model, and hands every other prompt
 * to the hook of session events.
 */
import { SLASH_PREFIX } from "../text/command_name.ts";
import { printAnswer } from "../hook/answer.ts";
import { readStandardInput } from "../system/standard_streams.ts";

/** Marks a slash command of ours in the event; the client's JSON has no spaces. */
const MARK = `"${SLASH_PREFIX}`;

/**
 * Answers the prompt on standard input.
 *
 * @param runSessionHook Runs the hook of session events on the same input: from the hooks' own chunks,
 *   which the commands' would repeat.
 * @returns The exit code: 0, whatever went wrong.
 */
export async function runPromptHook(
  runSessionHook: (text: string | null) => Promise<number>,
): Promise<number> {
  const text = readStandardInput();
  if (text?.includes(MARK)) {
    // Where it fails, the prompt goes on to the command's file, which runs it and shows the error.
    const answer = await import("./slash_command.ts")
      .then(({ answerSlashCommand }) => answerSlashCommand(text)).catch(() => null);
    if (answer !== null) {
      printAnswer(answer);
      return 0;
    }
  }
  return await runSessionHook(text);
}
