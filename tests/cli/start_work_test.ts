/** What `start` works on: which words name a plan, what is open in it, and who named it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Ran, type RanWith, TestCli } from "./_cli.ts";

const OPEN = "# Plan\n\n- [x] one\n- [x] two\n- [ ] Write greeting.txt\n- [ ] four\n- [ ] five\n";
const DONE = "# Plan\n\n- [x] one\n- [x] two\n";

async function makeCli(files: Readonly<Record<string, string>> = { "PLAN.md": OPEN }) {
  const cli = new TestCli();
  for (const [path, text] of Object.entries(files)) cli.write(path, text);
  assertEquals((await cli.run(["hooks", "install"])).code, 0);
  return cli;
}

interface Started extends Ran {
  readonly task: string | null;
  readonly focus: { readonly path: string | null };
}

async function start(cli: TestCli, words: string[], options: RanWith = {}): Promise<Started> {
  const ran = await cli.run([
    "start",
    "--session",
    "0a1b2c3d-0000-4000-8000-000000000001",
    ...words,
  ], options);
  const record = cli.read(".claude/ralph-state.json");
  const { task = null, focus = { path: null } } = record === "" ? {} : JSON.parse(record);
  return { ...ran, task, focus };
}

for (const name of ["PLAN.md", "./PLAN.md"]) {
  Deno.test(`start: one word that is a file is the plan, and it says so: ${name}`, async () => {
    using cli = await makeCli();
    const { code, stdout, task, focus } = await start(cli, [name]);
    assertEquals([code, task, focus.path], [0, null, cli.path("PLAN.md")]);
    assertMatch(stdout, /^PLAN\.md +3 open/m);
  });
}

Deno.test("start: one word that ends in .md and is no file is refused", async () => {
  using cli = await makeCli();
  for (const name of ["PLN.md", "docs/PLAN.MD"]) {
    const { code, stderr } = await start(cli, [name]);
    assertEquals(code, 2, name);
    assertStringIncludes(stderr, `There is no file "${name}"`);
    assertEquals(stderr.includes("Did you mean 'PLAN.md'?"), name === "PLN.md");
  }
  assertEquals(cli.read(".claude/loop-enabled"), "");
});

Deno.test("start: words after a plan are left out of the line that works, and no option's value is", async () => {
  using cli = await makeCli();
  const { stderr } = await start(cli, ["--max-hours", "6", "PLAN.md", "fix", "6", "things"]);
  assertMatch(stderr, /^→ ralph start .*--max-hours 6 -f PLAN\.md$/m);
});

Deno.test("start: a sentence that ends in a file's name is a task", async () => {
  using cli = await makeCli({});
  const { code, task } = await start(cli, ["translate docs/de.md"]);
  assertEquals([code, task], [0, "translate docs/de.md"]);
});

Deno.test("start: beside -f a word is a task, even where it is a file", async () => {
  using cli = await makeCli({ "PLAN.md": OPEN, "OTHER.md": OPEN });
  const { task, focus } = await start(cli, ["-f", "PLAN.md", "OTHER.md"]);
  assertEquals([task, focus.path], ["OTHER.md", cli.path("PLAN.md")]);
});

Deno.test("start: it counts what is open and names the first item", async () => {
  using cli = await makeCli();
  const { stdout } = await start(cli, ["-f", "PLAN.md"]);
  assertMatch(stdout, /^PLAN\.md +3 open, 2 done; first: Write greeting\.txt$/m);
});

Deno.test("start: a value that does not fit is named as it was given, with what corrects it", async () => {
  using cli = await makeCli();
  const typed = await start(cli, ["PLAN.md", "--min-hours", "5", "--max-hours", "2"]);
  assertMatch(typed.stderr, /^Error: --min-hours is 5, and should be at most/m);
  const variables = { RALPH_MAX_HOURS: "soon" };
  const set = await start(cli, ["PLAN.md"], { variables });
  assertMatch(set.stderr, /^Error: RALPH_MAX_HOURS: should be .*"soon"$/m);
  assertMatch(set.stderr, /^Hint: Unset RALPH_MAX_HOURS, or correct it\.$/m);
});

Deno.test("start: a text without boxes is the task, and it says so", async () => {
  using cli = await makeCli({ "NOTES.txt": "Make the parser faster.\n" });
  const { code, stdout } = await start(cli, ["NOTES.txt"]);
  assertEquals(code, 0);
  assertMatch(stdout, /^NOTES\.txt +no checklist items; its text is the task$/m);
});

for (
  const [what, text, sentence] of [
    ["every box ticked", DONE, "nothing open, 2 done"],
    ["no text", "\n", "nothing open: the file is empty"],
    ["status: completed", "---\nstatus: completed\n---\n# Plan\n\nText.\n", "it is complete"],
  ] as const
) {
  Deno.test(`start: a plan with nothing open is refused without a terminal: ${what}`, async () => {
    using cli = await makeCli({ "PLAN.md": text });
    const { code, stderr } = await start(cli, ["PLAN.md"]);
    assertEquals(code, 2);
    assertStringIncludes(stderr, sentence);
    assertEquals(cli.read(".claude/loop-enabled"), "");
    assertEquals((await start(cli, ["PLAN.md", "--yes"])).code, 0);
  });
}

Deno.test("start: a plan with nothing open is asked about at a terminal", async () => {
  using cli = await makeCli({ "PLAN.md": DONE });
  const no = await start(cli, ["PLAN.md"], { typed: [""] });
  assertEquals([no.code, cli.read(".claude/loop-enabled")], [2, ""]);
  assertStringIncludes(no.stderr, "PLAN.md: nothing open, 2 done. Start a loop over it anyway?");
  const yes = await start(cli, ["PLAN.md"], { typed: ["yes"] });
  assertEquals([yes.code, yes.focus.path], [0, cli.path("PLAN.md")]);
});

Deno.test("start: a task given as text beats a target_file that a setting names", async () => {
  using cli = await makeCli({
    "docs/old.md": OPEN,
    ".claude/loop-config.json": '{"target_file":"docs/old.md"}',
  });
  const { code, stdout, task, focus } = await start(cli, ["add", "dark", "mode"]);
  assertEquals([code, task, focus.path], [0, "add dark mode", null]);
  assert(!stdout.includes("target_file"), `it names what is not in effect: ${stdout}`);
});

Deno.test("start: -f beats a no_focus that a setting has left", async () => {
  using cli = await makeCli({ "PLAN.md": OPEN, ".claude/loop-config.json": '{"no_focus":true}' });
  assertEquals((await start(cli, ["-f", "PLAN.md"])).focus.path, cli.path("PLAN.md"));
});

Deno.test("start: the setting that named the focus file is named", async () => {
  const files = {
    "docs/old.md": OPEN,
    ".claude/loop-config.json": '{"target_file":"docs/old.md"}',
  };
  using cli = await makeCli(files);
  const { stdout, focus } = await start(cli, []);
  assertEquals(focus.path, cli.path("docs/old.md"));
  assertStringIncludes(stdout, "docs/old.md (target_file in .claude/loop-config.json)");
  cli.write(".claude/loop-config.json", '{"target_file":"docs/gone.md"}');
  await cli.run(["stop"]);
  const refused = await start(cli, []);
  assertStringIncludes(refused.stderr, "(target_file in .claude/loop-config.json)");
});

for (const words of [["start"], ["run", "--agent", "true"]]) {
  Deno.test(`${words[0]}: where the first write fails, nothing is left of the loop`, async () => {
    using cli = await makeCli();
    // No file can be written below a file, not even by root.
    cli.write(".claude", "");
    const { code } = await cli.run([...words, "PLAN.md"]);
    assertEquals(code, 1);
    const { stdout } = await cli.run(["history", "--all"]);
    assert(!stdout.includes("DAMAGED"), stdout);
    assertEquals([...Deno.readDirSync(cli.path("~/.claude/ralph/loops"))], []);
  });
}

Deno.test("start: where trust is missing, the line that gives it can be pasted", async () => {
  using cli = await makeCli({ "my plan.md": "- [ ] one | `npm test`\n" });
  const refused = await cli.run(["start", "my plan.md", "--until-done"]);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "npm test");
  assertStringIncludes(
    refused.stderr,
    "\n→ ralph start --trust 'my plan.md' --until-done\n",
  );
  const started = await cli.run(["start", "--trust", "my plan.md", "--until-done"]);
  assertEquals(started.code, 0, started.stderr);
});
