/** The tables of lines, let loose on bash. */
// It takes many seconds: a `deno test` without a build leaves it out.
import "../_binary.ts";
import { assertEquals } from "@std/assert";
import { CAUTIOUS, HARMFUL, HARMLESS } from "./_lines.ts";
import { SEEN_HARMFUL, SEEN_HARMLESS } from "./_lines_seen_through.ts";
import { MORE_CAUTIOUS, MORE_HARMFUL, MORE_HARMLESS } from "./_lines_more.ts";
import { createSandbox, runForReal } from "./_project.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

const fill = (line: string) => line.replaceAll("{root}", sandbox.root);

/** All of the second table is let loose on bash only when asked for; else every fourth line of it. */
const RUNS_ALL = Deno.env.get("RALPH_TEST_ORACLE") === "all";
const some = (lines: readonly string[]) =>
  lines.filter((_line, index) => RUNS_ALL || index % 4 === 0);

async function listOracle(lines: readonly string[], isHarmed: boolean): Promise<string[]> {
  const wrong: string[] = [];
  const waiting = [...lines];
  const work = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const changed = await runForReal(sandbox, fill(line));
      if (changed.length > 0 !== isHarmed) wrong.push(`${line} => changed ${changed.join(", ")}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return wrong;
}

Deno.test("guard: denied lines do harm in bash", async () => {
  assertEquals(await listOracle([...HARMFUL, ...some(MORE_HARMFUL), ...SEEN_HARMFUL], true), []);
});

Deno.test("guard: passed lines do not do harm in bash", async () => {
  assertEquals(
    await listOracle(
      [...HARMLESS, ...SEEN_HARMLESS, ...CAUTIOUS, ...some(MORE_HARMLESS), ...some(MORE_CAUTIOUS)],
      false,
    ),
    [],
  );
});
