/** Puts back what a call destroyed of a loop's files, journals it, and keeps what the user is to read of it. */
import { attempt } from "../error.ts";
import { type Repair, repairFiles, type ToRepair } from "../guard/repair_files.ts";
import { appendLine } from "../store/files/atomic_file.ts";
import { withLockIfPossible } from "../store/files/lock.ts";
import { isThere, removeFile } from "../store/files/presence.ts";
import { readText } from "../store/files/text_file.ts";
import { loopPlaces, projectLock } from "../store/places.ts";
import { endCall, noteCall, runningCalls } from "../store/repair/calls.ts";
import { LoopCopies } from "../store/repair/loop_copies.ts";
import type { JournalEvent } from "./journal.ts";

type Noter = (note: Pick<JournalEvent, "kind" | "code" | "sentence" | "evidence">) => void;

/**
 * Repairs a loop's files.
 *
 * @param work Repairs them: by default all that differ from their copies.
 * @returns What was found and done; null if nothing is said.
 */
export function repairLoop(
  repair: ToRepair,
  note: Noter,
  work: (repair: ToRepair) => Repair | null = repairFiles,
): Repair | null {
  const repaired = work(repair);
  if (repaired === null) return null;
  const { code, evidence, user: sentence } = repaired;
  const { places, id, project } = repair;
  note({ kind: "note", code, sentence, evidence });
  const append = () => appendLine(loopPlaces(places, id).untold, sentence);
  attempt(() => withLockIfPossible(projectLock(places, project), append));
  return repaired;
}

/** Reads and removes the lines that the user has not read; null without any. None is added meanwhile. */
export function takeUntold(
  { places, id, project }: Pick<ToRepair, "places" | "id" | "project">,
): string | null {
  const file = loopPlaces(places, id).untold;
  if (!isThere(file)) return null;
  return withLockIfPossible(projectLock(places, project), () => {
    const read = readText(file);
    removeFile(file);
    return read.kind === "text" && read.text.trim() !== "" ? read.text.trim() : null;
  });
}

/** The loop that commands run for. */
interface LoopOfCommands extends Pick<ToRepair, "places" | "id" | "project" | "deadlineMs"> {
  readonly session: string;
  readonly nowMs: () => number;
  readonly note: Noter;
  /** Decides whose the changes are; null if they are not looked at. */
  readonly by: (hasCalls: boolean) => ToRepair["by"] | null;
}

/**
 * The commands that ralph itself runs for a loop. Each counts as a call, so what it takes of the loop's
 * files is not the user's wish.
 */
export class OwnCommands {
  readonly #loop: LoopOfCommands;
  #count = 0;
  /** When the command that runs lost the marker; undefined while none runs. */
  #putBackAtMs: number | null | undefined = undefined;

  constructor(loop: LoopOfCommands) {
    this.#loop = loop;
  }

  /** Puts back what calls destroyed. */
  repair(): void {
    const { by: decide, note, ...loop } = this.#loop;
    const { places, id, project } = loop;
    if (new LoopCopies(places, id, project).lookUnchanged()) return;
    const nowMs = loop.nowMs();
    const calls = runningCalls(places, id, nowMs);
    const by = decide(calls.length > 0);
    if (by === null) return;
    const own = this.#putBackAtMs === undefined ? {} : { putBackAtMs: this.#putBackAtMs };
    const repaired = repairLoop({ ...loop, calls, by, nowMs, ...own }, note);
    if (repaired?.code === "repaired" && "putBackAtMs" in own) this.#putBackAtMs = nowMs;
  }

  /** Notes a command that begins. What is returned is disposed of when the command has ended. */
  begin(what: string, limitMs: number): Disposable {
    const { places, id, project, session, nowMs } = this.#loop;
    const name = `ralph-${this.#count++}`;
    const untilMs = nowMs() + limitMs;
    const call = { session, isSubagent: false, untilMs, what, pid: Deno.pid };
    noteCall(places, { id, project }, name, call);
    this.#putBackAtMs = null;
    return {
      [Symbol.dispose]: () => {
        this.repair();
        this.#putBackAtMs = undefined;
        endCall(places, id, name, nowMs(), () => false);
      },
    };
  }
}
