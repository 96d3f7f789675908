/** Exploration over several continuations and loops, through the binary. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { waitUntil } from "../_wait.ts";
import { begin, makeStage, promptOf, RALPH, type Stage } from "./_stage.ts";

const DONE = "- [x] one\n- [x] two\n- [x] three\n";
const LONG = ["-f", "PLAN.md", "--min-hours", "0", "--min-iterations", "30"];

/** A loop whose task is complete, over a project with two broken links. */
async function explorer(
  files: Readonly<Record<string, string>> = {},
  args: readonly string[] = LONG,
): Promise<Stage> {
  const stage = await makeStage({ program: RALPH, plan: DONE, start: null });
  const all = { "README.md": "[x](gone.md)\n", "docs/old/a.md": "[y](lost.md)\n", ...files };
  for (const [path, text] of Object.entries(all)) stage.put(path, text);
  await begin(stage, args);
  return stage;
}

/** The list that a continuation shows. */
function offered(text: string): string[] {
  return text.split("\n").filter((line) =>
    /^- (?:Broken|No README|\d+ (?:tracked|TODO))/.test(line)
  );
}

/** What `ralph knowledge` knows of broken links. */
async function readLinks(stage: Stage) {
  const { checks, tried } = JSON.parse(await stage.ok(["knowledge", "--json"]));
  const { offered, done } = checks.find((entry: { check: string }) =>
    entry.check === "broken-link"
  );
  return { offered, done, tried };
}

Deno.test("exploration: what was offered, and what was gone after it, is counted during the loop and after it", async () => {
  using stage = await explorer();
  const first = offered(promptOf(await stage.turn()));
  assertEquals(first, [
    "- Broken link in README.md:1: `gone.md`: gone.md does not exist",
    "- Broken link in docs/old/a.md:1: `lost.md`: docs/old/lost.md does not exist",
  ]);
  let links = await readLinks(stage);
  assertEquals([links.offered, links.done], [2, 0]);
  stage.put("README.md", "Fixed.\n");
  await stage.rescan();
  const second = offered(promptOf(await stage.turn()));
  assertEquals(second, first.slice(1), "the fixed link is gone");
  links = await readLinks(stage);
  assertEquals([links.offered, links.done], [2, 1]);
  await stage.ok(["stop"]);
  await stage.turn();
  assertEquals(stage.hasLoop(), false);
  assertEquals(await readLinks(stage), links, "the counts stay after the loop");
  const text = await stage.ok(["knowledge"]);
  assertMatch(text, /gone since: Broken link in README\.md/);
  assertMatch(text, /open: Broken link in docs\/old\/a\.md/);
});

Deno.test("exploration: a Stop starts the scan that the next one reads, and the journal says what changed", async () => {
  using stage = await explorer();
  const path = () => {
    const names = [...Deno.readDirSync(stage.inHome("ralph", "scans"))].map(({ name }) => name);
    return stage.inHome("ralph", "scans", names.find((name) => /^[^.]+\.json$/.test(name))!);
  };
  const last = () => JSON.parse(Deno.readTextFileSync(path()));
  const began = last().began_at_ms - 61_000;
  Deno.writeTextFileSync(path(), JSON.stringify({ ...last(), began_at_ms: began }));
  stage.put("README.md", "[x](other.md) and /home/kimberly/x\n");
  const first = promptOf(await stage.turn());
  assertEquals(
    offered(first).some((line) => line.includes("gone.md")),
    false,
    "its file is another",
  );
  await waitUntil(() => last().began_at_ms > began, () => "no scan was made");
  assertStringIncludes(promptOf(await stage.turn()), "`other.md`");
  await waitUntil(
    () => stage.journal().some(({ kind }) => kind === "constraints"),
    () => "the journal does not say it",
  );
});

Deno.test("exploration: an idle agent is sent to the open items, and progress ends the exploration", async () => {
  using stage = await makeStage({ program: RALPH });
  stage.put("README.md", "[x](gone.md)\n");
  const idle = promptOf(
    await stage.turn({ message: "There is no work remaining." }),
  );
  assertEquals(stage.record()["phase"], "exploration");
  assertStringIncludes(idle, ': "one"');
  assertEquals(idle.includes("Broken link"), false);
  stage.put("PLAN.md", "- [x] one\n- [ ] two\n");
  await stage.turn();
  assertEquals(stage.record()["phase"], "implementation");
});

Deno.test("exploration: the agent's notes are kept, shown, and part of the next loop's prompt", async () => {
  using stage = await explorer();
  await stage.turn();
  const message = "Fixed it.\n\n- <worked>bisecting with the old fixture (tests/old)</worked>\n" +
    "<idea>export as CSV</idea>";
  await stage.turn({ message });
  const text = await stage.ok(["knowledge"]);
  assertMatch(
    text,
    /What worked, as agents noted it\n {2}\d{4}-\d\d-\d\d {2}bisecting with the old/,
  );
  assertMatch(text, /Feature ideas, as agents noted them\n {2}\S+ {2}export as CSV/);
  const { ideas } = JSON.parse(await stage.ok(["knowledge", "--json"]));
  assertEquals(ideas.map(({ text }: { text: string }) => text), ["export as CSV"]);
  await stage.ok(["stop"]);
  await stage.turn();
  await begin(stage, LONG);
  const next = promptOf(await stage.turn());
  assertStringIncludes(
    next,
    '- noted earlier, it worked: "bisecting with the old fixture (tests/old)"',
  );
  assertStringIncludes(next, '- noted earlier, a feature idea: "export as CSV"');
});
