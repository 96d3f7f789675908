/**
 * The loop of a run on disk: begun, resumed, changed, looked at, ended. A run is a loop
 * like any other.
 *
 * @module
 */
import { changeLoop } from "../../lifecycle/change.ts";
import { endLoop } from "../../lifecycle/end.ts";
import { identifyProcess } from "../../evidence/liveness.ts";
import { markTurn } from "../../loop/time/pausing.ts";
import type { JobEnd, LoopDisk } from "../../runner/job.ts";
import type { StopAsk } from "../../runner/stop_source.ts";
import { requireWritten } from "../../store/files/atomic_file.ts";
import { blankRecord } from "../../lifecycle/blank_record.ts";
import { AlreadyRunningError } from "../../error.ts";
import { writeRecord } from "../../store/records/json_record.ts";
import { journal } from "../../lifecycle/journal.ts";
import { withLock } from "../../store/files/lock.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { createLoop, type LoopFacts, reopenLoop } from "../../store/records/loops.ts";
import { loopPlaces, type Places, projectLock } from "../../store/places.ts";
import { isThere } from "../../store/files/presence.ts";
import { findGitTop } from "../../store/project.ts";
import { findKillSwitch, hasLoop, hasMarker } from "../../store/records/project_marks.ts";
import { pruneHome } from "../../store/records/prune.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { RememberedOptions } from "./remembered.ts";
import { writeLoop } from "../../lifecycle/begin.ts";
import { putMarksBack, RUN_PUT_BACK } from "./put_back.ts";
import { toInstant } from "../../text/instant.ts";

/** A loop that is to begin. */
export interface RunBeginning {
  readonly id: string;
  readonly project: string;
  readonly planPath: string;
  readonly flags: Partial<Settings>;
  /** Settings that the environment gives. */
  readonly environment: Partial<Settings>;
  readonly remembered: RememberedOptions;
  /** Unix seconds. */
  readonly now: number;
  readonly isInSession: boolean;
}

/** A loop that goes on. */
export interface RunResumption {
  readonly facts: LoopFacts;
  readonly record: LoopRecord;
  readonly planPath: string;
  readonly flags: Partial<Settings>;
  readonly environment: Partial<Settings>;
  readonly remembered: RememberedOptions;
  readonly now: number;
}

/** Writes a new loop: the home folder first, the marker last. */
export function beginRun(places: Places, beginning: RunBeginning): RunLoop {
  const { id, project, planPath, flags, environment, remembered, now, isInSession } = beginning;
  const startedAt = toInstant(now);
  const facts: LoopFacts = {
    version: 1,
    id,
    project,
    task: null,
    focus: planPath,
    preset: null,
    flags: { ...flags },
    environment: { ...environment },
    started_at: startedAt,
    started_by: isInSession ? "session" : "terminal",
    driver: "runner",
    run_options: { ...remembered },
  };
  const record: LoopRecord = {
    ...blankRecord({ id, project, driver: "runner", startedAt }),
    session_process: identifyProcess(Deno.pid),
    focus: { path: planPath, method: "run", candidates: [] },
  };
  return write(
    places,
    facts,
    record,
    "start",
    () => requireWritten(createLoop(places, facts), loopPlaces(places, id).facts),
  );
}

/** Writes a loop that lived before; its last record is kept under another name. */
export function resumeRun(places: Places, resumption: RunResumption): RunLoop {
  const { planPath, flags, environment, remembered, now } = resumption;
  const facts: LoopFacts = {
    ...resumption.facts,
    focus: planPath,
    flags: { ...flags },
    environment: { ...environment },
    run_options: { ...remembered },
  };
  const record: LoopRecord = {
    ...markTurn(resumption.record, "resting", now),
    state: "running",
    pause: null,
    session_process: identifyProcess(Deno.pid),
    last_hook_timestamp: now,
    focus: { path: planPath, method: "run", candidates: [] },
  };
  return write(places, facts, record, "resume", () => {
    requireWritten(writeRecord(loopPlaces(places, facts.id).facts, facts), "loop.json");
    requireWritten(reopenLoop(places, facts.id), loopPlaces(places, facts.id).dir);
  });
}

function write(
  places: Places,
  facts: LoopFacts,
  record: LoopRecord,
  kind: "start" | "resume",
  writeFacts: () => void,
): RunLoop {
  const { project } = facts;
  withLock(projectLock(places, project), {}, () => {
    if (kind === "start" && hasLoop(places, project)) {
      throw new AlreadyRunningError("Another start was faster: a loop is running here now", {
        hint: "Use 'ralph status' to see it.",
      });
    }
    writeLoop(places, {
      record,
      at: toInstant(record.last_hook_timestamp),
      command: "run",
      kind,
      sentence: kind === "start" ? "The run started" : "The run was resumed",
      writeFacts,
    });
  });
  pruneHome(places, record.last_hook_timestamp * 1000);
  return new RunLoop(places, facts, record);
}

/** The loop of a run that works. */
export class RunLoop implements LoopDisk {
  readonly #places: Places;
  readonly #gitTop: string | null;
  #record: LoopRecord;
  /** Tells the user that the run's files were put back. */
  tellPutBack: (sentence: string) => void = () => {};

  /** @param places The home's places. @param facts What never changes. @param record Its state. */
  constructor(places: Places, readonly facts: LoopFacts, record: LoopRecord) {
    this.#places = places;
    this.#record = record;
    this.#gitTop = findGitTop(facts.project);
  }

  get record(): LoopRecord {
    return this.#record;
  }

  change(change: (record: LoopRecord) => LoopRecord): void {
    this.#record = change(this.#record);
    const { facts } = this;
    // Where `ralph stop` has taken the record away, it stays away.
    changeLoop({ places: this.#places }, { project: facts.project, facts }, () => this.#record);
  }

  note(note: Parameters<LoopDisk["note"]>[0]): void {
    journal(this.#places, this.#record, {
      at: Date.now() / 1000,
      event: "run",
      session: null,
      ...note,
    });
  }

  /** Whether anybody ended the loop on disk. */
  look(): StopAsk | null {
    const { project, id } = this.facts;
    const switchPath = findKillSwitch(project, this.#gitTop);
    if (switchPath !== null) return { by: "kill-switch", path: switchPath };
    // `ralph stop` keeps the last record before it takes the marker away.
    const isMarked = hasMarker(project);
    if (isThere(loopPlaces(this.#places, id).lastRecord)) return { by: "stop" };
    if (isMarked) return null;
    if (!putMarksBack(this.#places, this.facts, Date.now() / 1000)) return { by: "disabled" };
    this.note({ kind: "note", code: "repaired", sentence: RUN_PUT_BACK });
    this.tellPutBack(RUN_PUT_BACK);
    return null;
  }

  /** Writes the loop's end. @returns What could not be written, one sentence each. */
  end({ kind, reason, evidence, killSwitch, isOnDisk }: JobEnd, now: number): string[] {
    if (isOnDisk) return [];
    return endLoop(this.#places, this.#record, {
      kind,
      reason,
      evidence,
      event: "run",
      sessionId: null,
      killSwitch,
      now,
    });
  }
}
