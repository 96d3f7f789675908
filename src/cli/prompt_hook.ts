/**
 * `ralph hook prompt`: answers ralph's slash commands without a model, and hands every other prompt to
 * the hook of session events.
 */
import { SLASH_PREFIX } from "../text/command_name.ts";
import { printAnswer } from "../hook/answer.ts";
import { readStandardInput } from "../system/standard_streams.ts";

/** Marks one of ralph's slash commands in the event; the client's JSON has no spaces. */
const MARK = `"${SLASH_PREFIX}`;

/**
 * Answers the prompt on standard input.
 *
 * @param runSessionHook Runs the hook of session events on the same input. It is a parameter, because
 *   importing it here would repeat the hooks' code in the commands' chunks.
 * @returns The exit code, always 0.
 */
export async function runPromptHook(
  runSessionHook: (text: string | null) => Promise<number>,
): Promise<number> {
  const text = readStandardInput();
  if (text?.includes(MARK)) {
    // If this fails, the prompt reaches the command's file, which runs the command and shows the error.
    const answer = await import("./slash_command.ts")
      .then(({ answerSlashCommand }) => answerSlashCommand(text)).catch(() => null);
    if (answer !== null) {
      printAnswer(answer);
      return 0;
    }
  }
  return await runSessionHook(text);
}
