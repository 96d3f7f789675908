import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { hasMarks } from "../../src/hook/marks_here.ts";
import { environmentOf } from "../../src/store/environment.ts";

function worldOf(project: string) {
  const variables: Record<string, string> = { CLAUDE_PROJECT_DIR: project };
  return { env: environmentOf((name) => variables[name], "/", false) };
}

Deno.test("marks: either mark is enough to look closer, a dangling link too; without any, no", () => {
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

Deno.test("marks: no project, or one that is not there, has none", () => {
  assertEquals(hasMarks(worldOf("")), false);
  assertEquals(hasMarks(worldOf("/nowhere/at all")), false);
});
