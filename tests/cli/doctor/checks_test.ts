/** What no broken set-up of the end-to-end test shows. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { CHECKS } from "../../../src/cli/doctor/checks.ts";
import type { Check, Checkup } from "../../../src/cli/doctor/check.ts";
import { listLacks } from "../../../src/cli/doctor/checks/client.ts";
import { marks } from "../../../src/cli/doctor/checks/loops.ts";
import { program } from "../../../src/cli/doctor/checks/program.ts";
import { fixFindings } from "../../../src/cli/doctor/run_checks.ts";
import { isThere } from "../../../src/store/files/presence.ts";
import { loopPlaces } from "../../../src/store/places.ts";
import { createLoop } from "../../../src/store/records/loops.ts";
import { writeMarker } from "../../../src/store/records/project_marks.ts";
import { TestProject } from "../../_project.ts";

Deno.test("client: each version lacks what came after it", () => {
  const counts = [[2, 1, 46], [2, 1, 47], [2, 1, 100], [2, 1, 163], [2, 2, 0], [1, 9, 9]] as const;
  assertEquals(counts.map((version) => listLacks(version).length), [5, 4, 3, 0, 0, 5]);
});

Deno.test("checks: each has an id of its own, which names its group", () => {
  const ids = CHECKS.map(({ id }) => id);
  assertEquals(new Set(ids).size, ids.length);
  const groups = ["program", "hooks", "client", "loops", "files", "settings", "system"];
  assertEquals(ids.filter((id) => !groups.includes(id.split(".")[0]!)), []);
});

const ID = "20260101-000000000-0a1b2c3d";

function checkupOf({ env, places, project }: TestProject): Checkup {
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

/** Fixes what one check finds, with consent to all. */
async function fixAll(ground: TestProject, find: Check["find"]) {
  const checkup = checkupOf(ground);
  const check = { id: "loops.test", subject: "x", find } as const;
  const { findings, fixed } = await fixFindings([check], checkup, () => "yes");
  return { ids: findings.map(({ id }) => id), outcomes: fixed.map(({ outcome }) => outcome) };
}

function startLoop({ places }: TestProject, project: string): void {
  createLoop(places, {
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

async function findProgramPath(ground: TestProject, executable: string, folder: string) {
  const checkup = checkupOf(ground);
  const variable = (name: string) => name === "PATH" ? folder : undefined;
  const found = [];
  for await (const each of program({ ...checkup, executable, env: { ...checkup.env, variable } })) {
    if (each.id === "program.path") found.push(each);
  }
  return found;
}

Deno.test("program: the launcher of the npm package is this program, and another one is not", async () => {
  using ground = new TestProject();
  const at = (path: string) => join(ground.home, "lib/node_modules", path);
  const place = (path: string) => {
    ground.write(at(path), "#!/bin/sh\n");
    Deno.chmodSync(at(path), 0o755);
  };
  place("ralph-until-done/ralph.js");
  place("ralph-until-done-linux-x64/ralph");
  place("ralph-until-done/node_modules/ralph-until-done-darwin-x64/ralph");
  place("other/ralph-until-done-linux-x64/ralph");
  const bin = join(ground.home, "bin");
  Deno.mkdirSync(bin);
  Deno.symlinkSync(at("ralph-until-done/ralph.js"), join(bin, "ralph"));
  const counts: [string, number][] = [
    ["ralph-until-done-linux-x64/ralph", 0],
    ["ralph-until-done/node_modules/ralph-until-done-darwin-x64/ralph", 0],
    ["other/ralph-until-done-linux-x64/ralph", 1],
  ];
  for (const [path, count] of counts) {
    assertEquals((await findProgramPath(ground, at(path), bin)).length, count, path);
  }
});

Deno.test("program: what is in ~/.local/bin is not linked onto itself", async () => {
  using ground = new TestProject();
  const file = join(ground.home, ".local/bin/ralph");
  ground.write(file, "#!/bin/sh\n");
  const [finding] = await findProgramPath(ground, file, "/gone");
  assertEquals(finding?.command, 'export PATH="$HOME/.local/bin:$PATH"');
});

Deno.test("marks: a kill switch that is to end the loop of another package stays", async () => {
  using ground = new TestProject();
  const killSwitch = join(ground.project, ".claude", "STOP_LOOP");
  ground.write(killSwitch, "");
  startLoop(ground, join(ground.project, "packages", "one"));
  assertEquals(await fixAll(ground, marks), { ids: ["loops.kill-switch"], outcomes: [] });
  assertEquals(isThere(killSwitch), true);
});

Deno.test("marks: those of a loop that a newer ralph started stay", async () => {
  using ground = new TestProject();
  startLoop(ground, ground.project);
  ground.write(loopPlaces(ground.places, ID).facts, '{"version": 99}');
  assertEquals(await fixAll(ground, marks), { ids: ["loops.test"], outcomes: [] });
  assertEquals(isThere(join(ground.project, ".claude", "loop-enabled")), true);
});
