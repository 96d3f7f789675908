/** Exploration over several continuations and loops, through the binary. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { begin, makeStage, promptOf, type Stage } from "./_stage.ts";

const DONE = "- [x] one\n";
const LONG = ["-f", "PLAN.md", "--min-hours", "0", "--min-iterations", "30"];

/** A loop whose task is complete, over a project with two broken links. */
async function explorer(
  files: Readonly<Record<string, string>> = {},
  args: readonly string[] = LONG,
): Promise<Stage> {
  const stage = await makeStage({ plan: DONE, start: null });
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
  const { offered, acted, ignored } = checks.find((entry: { check: string }) =>
    entry.check === "broken-link"
  );
  return { offered, acted, ignored, tried };
}

Deno.test("exploration: offered, acted on and ignored opportunities are counted during the loop and after it", async () => {
  using stage = await explorer();
  const first = offered(promptOf(await stage.turn()));
  assertEquals(first, [
    "- Broken link in README.md:1: `gone.md`: gone.md does not exist",
    "- Broken link in docs/old/a.md:1: `lost.md`: docs/old/lost.md does not exist",
  ]);
  let links = await readLinks(stage);
  assertEquals([links.offered, links.acted, links.ignored], [2, 0, 0]);
  stage.put("README.md", "Fixed.\n");
  const second = offered(promptOf(await stage.turn()));
  assertEquals(second, first.slice(1), "the fixed link is gone at once");
  links = await readLinks(stage);
  assertEquals([links.offered, links.acted, links.ignored], [2, 1, 0]);
  for (let turn = 0; turn < 3; turn++) await stage.turn();
  links = await readLinks(stage);
  assertEquals([links.offered, links.acted, links.ignored], [2, 1, 1]);
  await stage.ok(["stop"]);
  await stage.turn();
  assertEquals(stage.hasLoop(), false);
  assertEquals(await readLinks(stage), links, "the counts stay after the loop");
  const text = await stage.ok(["knowledge"]);
  assertMatch(text, /gone after a change: Broken link in README\.md/);
  assertMatch(text, /still there: Broken link in docs\/old\/a\.md/);
});

Deno.test("exploration: the next loop offers first what the last one did not ignore", async () => {
  using stage = await explorer();
  for (let turn = 0; turn < 4; turn++) await stage.turn();
  const before = await readLinks(stage);
  assertEquals(before.ignored, 2);
  await stage.ok(["stop"]);
  await stage.turn();
  stage.put("docs/new.md", "[z](nowhere.md)\n");
  await begin(stage, LONG);
  const [first] = offered(promptOf(await stage.turn()));
  assertStringIncludes(first ?? "", "docs/new.md", "new opportunities come first");
  const { tried } = await readLinks(stage);
  const loops = new Set(tried.map((entry: { loop_id: string }) => entry.loop_id));
  assertEquals([tried.length, loops.size], [3, 2]);
  assertStringIncludes(await stage.ok(["knowledge", "reset", "broken-link"]), "Forgotten");
  assertEquals((await readLinks(stage)).offered, 0);
});

Deno.test("exploration: forbidden opportunities are hidden and encouraged ones come first, at once", async () => {
  const sources = Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [`lib/f${index}.ts`, "export {};\n"]),
  );
  using stage = await explorer(sources);
  const [first] = offered(promptOf(await stage.turn()));
  assertStringIncludes(first ?? "", "README.md:1");
  await stage.ok(["forbid", "leave docs/old alone"]);
  await stage.ok(["encourage", "write readmes"]);
  const list = offered(promptOf(await stage.turn()));
  assertEquals(list, [
    "- No README in lib/ (5 source files)",
    "- Broken link in README.md:1: `gone.md`: gone.md does not exist",
  ]);
  const leftOut = stage.journal().flatMap((line) => (line["left_out"] ?? []) as string[]);
  assert(leftOut.includes("1 opportunities are forbidden"), leftOut.join("\n"));
});

Deno.test("exploration: an idle agent is sent to the open items, and progress ends the exploration", async () => {
  using stage = await makeStage();
  stage.put("README.md", "[x](gone.md)\n");
  const idle = promptOf(
    await stage.turn({ message: "There is no work remaining, nothing to do." }),
  );
  assertEquals(stage.record()["phase"], "exploration");
  assertStringIncludes(idle, 'Do the next one now: "one"');
  assertEquals(idle.includes("Broken link"), false);
  stage.put("PLAN.md", "- [x] one\n- [ ] two\n");
  await stage.turn();
  assertEquals(stage.record()["phase"], "implementation");
});

Deno.test("exploration: 10,000 files are read over several turns, and unchanged files only once", async () => {
  // On a busy machine each turn reads no more than its least, a hundred files.
  const most = ["--min-iterations", "150", "--max-iterations", "200"];
  using stage = await explorer({}, [...LONG.slice(0, -2), ...most]);
  for (let folder = 0; folder < 100; folder++) {
    Deno.mkdirSync(join(stage.project, `src/m${folder}`), { recursive: true });
    for (let file = 0; file < 100; file++) {
      Deno.writeTextFileSync(join(stage.project, `src/m${folder}/f${file}.ts`), "// TODO x\n");
    }
  }
  const head = () => {
    const [folder] = [...Deno.readDirSync(stage.inHome("ralph", "explore"))];
    const path = stage.inHome("ralph", "explore", folder?.name ?? "", "head.json");
    return JSON.parse(Deno.readTextFileSync(path));
  };
  const unread: number[] = [];
  do {
    // The first opportunity is offered twice and asked about once, while the scan continues.
    const text = promptOf(await stage.turn());
    if (unread.length < 3) assertStringIncludes(text, "Broken link in README.md:1");
    unread.push(head().unread);
    assert(unread.length < 120, unread.join(" "));
  } while (unread.at(-1) !== 0 || head().due > 0);
  assert(
    unread.every((left, index) => index === 0 || left <= unread[index - 1]!),
    "the scan makes progress",
  );
  assertEquals(head().files >= 10_000, true);
  const { tree_id, looked_at_ms } = head();
  await stage.turn();
  assertEquals([head().tree_id, head().looked_at_ms], [tree_id, looked_at_ms], "nothing changed");
});

Deno.test("exploration: the same opportunity is offered twice, asked about once, and then no more", async () => {
  using stage = await explorer();
  stage.put("docs/old/a.md", "fine\n");
  const link = "Broken link in README.md:1";
  const seen: (string | null)[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const text = promptOf(await stage.turn());
    const isAsked = /\*\*Offered twice without a change\.\*\*.*\n- Broken link/.test(text);
    seen.push(isAsked ? "asked" : text.includes(link) ? "offered" : null);
    assertEquals(text.includes("PLAN.md differs"), false, "the plan is not an opportunity");
  }
  assertEquals(seen, ["offered", "offered", "asked", null, null]);
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
  assertStringIncludes(next, '- worked: "bisecting with the old fixture (tests/old)"');
  assertStringIncludes(next, '- feature idea: "export as CSV"');
});
