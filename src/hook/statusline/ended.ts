/** Describes an ended loop in the session that owned it. Loaded only there. */
import { stateOfEnd } from "../../loop/reasons.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { nameEnd } from "../../lifecycle/view/end_line.ts";
import { foldersOfHook } from "../../store/project.ts";
import { readLastRecord } from "../../store/records/loops.ts";
import { lastLoopOf } from "../../store/records/session_record.ts";
import { showLocalTime } from "../../text/instant.ts";
import { DAY_MS } from "../../text/time.ts";
import { type LineFacts, NOTHING_KNOWN } from "./render.ts";

/** How long an end is shown, in milliseconds. */
const END_SHOWN_MS = DAY_MS;

/** Reads how the last loop of this session ended; null if it owned none. */
export function factsOfEnd({ env, places, nowMs }: HookContext): LineFacts | null {
  const session = env.sessionId;
  if (session === null) return null;
  for (const project of foldersOfHook(env)) {
    const id = lastLoopOf(places, session, project);
    const record = id === null ? null : readLastRecord(places, id);
    if (record === null || record.lastDecision === null) continue;
    const { lastDecision: last, items = null } = record;
    if (nowMs() - last.at > END_SHOWN_MS) return null;
    const [why = ""] = nameEnd(last).split(". ", 1);
    return {
      ...NOTHING_KNOWN,
      code: stateOfEnd(last.code),
      state: `ended ${showLocalTime(last.at, nowMs())}: ${why}`,
      isRun: record.driver === "runner",
      items: items === null || items.total === 0 ? null : items,
    };
  }
  return null;
}
