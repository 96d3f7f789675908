/** A loop in a throw-away project, and events of its session. */
import { withSnakeCaseNames } from "../../src/text/snake_case.ts";
import { type HookEvent, type LoopEvent, parseEvent } from "../../src/lifecycle/event.ts";
import { findLoop, openLoop } from "../../src/lifecycle/loop.ts";
import { createLoop } from "../../src/store/records/loops.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { writeLoopRecord, writeMarker } from "../../src/store/records/project_marks.ts";
import { type ProjectOptions, TestProject } from "../_project.ts";
import { loopFacts, loopRecord } from "../store/_records.ts";

/** The tests' clock: ten minutes after the loop's start. */
export const NOW = Date.parse("2026-01-01T00:10:00Z");

/** The session that owns the loop. */
export const OWNER = "session-1";

/** A throw-away project with a loop on disk. */
export class LoopProject extends TestProject {
  readonly id: string;

  constructor(record: Partial<LoopRecord> = {}, options: ProjectOptions = {}) {
    super(options);
    const facts = loopFacts(this.project);
    this.id = facts.id;
    createLoop(this.places, facts);
    writeMarker(this.project, facts.id);
    this.writeRecord({
      ...loopRecord(this.project, { id: facts.id, ownerSession: OWNER }),
      ...record,
    });
  }

  /** Writes the loop's record, as another process would. */
  writeRecord(record: LoopRecord): void {
    writeLoopRecord(this.places, this.project, record);
  }

  /** An event of the owner, with the loop as it is on disk now. */
  event(fields: Partial<HookEvent> = {}): LoopEvent {
    const event = parseEvent(JSON.stringify(withSnakeCaseNames({
      hookEventName: "Stop",
      sessionId: OWNER,
      promptId: "prompt-1",
      lastAssistantMessage: "Worked on it.",
      ...fields,
    })));
    const found = findLoop(this.places, this.project);
    const loop = found === null ? null : openLoop(found);
    if (event === null || loop === null) throw new Error("There is no loop, or no event");
    const { env, places } = this;
    return { env, places, nowMs: () => NOW, sleep: () => Promise.resolve(), event, loop };
  }
}
