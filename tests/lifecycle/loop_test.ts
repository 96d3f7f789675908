import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checkRecord } from "../../src/lifecycle/check_record.ts";
import {
  findLoop,
  isReached,
  openLoop,
  readUsersMarks,
  recordOf,
} from "../../src/lifecycle/loop.ts";
import { LoopProject, OWNER } from "./_loop.ts";

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
    assertStringIncludes(checkRecord(found(project)).damage?.what ?? "", why);
    assertEquals(found(project).owner, undefined);
  }
});

Deno.test("findLoop: who owns the loop is known before its record is checked, where nothing speaks against it", () => {
  using project = new LoopProject();
  const { record } = project.event().loop;
  const ownerOf = (change: object) => {
    const fields = JSON.parse(project.read(".claude/ralph-state.json"));
    project.write(".claude/ralph-state.json", JSON.stringify({ ...fields, ...change }));
    return found(project).owner;
  };
  assertEquals(ownerOf({}), record.ownerSession);
  assertEquals(ownerOf({ owner_session: null }), null);
  assertEquals(
    ownerOf({ owner_session: "b", iteration: "many" }),
    "b",
    "its other fields are unread",
  );
  assertEquals(checkRecord(found(project)).record, null);
  assertEquals(ownerOf({ owner_session: 5 }), undefined);
  assertEquals(ownerOf({ owner_session: "b", version: 99 }), undefined, "a later ralph's");
  Deno.removeSync(project.path(".claude/ralph-state.json"));
  assertEquals(found(project).owner, undefined);
});

Deno.test("readUsersMarks: reads the present kill switch and marker", () => {
  using project = new LoopProject();
  const loop = found(project);
  assertEquals(readUsersMarks(loop), { hasMarker: true, killSwitch: null });
  const path = project.write(".claude/STOP_LOOP", "");
  Deno.removeSync(project.path(".claude/loop-enabled"));
  assertEquals(readUsersMarks(loop), { hasMarker: false, killSwitch: path });
});

Deno.test("isReached: the start's folder, folders above and below it, and the owner", () => {
  using project = new LoopProject();
  const loop = found(project);
  const meets = (startedIn: string, calledIn: string, session: string | null = "another") =>
    isReached({ ...loop, facts: { ...loop.facts, startedIn }, calledIn }, session);
  assert(meets("/r/pkg/a", "/r/pkg/a") && meets("/r/pkg/a/src", "/r/pkg/a") && meets("/r", "/r/x"));
  assert(!meets("/r/pkg/a", "/r/pkg/b") && !meets("/r/pkg/a", "/r/pkg/ab"));
  assert(meets("/r/pkg/a", "/r/pkg/b", OWNER) && !meets("/r/pkg/a", "/r/pkg/b", null));
});
