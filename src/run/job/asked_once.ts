/** Questions that an agent is asked once in a run, also if the run is resumed. */
import { hash32 } from "../../store/files/file_name.ts";
import type { RunContext } from "./context.ts";

/**
 * Notes in the loop's record that an agent is asked.
 *
 * @param about What the question depends on: with another value it is another question.
 * @returns Whether it was not asked before.
 */
export function askOnce(
  { loop }: Pick<RunContext, "loop">,
  question: "remaining" | "removed",
  about: unknown,
): boolean {
  const key = `${question}:${hash32(JSON.stringify(about))}`;
  if (loop.record.said.includes(key)) return false;
  loop.change((record) => ({ ...record, said: [...record.said, key] }));
  return true;
}
