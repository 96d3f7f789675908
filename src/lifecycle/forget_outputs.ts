/** Resets the window of repetition when a person types: the agent's earlier outputs have been answered. */
import { attempt } from "../error.ts";
import { withLock } from "../store/files/lock.ts";
import { projectLock } from "../store/places.ts";
import { readSessionRecord, writeSessionRecord } from "../store/records/session_record.ts";
import type { LoopEvent } from "./event.ts";

/**
 * Removes the texts of the session's last outputs, so that no later output equals them. Their marks stay,
 * since they show what changed. Never throws: at worst the window stays unchanged.
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
