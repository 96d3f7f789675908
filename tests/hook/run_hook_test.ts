import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { hasMarks } from "../../src/hook/run_hook.ts";
import { noteCall } from "../../src/store/repair/calls.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";

function worldOf(project: string, home = "/nowhere") {
  const variables: Record<string, string> = {
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: "s-1",
    HOME: home,
  };
  const env = environmentOf((name) => variables[name], "/");
  return { env, places: placesOf(env) };
}

Deno.test("marks: marker, record or a dangling link is enough", () => {
  const project = Deno.makeTempDirSync();
  try {
    assertEquals(hasMarks(worldOf(project)), false);
    Deno.mkdirSync(join(project, ".claude"));
    assertEquals(hasMarks(worldOf(project)), false);
    for (const name of ["loop-enabled", "ralph-state.json"]) {
      const mark = join(project, ".claude", name);
      Deno.writeTextFileSync(mark, "");
      assertEquals(hasMarks(worldOf(project)), true, name);
      Deno.removeSync(mark);
      Deno.symlinkSync(join(project, "nowhere"), mark);
      assertEquals(hasMarks(worldOf(project)), true, name);
      Deno.removeSync(mark);
    }
  } finally {
    Deno.removeSync(project, { recursive: true });
  }
});

Deno.test("marks: without both, the home folder's record of the session is enough", () => {
  const root = Deno.makeTempDirSync();
  try {
    const context = worldOf(root, root);
    assertEquals(hasMarks(context), false);
    const call = { session: "s-1", isSubagent: false, untilMs: 1_000, what: "make" };
    noteCall(context.places, { id: "a-loop", project: root }, "toolu_1", call);
    assertEquals(hasMarks(context), true);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("marks: a missing project has no marks", () => {
  assertEquals(hasMarks(worldOf("")), false);
  assertEquals(hasMarks(worldOf("/nowhere/at all")), false);
});
