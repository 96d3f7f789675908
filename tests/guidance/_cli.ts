import { join } from "@std/path";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { newLoopId } from "../../src/store/records/loop_id.ts";
import { archiveLoopRecord, createLoop } from "../../src/store/records/loops.ts";
import { writeLoopRecord, writeMarker } from "../../src/store/records/project_marks.ts";
import { TestCli } from "../cli/_cli.ts";

/** Runs the two commands, and starts and ends loops as `start` and a stop do. */
export class GuidanceCli extends TestCli {
  readonly file = join(this.project, ".claude", "ralph-config.json");

  /** Runs `encourage` or `forbid`. */
  call(words: readonly string[], options: { at?: string; input?: string } = {}) {
    return this.run(words, options);
  }

  // deno-lint-ignore no-explicit-any -- the test says what it expects
  get guidance(): any {
    return JSON.parse(Deno.readTextFileSync(this.file)).guidance;
  }

  startLoop(time: string): { id: string; startedAt: number } {
    const at = Date.parse(time);
    const id = newLoopId(at);
    createLoop(this.places, {
      id,
      project: this.project,
      task: null,
      preset: null,
      flags: {},
      startedAt: at,
      startedBy: "terminal",
      driver: "session",
    });
    const record = blankRecord({ id, project: this.project, driver: "session", startedAt: at });
    writeLoopRecord(this.places, this.project, record);
    writeMarker(this.project, id);
    return { id, startedAt: at };
  }

  endLoop(id: string, startedAt: number, time: string): void {
    const record = blankRecord({ id, project: this.project, driver: "session", startedAt });
    archiveLoopRecord(this.places, {
      ...record,
      state: "stopped",
      lastDecision: { kind: "let-go", code: "complete", sentence: "", at: Date.parse(time) },
    });
  }
}
