/** Every command line that a page prints works as printed, in the state that the page has told so far. */
import { assert, assertEquals } from "@std/assert";
import DENO from "../../deno.json" with { type: "json" };
import { needsBuild } from "../_tools.ts";
import { listLines, listPages, listTasks, listUnmarked, type PrintedLine } from "./_blocks.ts";
import { isMissing, OPENINGS, type Situation, SITUATIONS, UNPLAYED } from "./_lines.ts";
import { Reader } from "./_reader.ts";

const PAGES = [...listPages(), "CONTRIBUTING.md"];

/** Plays a line. @returns What is wrong with it; null if nothing is. */
async function play(reader: Reader, line: PrintedLine, given: Situation): Promise<string | null> {
  const { before, own, code: expected = 0 } = given;
  reader.renewPlan();
  await before?.(reader);
  const words = await own?.(reader) ?? {};
  const typed = line.printed.replaceAll(/\b[A-Z]+\b/g, (word) => words[word] ?? word);
  const { code, said } = await reader.play(typed);
  return code === expected ? null : `${typed}: exit code ${code}, not ${expected}\n${said}`;
}

for (const page of PAGES) {
  const lines = listLines(page).filter(({ text }) => UNPLAYED[page]?.[text] === undefined);
  if (lines.length === 0) continue;
  needsBuild().test(`docs: each command line of ${page} works as printed`, async () => {
    using reader = new Reader();
    await reader.begin();
    await OPENINGS[page]?.(reader);
    const wrong: string[] = [];
    for (const line of lines) {
      const given = SITUATIONS[page]?.[line.text] ?? {};
      const fault = isMissing(given) ? null : await play(reader, line, given);
      if (fault !== null) wrong.push(fault);
    }
    assertEquals(wrong, []);
  });
}

Deno.test("docs: each line that no test plays, or that has a situation of its own, is still printed", () => {
  assert(PAGES.flatMap(listLines).length > 60, "lines were not found");
  const gone = [UNPLAYED, SITUATIONS].flatMap((table) =>
    Object.entries(table).flatMap(([page, lines]) => {
      const printed = listLines(page).map(({ text }) => text);
      return Object.keys(lines).filter((line) => !printed.includes(line));
    })
  );
  assertEquals(gone, []);
});

Deno.test("docs: a block of command lines says that it is for a shell", () => {
  assertEquals(PAGES.flatMap(listUnmarked), []);
});

Deno.test("docs: each task of Deno that they name exists", () => {
  const named = PAGES.flatMap(listTasks);
  assert(named.length > 15, "tasks were not found");
  assertEquals(named.filter((name) => !Object.hasOwn(DENO.tasks, name)), []);
});
