/** Marks that must stay: they belong to a loop elsewhere, or to a newer ralph. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { fixFindings } from "../../src/doctor/run_checks.ts";
import type { DoctorContext } from "../../src/doctor/check.ts";
import { marks } from "../../src/doctor/checks/marks.ts";
import { locks } from "../../src/doctor/checks/locks.ts";
import { earlierPlugin } from "../../src/doctor/checks/hooks/earlier_plugin.ts";
import { isThere } from "../../src/store/files/presence.ts";
import { loopPlaces } from "../../src/store/places.ts";
import { createLoop } from "../../src/store/records/loops.ts";
import { writeMarker } from "../../src/store/records/project_marks.ts";
import { TestProject } from "../_project.ts";

const ID = "20260101-000000000-0a1b2c3d";

function contextOf({ env, places, project }: TestProject): DoctorContext {
  return {
    env,
    variables: {},
    places,
    project,
    projectProblem: null,
    nowMs: () => Date.UTC(2026, 0, 2),
    executable: "/opt/ralph",
    version: "0.0.0",
    managedDir: "/gone",
  };
}

function startLoop({ places }: TestProject, project: string): void {
  createLoop(places, {
    version: 1,
    id: ID,
    project,
    task: null,
    preset: null,
    flags: {},
    startedAt: Date.UTC(2026, 0, 1),
    startedBy: "terminal",
    driver: "session",
  });
  writeMarker(project, ID);
}

Deno.test("marks: a kill switch that is to end the loop of another package stays", async () => {
  using ground = new TestProject();
  const killSwitch = join(ground.project, ".claude", "STOP_LOOP");
  ground.write(killSwitch, "");
  startLoop(ground, join(ground.project, "packages", "one"));
  const { findings } = await fixFindings([marks], contextOf(ground), () => "yes");
  assertEquals(findings.map(({ id }) => id), ["loops.kill-switch-set"]);
  assertEquals(isThere(killSwitch), true);
});

Deno.test("marks: those of a loop that a newer ralph started stay", async () => {
  using ground = new TestProject();
  startLoop(ground, ground.project);
  ground.write(loopPlaces(ground.places, ID).facts, '{"version": 99}');
  const { findings } = await fixFindings([marks], contextOf(ground), () => "yes");
  assertEquals(findings.map(({ id }) => id), ["loops.marks"]);
  assertEquals(isThere(join(ground.project, ".claude", "loop-enabled")), true);
});

Deno.test("marks: a loop of ours whose record the earlier plugin replaced keeps its marks", async () => {
  using ground = new TestProject();
  startLoop(ground, ground.project);
  const state = join(ground.project, ".claude", "ralph-state.json");
  ground.write(state, '{"state": "running"}');
  const { repairs } = await fixFindings([earlierPlugin, marks], contextOf(ground), () => "yes");
  assertEquals([repairs, isThere(state)], [[], true]);
});

Deno.test("locks: a lock file is never moved, whatever is wrong with it", async () => {
  using ground = new TestProject();
  const lock = join(ground.places.locksDir, "trust.lock");
  ground.write(join(lock, "inside"), "");
  const { repairs } = await fixFindings([locks], contextOf(ground), () => "yes");
  assertEquals(repairs.map(({ outcome }) => outcome), ["done"]);
  assertEquals(isThere(lock), false);
  ground.write(lock, "");
  const { findings } = await fixFindings([locks], contextOf(ground), () => "yes");
  assertEquals([findings.map(({ id }) => id), isThere(lock)], [["loops.locks"], true]);
});
