/**
 * The promise: a harmful call is refused, or what it destroyed is put back at the next event and said;
 * plain work is never refused. Every harmful line is played; without the guard one of four, or all with
 * `RALPH_TEST_CORPUS=all`.
 */
import { assert, assertEquals } from "@std/assert";
import { type Outcome, play } from "./_play.ts";
import { canConfine, createSandbox, judgeBash } from "./_project.ts";
import { ignoredIf } from "../_tools.ts";

const sandbox = createSandbox();
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox.root, { recursive: true }));

function linesOf(section: string): string[] {
  const corpus = Deno.readTextFileSync(new URL("corpus.txt", import.meta.url));
  const [, lines = ""] = new RegExp(`^# ${section}:.*\n((?:.+\n)*)`, "m").exec(corpus) ?? [];
  const list = lines.trimEnd().replaceAll("{root}", sandbox.root).split("\n");
  assert(list.length > 10, section);
  return list.map((line) => line.replaceAll("⏎", "\n").replaceAll("⇥", "\t"));
}

Deno.test("guard: no plain line is refused", async () => {
  const refused: string[] = [];
  for (const line of linesOf("plain")) {
    const judgement = await judgeBash(sandbox, line);
    if (judgement.kind !== "pass") refused.push(`${line} => ${JSON.stringify(judgement)}`);
  }
  assertEquals(refused, []);
});

Deno.test("guard: every command of ralph that changes the loop is refused", async () => {
  const passed: string[] = [];
  for (const line of linesOf("ralph")) {
    if ((await judgeBash(sandbox, line)).kind !== "deny") passed.push(line);
  }
  assertEquals(passed, []);
});

Deno.test("guard: a line that names the limits for a change is refused, in a program's text too", async () => {
  const passed: string[] = [];
  for (const line of linesOf("limits")) {
    if ((await judgeBash(sandbox, line)).kind !== "deny") passed.push(line);
  }
  assertEquals(passed, []);
});

/** Plays the harmful lines. @returns What was harmed, and how many lines ended in which way. */
async function playHarmful(isGuarded: boolean) {
  const isAll = isGuarded || Deno.env.get("RALPH_TEST_CORPUS") === "all";
  const lines = linesOf("harmful").filter((_line, index) => isAll || index % 4 === 0);
  const counts: Record<Outcome, number> = {
    "refused": 0,
    "put back": 0,
    "said": 0,
    "harmless": 0,
    "harmed": 0,
  };
  const harmed: string[] = [];
  const waiting = [...lines];
  const work = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      const { outcome, why } = await play(sandbox, line, isGuarded ? line : "true");
      counts[outcome] += 1;
      if (outcome === "harmed") harmed.push(why);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  assert(counts["put back"] > lines.length / 4, JSON.stringify(counts));
  return { harmed, counts };
}

ignoredIf(!canConfine()).test(
  "guard: a harmful line is refused, put back, said, or comes to nothing",
  async () => {
    const { harmed, counts } = await playHarmful(true);
    assertEquals(harmed, []);
    assert(counts.refused > 0);
  },
);

/** Names that only refusal protects: the home's part, settings, the kill switch. */
const ONLY_REFUSED = /~|HOME|ralph-stop-reason|settings|STOP_LOOP/;

ignoredIf(!canConfine()).test(
  "guard: without a refusal, all is put back or said but what only refusal protects",
  async () => {
    const { harmed } = await playHarmful(false);
    assertEquals(harmed.filter((why) => !ONLY_REFUSED.test(why.split(" => ")[0] ?? "")), []);
  },
);
