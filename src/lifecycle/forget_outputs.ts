/** Begins the window of repetition anew when a person types: what the agent said before has been answered. */
import { attempt } from "../error.ts";
import { withLock } from "../store/files/lock.ts";
import { projectLock } from "../store/places.ts";
import { readSessionRecord, writeSessionRecord } from "../store/records/session_record.ts";
import type { LoopEvent } from "./event.ts";

/**
 * Removes the words of the session's last outputs, which then equal no later one; their marks stay, since
 * what changed since them is still known. Never throws: at worst the window is as it was.
 */
export function forgetOutputs({ event, loop: { facts, project }, places }: LoopEvent): void {
  attempt(() =>
    withLock(projectLock(places, project), {}, () => {
      const session = readSessionRecord(places, event.sessionId, project, facts.id);
      if (session === null || session.recentOutputs.every(({ text }) => text === "")) return;
      const recentOutputs = session.recentOutputs.map((output) => ({ ...output, text: "" }));
      writeSessionRecord(places, { ...session, recentOutputs });
    })
  );
}
