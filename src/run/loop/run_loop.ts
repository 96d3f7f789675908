/**
 * The loop of a run on disk: opens, changes and ends it, and detects whether it was ended from outside.
 */
import { identifyProcess } from "../../evidence/liveness.ts";
import { readCommit } from "../../evidence/progress/mark.ts";
import { AlreadyRunningError, attempt } from "../../error.ts";
import { blankRecord } from "../../lifecycle/blank_record.ts";
import { writeLoop } from "../../lifecycle/begin.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { endLoop } from "../../lifecycle/end.ts";
import { journal, type JournalEvent } from "../../lifecycle/journal.ts";
import { OwnCommands } from "../../repair/own_commands.ts";
import { takeUntold } from "../../repair/repair_loop.ts";
import type { LeftOut } from "../../loop/facts.ts";
import { markTurn } from "../../loop/time/pausing.ts";
import { withLock } from "../../store/files/lock.ts";
import { isThere } from "../../store/files/presence.ts";
import { loopPlaces, type Places, projectLock, projectPlaces } from "../../store/places.ts";
import { findGitTop } from "../../store/project.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { findLoop } from "../../lifecycle/loop.ts";
import {
  createLoop,
  type LoopFacts,
  loopFactsFile,
  reopenLoop,
} from "../../store/records/loops.ts";
import { findKillSwitch, hasMarker } from "../../store/records/project_marks.ts";
import { askPause } from "../../store/pause_request.ts";
import { pruneDaily } from "../../store/records/prune.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { RunEnd } from "../job/job.ts";
import type { PreparedRun } from "../prepare/prepare.ts";
import type { Counts } from "../report/run_event.ts";
import { resumeReviews } from "../review/review_record.ts";
import { LateWrite } from "./late_write.ts";
import type { StopRequest } from "./stop_source.ts";
import { endAllCalls } from "../../store/repair/calls.ts";
import { line } from "../../text/again.ts";
import { MINUTE_MS, showDuration } from "../../text/time.ts";

/**
 * Writes the loop of a new run, or of a resumed run with its counters.
 *
 * @throws {AlreadyRunningError} If another loop started first.
 * @throws {StateError} If it cannot be written; in that case no loop exists.
 */
export function openRunLoop(
  places: Places,
  { id, project, plan, flags, remembered, resumed }: Pick<
    PreparedRun,
    "id" | "project" | "plan" | "flags" | "remembered" | "resumed"
  >,
  { environment, isInSession, nowMs }: {
    readonly environment: Partial<Settings>;
    readonly isInSession: boolean;
    readonly nowMs: () => number;
  },
): RunLoop {
  const at = nowMs();
  const facts: LoopFacts = {
    ...resumed?.facts ?? {
      id,
      project,
      task: null,
      preset: null,
      startedAt: at,
      startedBy: isInSession ? "session" : "terminal",
      driver: "runner",
      startCommit: readCommit(project),
    },
    focus: plan.path,
    flags: { ...flags },
    environment: { ...environment },
    runOptions: { ...remembered },
  };
  const record: LoopRecord = {
    ...resumed === null ? blankRecord({ id, project, driver: "runner", startedAt: at }) : {
      ...markTurn(resumed.record, "resting", at),
      ...resumed.record.reviews && { reviews: resumeReviews(resumed.record.reviews, plan) },
      state: "running",
      pause: null,
      // The person who resumes a run may have provided what the items waited for.
      waitingItems: [],
      lastHookAtMs: at,
    },
    sessionProcess: identifyProcess(Deno.pid),
    focus: { path: plan.path, method: "run", candidates: [] },
  };
  withLock(projectLock(places, project), {}, () => {
    if (resumed === null && findLoop(places, project) !== null) {
      throw new AlreadyRunningError("Another start was faster: a loop is running here now", {
        hint: "To see it:",
        again: line("status"),
      });
    }
    writeLoop(places, {
      record,
      at,
      command: "run",
      kind: resumed === null ? "start" : "resume",
      sentence: resumed === null ? "The run started" : "The run was resumed",
      openItems: plan.items.filter(({ state }) => state === "open").map(({ text }) => text),
      writeFacts: () => {
        if (resumed === null) return createLoop(places, facts);
        loopFactsFile(places, id).write(facts);
        reopenLoop(places, id);
      },
    });
  });
  askPause(places, id, false);
  pruneDaily(places, nowMs());
  return new RunLoop(places, facts, record, nowMs);
}

type RunNote = Omit<JournalEvent, "atMs" | "event" | "session">;

/** The loop of the current run. */
export class RunLoop implements Disposable {
  readonly #places: Places;
  readonly #gitTop: string | null;
  readonly #nowMs: () => number;
  #record: LoopRecord;
  /** Number of the run's agents and commands that work now. */
  #working = 0;
  readonly #commands: OwnCommands;
  /** Tells the user that the run's files were restored. */
  onPutBack: (sentence: string) => void = () => {};
  readonly #written = new LateWrite(() => this.#write());
  /** Time up to which the machine's sleep is noted, epoch milliseconds. */
  #sleptUntilMs = 0;
  /** Whether the next write has to survive a loss of power. */
  #isFlushed = false;

