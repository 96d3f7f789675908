/**
 * The command line of one agent process: the prompt is its last word, or, where it is too long for
 * one, a sentence that names the prompt's file.
 *
 * @module
 */
import type { Agent } from "./choose_agent.ts";

/** Linux takes 128 KiB in one argument. */
export const LONGEST_ARGUMENT_BYTES = 100 * 1024;

/**
 * The words of the command.
 *
 * @param agent The agent.
 * @param prompt The prompt.
 * @param promptFile Where the prompt stands too.
 */
export function commandFor(agent: Agent, prompt: string, promptFile: string): string[] {
  const isLong = new TextEncoder().encode(prompt).length > LONGEST_ARGUMENT_BYTES;
  const word = isLong
    ? `Your task is in the file ${promptFile}. Read all of it now, and do what it says.`
    : prompt;
  return [...agent.command, word];
}
