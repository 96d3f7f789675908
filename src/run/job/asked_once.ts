/** Questions that an agent is asked once per run, even if the run is resumed. */
import { hash32 } from "../../store/files/file_name.ts";
import type { RunContext } from "./context.ts";

/**
 * Notes in the loop's record that an agent is asked.
 *
 * @param about The facts that the question depends on; with other facts it is a new question.
 * @returns True if it was not asked before.
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