  /**
   * @param facts The facts of the loop, which never change.
   * @param nowMs Wall clock, epoch milliseconds.
   */
  constructor(places: Places, readonly facts: LoopFacts, record: LoopRecord, nowMs: () => number) {
    this.#places = places;
    this.#record = record;
    this.#nowMs = nowMs;
    this.#gitTop = findGitTop(facts.project);
    const { id, project } = facts;
    this.#commands = new OwnCommands({
      ...{ places, id, project, nowMs, session: id, deadlineMs: LOCK_DEADLINE_MS },
      note: (note) => this.note(note),
      // If the agent does not report calls, only the simultaneous loss of marker and record counts as a
      // cleanup, since a user who wants to end the run removes the marker alone.
      by: (hasCalls) => {
        const isCleanup = !hasMarker(project) && !isThere(projectPlaces(project).state);
        return hasCalls ? "call" : isCleanup ? "unseen-call" : null;
      },
    });
  }

  get record(): LoopRecord {
    return this.#record;
  }

  /**
   * Changes the record in memory, and soon on disk; a failed write does not end the run. Pauses are written
   * at once, since `status` reads them from disk, and the run announces them next.
   *
   * @param flush Whether the change has to survive a loss of power. This applies to the turns used, before
   * the agent begins, and to their cost, which the write of the next turn includes.
   */
  change(change: (record: LoopRecord) => LoopRecord, flush: "now" | "soon" | null = null): void {
    const { pause } = this.#record;
    this.#record = change(this.#record);
    this.#isFlushed ||= flush !== null;
    if (flush !== "now" && this.#record.pause === pause) {
      return this.#written.within(LATEST_WRITE_MS);
    }
    this.#written.cancel();
    this.#write();
  }

  #write(): void {
    const { facts } = this;
    const isFlushed = this.#isFlushed;
    this.#isFlushed = false;
    // A record that `ralph stop` removed is not written again.
    const loop = { project: facts.project, facts };
    attempt(() => changeLoop({ places: this.#places }, loop, () => this.#record, { isFlushed }));
  }

  /**
   * Records how many items of the plan are done, and what the plan leaves out if that is known. Writes only
   * changes.
   */
  countItems(
    { done, total, leftOut }: Pick<Counts, "done" | "total"> & { readonly leftOut?: LeftOut },
  ): void {
    const { items } = this.#record;
    if (items?.done === done && items.total === total && leftOut === undefined) return;
    const named = leftOut === undefined
      ? items?.leftOut
      : { ...leftOut, parts: [...leftOut.parts] };
    this.change((record) => ({ ...record, items: { done, total, next: null, leftOut: named } }));
  }

  note(note: RunNote): void {
    journal(this.#places, this.#record, {
      atMs: this.#nowMs(),
      event: "run",
      session: null,
      ...note,
    });
  }

  /** Notes once that the machine slept, however many agents it stopped. */
  noteSleep(sleptMs: number): void {
    const to = this.#nowMs();
    const from = to - sleptMs;
    if (sleptMs < MINUTE_MS || from < this.#sleptUntilMs) return;
    this.#sleptUntilMs = to;
    const sentence = `The machine slept for ${showDuration(sleptMs)}, not counted`;
    this.note({ kind: "note", code: "gap", sentence, span: { from, to } });
  }

  /** Checks whether the loop was ended on disk. Cheap. */
  findStopRequest(): StopRequest | null {
    const { project, id } = this.facts;
    const switchPath = findKillSwitch(project, this.#gitTop);
    if (switchPath !== null) return { by: "kill-switch", path: switchPath };
    // `ralph stop` archives the record before it removes the marker.
    const isMarked = hasMarker(project);
    if (isThere(loopPlaces(this.#places, id).lastRecord)) return { by: "stop" };
    if (!isMarked) this.#commands.repair();
    this.#tellUntold();
    return isMarked || hasMarker(project) ? null : { by: "disabled" };
  }

  /** Notes that an agent begins to work. */
  beginAgent(): void {
    this.#working += 1;
  }

  /** Notes that an agent has ended. When the last one ends, all its calls have ended. */
  endAgent(): void {
    this.#working -= 1;
    if (this.#working > 0) return;
    this.#commands.repair();
    this.#tellUntold();
    endAllCalls(this.#places, this.facts.id);
  }

  /** Notes a command that the run itself begins. Dispose of the result when the command has ended. */
  beginCommand(what: string, limitMs: number): Disposable {
    this.#working += 1;
    const command = this.#commands.begin(what, limitMs);
    return {
      [Symbol.dispose]: () => {
        command[Symbol.dispose]();
        this.endAgent();
      },
    };
  }

  /** Tells the user what was restored, also by hooks of the agents, whose answers are not shown. */
  #tellUntold(): void {
    const lines = takeUntold({ places: this.#places, ...this.facts });
    for (const line of lines?.split("\n") ?? []) this.onPutBack(line);
  }

  /** Writes pending changes. */
  [Symbol.dispose](): void {
    this.#written[Symbol.dispose]();
  }

  /** Writes the loop's end. @returns What could not be written, one sentence each. */
  end({ kind, reason, evidence, killSwitch, isOnDisk }: RunEnd): string[] {
    this.#written.cancel();
    if (isOnDisk) return [];
    return endLoop(this.#places, this.#record, {
      kind,
      reason,
      evidence,
      event: "run",
      killSwitch,
      nowMs: this.#nowMs(),
    });
  }
}

/** Maximum wait for the lock, in milliseconds. Short, since the marks are checked several times a second. */
const LOCK_DEADLINE_MS = 200;
/** Maximum delay of a change on its way to disk, in milliseconds: one agent's end alone makes five. */
const LATEST_WRITE_MS = 100;
