import { assertEquals, assertThrows } from "@std/assert";
import { NoLoopError, StateError, UsageError } from "../../src/error.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { chooseLoop } from "../../src/lifecycle/choose_loop.ts";
import { loopPlaces } from "../../src/store/places.ts";
import { archiveLoopRecord, createLoop, type LoopFacts } from "../../src/store/records/loops.ts";
import { writeLoopRecord, writeMarker } from "../../src/store/records/project_marks.ts";
import { TestProject } from "../_project.ts";

const STARTED = Date.parse("2026-01-05T18:00:00Z");
const OLDER = "20260105-180000000-0badcafe";
const NEWER = "20260106-180000000-0badf00d";

class Loops extends TestProject {
  /** Writes a loop that has ended, unless `isActive`. */
  add(id: string, { project = this.project, isActive = false } = {}): void {
    const facts: LoopFacts = {
      id,
      project,
      task: "Tidy up",
      preset: null,
      flags: {},
      startedAt: STARTED,
      startedBy: "terminal",
      driver: "session",
    };
    createLoop(this.places, facts);
    const record = blankRecord({ id, project, driver: "session", startedAt: STARTED });
    if (!isActive) archiveLoopRecord(this.places, { ...record, state: "stopped" });
    else {
      writeMarker(project, id);
      writeLoopRecord(this.places, project, record);
    }
  }

  choose(id?: string): string {
    return chooseLoop(this.places, this.project, id).facts.id;
  }
}

Deno.test("chooseLoop: without an id the active loop, else the one that ended last", () => {
  using loops = new Loops();
  loops.add(OLDER);
  loops.add(NEWER);
  assertEquals(loops.choose(), NEWER);
  const active = "20260104-180000000-00000001";
  loops.add(active, { isActive: true });
  assertEquals(loops.choose(), active);
  assertEquals(chooseLoop(loops.places, loops.project).record?.id, active);
});

Deno.test("chooseLoop: an id, or a part that only one loop has, names a loop of any project", () => {
  using loops = new Loops();
  loops.add(OLDER, { project: "/somewhere/else" });
  loops.add(NEWER);
  for (const part of [OLDER, "20260105", "0badcafe"]) assertEquals(loops.choose(part), OLDER);
  const { hasEnded, record } = chooseLoop(loops.places, loops.project, OLDER);
  assertEquals([hasEnded, record?.state], [true, "stopped"]);
});

Deno.test("chooseLoop: says which ids there are where none or several fit", () => {
  using loops = new Loops();
  assertThrows(() => loops.choose(), NoLoopError, loops.project);
  assertThrows(() => loops.choose("2026"), NoLoopError);
  loops.add(OLDER);
  loops.add(NEWER);
  const { hint } = assertThrows(() => loops.choose("2026"), UsageError, `"2026"`) as UsageError;
  assertEquals([OLDER, NEWER].every((id) => hint.includes(id)), true);
  for (const part of ["nonsense", "../..", "", "202"]) {
    assertThrows(() => loops.choose(part), NoLoopError, `"${part}"`);
  }
});

Deno.test("chooseLoop: facts that cannot be read are an error, a record is not", () => {
  using loops = new Loops();
  loops.add(OLDER);
  loops.add(NEWER);
  Deno.writeTextFileSync(loopPlaces(loops.places, NEWER).facts, "{");
  Deno.writeTextFileSync(loopPlaces(loops.places, OLDER).lastRecord, "{");
  assertThrows(() => loops.choose(NEWER), StateError, "not JSON");
  assertEquals(chooseLoop(loops.places, loops.project, OLDER).record, null);
});
