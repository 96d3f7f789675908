/** Whether the commands of `notify` can be run: asked where they are set, since later nobody is there. */
import { UsageError } from "../../error.ts";
import { runProgram } from "../../system/run_program.ts";
import { isCommand } from "./channel.ts";

/** A line that begins with a plain word, which is a program or belongs to the shell. */
const FIRST_WORD = /^\s*([\w@%+:,./-]+)(?=\s|$)/;

/**
 * Refuses commands whose program does not exist.
 *
 * @param project Where they are run.
 * @throws {UsageError} With the name of the program.
 */
export async function requirePrograms(
  channels: readonly string[],
  project: string,
): Promise<void> {
  for (const channel of channels.filter(isCommand)) {
    const [, word] = FIRST_WORD.exec(channel) ?? [];
    // What a shell would expand first only the shell knows.
    if (word === undefined || await isKnownToShell(word, project)) continue;
    throw new UsageError(`There is no program "${word}"`, {
      hint: 'Each entry of notify is "bell", or a command that is run by sh.',
    });
  }
}

/** Asks the shell, which knows its own words, too. */
async function isKnownToShell(word: string, project: string): Promise<boolean> {
  const asked = await runProgram("sh", ["-c", 'command -v "$1"', "sh", word], {
    timeoutMs: 2_000,
    maxBytes: 4_096,
    cwd: project,
  });
  return asked.kind !== "ended" || asked.code === 0;
}
