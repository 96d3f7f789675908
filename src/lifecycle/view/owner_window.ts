/** Describes the window that a loop belongs to such that a person finds it: by its process too. */
import { type Liveness, startedAtMs } from "../../evidence/liveness.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { showLocalTime } from "../../text/instant.ts";

/** Characters of a session's id that tell it apart. */
const SHOWN_ID_CHARACTERS = 8;

/** Describes the window: `pid 4711, session ff23700d, since 21:40`. */
export function describeWindow(
  { sessionProcess: process, ownerSession: owner }: Pick<
    LoopRecord,
    "sessionProcess" | "ownerSession"
  >,
  liveness: Liveness,
  nowMs: number,
): string {
  const since = process === null || liveness !== "alive" ? null : startedAtMs(process.pid);
  return [
    ...process === null ? [] : [`pid ${process.pid}`],
    `session ${(owner ?? "unknown").slice(0, SHOWN_ID_CHARACTERS)}`,
    ...since === null ? [] : [`since ${showLocalTime(since, nowMs)}`],
  ].join(", ");
}
