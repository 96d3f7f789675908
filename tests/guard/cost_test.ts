import { assertEquals } from "@std/assert";
import { judgeCall } from "../../src/guard/judge.ts";
import { createWorld, sceneOf } from "./_world.ts";

const world = createWorld();
globalThis.addEventListener("unload", () => Deno.removeSync(world.root, { recursive: true }));

/** The folders that judging a line lists. */
async function listedFor(command: string): Promise<string[]> {
  const scene = sceneOf(world);
  const listed: string[] = [];
  const names = (path: string) => {
    listed.push(path.replace(world.home, "~"));
    return scene.disk.names(path);
  };
  const call = { toolName: "Bash", toolInput: { command }, cwd: world.project };
  const { kind } = await judgeCall(call, { ...scene, disk: { ...scene.disk, names } });
  assertEquals(kind, "pass", command);
  return listed;
}

Deno.test("guard: a line far from ralph's folders lists none of them, however many loops and archives", async () => {
  for (const line of ["rm -rf build && mv src/a.ts src/b.ts", "rm -r src/deep; mkdir src/deep"]) {
    assertEquals(await listedFor(line), [], line);
  }
});

Deno.test("guard: near them they are listed, the home's archives only where a line comes near", async () => {
  const listed = await listedFor("mv README.md .claude/notes-2.md");
  assertEquals(listed.filter((folder) => folder.endsWith("/.claude/plans")).length > 0, true);
});
