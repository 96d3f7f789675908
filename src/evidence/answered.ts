/** Whether a permission prompt or question was answered; no event reports the answer. */
import { openProcessTable } from "../process/process_table.ts";
import { startedAtMs } from "./liveness.ts";
import type { TranscriptReading } from "./transcript/transcript.ts";

/** Times in the transcript may be this late. */
const SLACK_MS = 1_000;

/** A younger process may be a hook. */
const LEAST_AGE_MS = 2_000;

/**
 * Whether the agent spoke after the prompt, or a command that was allowed runs now.
 *
 * @param pid The client's process; null where it is unknown.
 * @param sinceMs When the prompt appeared, epoch milliseconds.
 */
export async function isAnswered(
  sinceMs: number,
  reading: Pick<TranscriptReading, "lastAgentAtMs">,
  pid: number | null,
  nowMs: number,
): Promise<boolean> {
  if (reading.lastAgentAtMs !== null && reading.lastAgentAtMs > sinceMs + SLACK_MS) return true;
  if (pid === null) return false;
  const children = (await openProcessTable().list()).filter(({ parent, isEnded }) =>
    parent === pid && !isEnded
  );
  return children.some((child) => {
    const beganMs = startedAtMs(child.pid);
    return beganMs !== null && beganMs > sinceMs + SLACK_MS && nowMs - beganMs >= LEAST_AGE_MS;
  });
}
