/**
 * Commands that ralph itself runs for a session count as calls of its agent: what they take of the
 * loop's files is put back, and is not the user's wish. Loaded only where one runs.
 */
import type { CommandWatch } from "../../evidence/verification/run_verification.ts";
import { repairFiles } from "../../guard/repair_files.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { journal } from "../../lifecycle/journal.ts";
import { watchForStop } from "../../lifecycle/loop.ts";
import { appendLine } from "../../store/files/atomic_file.ts";
import { loopPlaces } from "../../store/places.ts";
import { endCall, noteCall, runningCalls } from "../../store/records/calls.ts";
import { LoopCopies } from "../../store/records/loop_copies.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";

/** Beside the ids of the client's calls. */
const CALL_ID = "ralph-command";

/** Watches the commands that run for a loop: whether its end is wanted, and what they destroy. */
export function watchOwnCommands(
  context: Pick<HookContext, "env" | "places" | "nowMs">,
  record: LoopRecord,
): CommandWatch {
  const { nowMs, places } = context;
  const { id, project, ownerSession } = record;
  const isOver = watchForStop(context);
  let isAsked = false;
  let putBackAtMs: number | null = null;
  const repair = () => {
    if (new LoopCopies(places, id, project).lookUnchanged()) return;
    const calls = runningCalls(places, id, nowMs());
    const by = calls.length > 0 ? "call" : "user";
    const repaired = repairFiles({ places, id, project, calls, by, nowMs: nowMs(), putBackAtMs });
    if (repaired === null) return;
    const { code, evidence, user: sentence } = repaired;
    if (code === "repaired") putBackAtMs = nowMs();
    journal(places, record, {
      atMs: nowMs(),
      event: "stop",
      kind: "note",
      code,
      sentence,
      evidence,
    });
    appendLine(loopPlaces(places, id).untold, sentence);
  };
  return {
    isStopAsked: () => {
      if (isAsked || !isOver()) return isAsked;
      repair();
      return isAsked = isOver();
    },
    watch: (what, limitMs) => {
      const untilMs = nowMs() + limitMs;
      const call = { session: ownerSession ?? "", isSubagent: false, untilMs, what, pid: Deno.pid };
      noteCall(places, { id, project }, CALL_ID, call);
      putBackAtMs = null;
      return {
        [Symbol.dispose]: () => {
          if (!isAsked) repair();
          endCall(places, id, CALL_ID, nowMs(), () => false);
        },
      };
    },
  };
}
