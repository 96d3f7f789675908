/** Sends a notice that a hook or a run handed over, and journals what became of it. */
import { attempt } from "../../error.ts";
import { identifyWait, type Notice, NOTICE_VARIABLE, readNotice } from "../announce.ts";
import { journal } from "../journal.ts";
import type { Places } from "../../store/places.ts";
import { readLoopRecord } from "../../store/records/project_marks.ts";
import { nameChannel, sendAll } from "./channel.ts";

/**
 * Sends the notice of this process by all its channels at once; nothing where there is no notice, or
 * it is out of date.
 */
export async function deliver(
  places: Places,
  variable: (name: string) => string | undefined,
  nowMs: () => number,
): Promise<void> {
  const notice = readNotice(variable(NOTICE_VARIABLE) ?? "");
  if (notice === null) return;
  if (notice.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, notice.delayMs));
  if (!isStillTrue(notice)) return;
  const sent = await sendAll(places, notice, notice, notice.pid === null ? [] : [notice.pid]);
  const parts = sent.map(({ channel, detail }) => `${nameChannel(channel)}: ${detail}`);
  journal(places, { id: notice.loopId, iteration: notice.iteration }, {
    atMs: nowMs(),
    event: "notify",
    kind: "note",
    code: "notified",
    sentence: `Notified of "${notice.event}": ${parts.join("; ")}`,
  });
}

/** Whether a session that waited for a person still does: most prompts are answered at once. */
function isStillTrue({ wait, project, loopId }: Notice): boolean {
  if (wait === "") return true;
  const record = attempt(() => readLoopRecord(project));
  return record?.id === loopId && identifyWait(record) === wait;
}
