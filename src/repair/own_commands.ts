/** The commands that ralph itself runs for a loop, such as a verification, and the repair of what they destroy. */
import { endCall, noteCall, runningCalls } from "../store/repair/calls.ts";
import { LoopCopies } from "../store/repair/loop_copies.ts";
import type { ToRepair } from "./repair_files.ts";
import { type NoteRepair, repairLoop } from "./repair_loop.ts";

/** The loop that commands run for. */
interface LoopOfCommands extends Pick<ToRepair, "places" | "id" | "project" | "deadlineMs"> {
  readonly session: string;
  readonly nowMs: () => number;
  readonly note: NoteRepair;
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
