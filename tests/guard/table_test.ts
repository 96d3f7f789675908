import { assertEquals } from "@std/assert";
import { CAUTIOUS, HARMFUL, HARMFUL_UNRUN, HARMLESS, HARMLESS_UNRUN } from "./_lines.ts";
import { SEEN_HARMFUL, SEEN_HARMLESS } from "./_lines_seen_through.ts";
import { HOLES, MORE_CAUTIOUS, MORE_HARMFUL, MORE_HARMLESS } from "./_lines_more.ts";
import { createSandbox, judgeBash } from "./_project.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

const fill = (line: string) => line.replaceAll("{root}", sandbox.root);

async function listWrong(lines: readonly string[], kind: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const line of lines) {
    const judgement = await judgeBash(sandbox, fill(line));
    if (judgement.kind !== kind) wrong.push(`${line} => ${JSON.stringify(judgement)}`);
  }
  return wrong;
}

Deno.test("guard: denies every line that changes a control file", async () => {
  assertEquals(
    await listWrong([...HARMFUL, ...HARMFUL_UNRUN, ...MORE_HARMFUL, ...SEEN_HARMFUL], "deny"),
    [],
  );
});

Deno.test("guard: passes every line that only reads, or changes other files", async () => {
  assertEquals(
    await listWrong([...HARMLESS, ...HARMLESS_UNRUN, ...MORE_HARMLESS, ...SEEN_HARMLESS], "pass"),
    [],
  );
});

Deno.test("guard: denies lines that may do harm, although they do not here", async () => {
  assertEquals(await listWrong([...CAUTIOUS, ...MORE_CAUTIOUS], "deny"), []);
});

Deno.test("guard: passes the lines of the known holes", async () => {
  assertEquals(await listWrong(HOLES, "pass"), []);
});
