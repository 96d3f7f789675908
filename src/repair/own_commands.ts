/** Repairs the loop's files while ralph itself runs commands for the loop, such as a verification. */
import { endCall, noteCall, runningCalls } from "../store/repair/calls.ts";
import { LoopCopies } from "../store/repair/loop_copies.ts";
import type { ToRepair } from "./repair_files.ts";
import { type NoteRepair, repairLoop } from "./repair_loop.ts";

/** The loop that the commands run for. */
interface LoopOfCommands extends Pick<ToRepair, "places" | "id" | "project" | "deadlineMs"> {
  readonly session: string;
  readonly nowMs: () => number;
  readonly note: NoteRepair;
  /** Decides who made the changes; null if the files are not checked. */
  readonly by: (hasCalls: boolean) => ToRepair["by"] | null;
}

/**
 * The commands that ralph itself runs for a loop. Each counts as a call, so files of the loop that it removes
 * were not removed by the user.
 */
export class OwnCommands {
  readonly #loop: LoopOfCommands;
  #count = 0;
  /** When the running command removed the marker; undefined while no command runs. */
  #putBackAtMs: number | null | undefined = undefined;

  constructor(loop: LoopOfCommands) {
    this.#loop = loop;
  }

  /** Restores files that calls destroyed. */
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

  /** Notes a command that begins. Dispose of the returned value when the command has ended. */
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
