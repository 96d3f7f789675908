import { assertEquals } from "@std/assert";
import { judgeCall } from "../../src/guard/judge.ts";
import { contextOf, createSandbox } from "./_project.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

/** The folders that judging a line lists. */
async function listedFor(command: string): Promise<string[]> {
  const context = contextOf(sandbox);
  const listed: string[] = [];
  const names = (path: string) => {
    listed.push(path.replace(sandbox.home, "~"));
    return context.disk.names(path);
  };
  const call = { toolName: "Bash", toolInput: { command }, cwd: sandbox.project };
  const { kind } = await judgeCall(call, { ...context, disk: { ...context.disk, names } });
  assertEquals(kind, "pass", command);
  return listed;
}

Deno.test("guard: a line far from ralph's folders does not list them", async () => {
  for (const line of ["rm -rf build && mv src/a.ts src/b.ts", "rm -r src/deep; mkdir src/deep"]) {
    assertEquals(await listedFor(line), [], line);
  }
});

Deno.test("guard: a line near ralph's folders lists them", async () => {
  const listed = await listedFor("mv README.md .claude/notes-2.md");
  assertEquals(listed.filter((folder) => folder.endsWith("/.claude/plans")).length > 0, true);
});
