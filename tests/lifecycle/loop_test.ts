import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findLoop, openLoop, readUsersMarks, recordOf } from "../../src/lifecycle/loop.ts";
import { LoopProject } from "./_loop.ts";

function found(project: LoopProject) {
  const loop = findLoop(project.places, project.project);
  assert(loop !== null);
  return loop;
}

Deno.test("openLoop: null unless the record can be used", () => {
  using project = new LoopProject();
  assertEquals(openLoop(found(project))?.record.id, project.id);
  project.write(".claude/ralph-state.json", "{ broken");
  assertEquals(openLoop(found(project)), null);
  assertEquals(recordOf(found(project)).id, project.id, "an end needs only the facts");
});

Deno.test("findLoop: ignores marks of a loop that the home folder does not know", () => {
  using project = new LoopProject();
  Deno.removeSync(project.path(`~/.claude/ralph/loops/${project.id}`), { recursive: true });
  assertEquals(findLoop(project.places, project.project), null);
});

Deno.test("findLoop: a record of another loop or project is broken, with the reason", () => {
  using project = new LoopProject();
  const { record } = project.event().loop;
  for (
    const [change, why] of [
      [{ id: "another" }, "another loop"],
      [{ project: "/elsewhere" }, "another project"],
    ] as const
  ) {
    project.writeRecord({ ...record, ...change });
    const read = found(project).record;
    assert(read.kind === "broken");
    assertStringIncludes(read.why, why);
  }
});

Deno.test("readUsersMarks: reads the present kill switch and marker", () => {
  using project = new LoopProject();
  const loop = found(project);
  assertEquals(readUsersMarks(loop), { hasMarker: true, killSwitch: null });
  const path = project.write(".claude/STOP_LOOP", "");
  Deno.removeSync(project.path(".claude/loop-enabled"));
  assertEquals(readUsersMarks(loop), { hasMarker: false, killSwitch: path });
});
