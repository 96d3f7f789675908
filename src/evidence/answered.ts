/**
 * Whether a permission prompt or question was answered; no event reports the answer.
 *
 * @module
 */
import { openProcessTable } from "../process/open_process_table.ts";
import { startedAtSeconds } from "./liveness.ts";
import type { TranscriptReading } from "./transcript/transcript.ts";

/** Times in the transcript may be this late, in seconds. */
const SLACK_SECONDS = 1;

/** A younger process may be a hook. */
const LEAST_AGE_SECONDS = 2;

/**
 * Whether the agent spoke after the prompt, or a command that was allowed runs now.
 *
 * @param since When the prompt appeared, Unix seconds.
 * @param pid The client's process; null where it is unknown.
 * @param now Unix seconds.
 */
export async function isAnswered(
  since: number,
  reading: Pick<TranscriptReading, "lastAgentAt">,
  pid: number | null,
  now: number,
): Promise<boolean> {
  if (reading.lastAgentAt !== null && reading.lastAgentAt > since + SLACK_SECONDS) return true;
  const table = pid === null ? null : openProcessTable();
  if (table === null) return false;
  const children = (await table.list()).filter(({ parent, isEnded }) => parent === pid && !isEnded);
  return children.some((child) => {
    const began = startedAtSeconds(child.pid);
    return began !== null && began > since + SLACK_SECONDS && now - began >= LEAST_AGE_SECONDS;
  });
}
