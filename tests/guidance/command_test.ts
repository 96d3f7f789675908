import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { GuidanceCli } from "./_cli.ts";

const NOON = "2026-01-02T12:00:00.5Z";

Deno.test("encourage: makes the file with a version, with time and no loop beside it", async () => {
  using cli = new GuidanceCli();
  const { code, stdout, stderr } = await cli.call(["encourage", "Fix", "the  parser"], {
    at: NOON,
  });
  assertEquals(code, 0);
  assertEquals(
    stdout,
    "Added to encouraged list: Fix the  parser\nCurrent encouraged items:\n  1. Fix the  parser\n",
  );
  assertStringIncludes(stderr, "No loop runs here");
  assertEquals(cli.guidance, {
    encouraged: ["Fix the  parser"],
    forbidden: [],
    timestamp: "2026-01-02T12:00:00Z",
    meta: {
      encouraged: { "Fix the  parser": { at: "2026-01-02T12:00:00.500Z", loop: null } },
      forbidden: {},
    },
  });
});

Deno.test("forbid: while a loop runs the item is that loop's, with its end and its once", async () => {
  using cli = new GuidanceCli();
  const { id } = cli.startLoop("2026-01-02T11:00:00.000Z");
  const { stderr } = await cli.call(["forbid", "x", "--for", "2h", "--once"], { at: NOON });
  assertStringIncludes(stderr, "The agent reads it in its next turn");
  assertEquals(cli.guidance.meta.forbidden, {
    x: { at: "2026-01-02T12:00:00.500Z", loop: id, expires: "2026-01-02T14:00:00Z", once: true },
  });
});

Deno.test("forbid: takes a phrase in any quoting, with characters of the shell and of options", async () => {
  for (
    const [words, phrase] of [
      [["never", "git", "push", "--force"], "never git push --force"],
      [["never git push --force"], "never git push --force"],
      [["rm", "-rf", "/"], "rm -rf /"],
      [["bash", "-c", "x", "-l"], "bash -c x -l"],
      [["--once", "x y"], "x y"],
      [["--", "--once"], "--once"],
      [["- a list"], "- a list"],
      [["$(touch X) `id` 'a' \"b\" \\n"], "$(touch X) `id` 'a' \"b\" \\n"],
      [["__proto__"], "__proto__"],
    ] as const
  ) {
    using cli = new GuidanceCli();
    const { code } = await cli.call(["forbid", ...words]);
    assertEquals([code, cli.guidance.forbidden], [0, [phrase]]);
    assert(Object.hasOwn(cli.guidance.meta.forbidden, phrase));
  }
});

Deno.test("forbid: the slash command's arguments come complete from standard input", async () => {
  using cli = new GuidanceCli();
  const input = "don't touch $HOME; `id` --force\n--end-of-arguments\n";
  await cli.call(["forbid", "--args-from-stdin"], { input });
  assertEquals(cli.guidance.forbidden, ["don't touch $HOME; `id` --force"]);
});

Deno.test("encourage: keeps the order of entry; neither case nor space makes a new item", async () => {
  using cli = new GuidanceCli();
  for (const phrase of ["zebra", "Apple pie", "mango"]) await cli.call(["encourage", phrase]);
  const { is_new: isNew, added } = await cli.json(["encourage", " apple   PIE "], { at: NOON });
  assertEquals([isNew, added], [false, "Apple pie"]);
  assertEquals(cli.guidance.encouraged, ["zebra", "Apple pie", "mango"]);
  assertEquals(cli.guidance.meta.encouraged["Apple pie"].at, "2026-01-02T12:00:00.500Z");
  assertEquals(cli.guidance.meta.encouraged["zebra"].at, "2026-01-02T03:04:05.678Z");
});

Deno.test("encourage: a bare call and --list show the items and change nothing", async () => {
  using cli = new GuidanceCli();
  assertEquals((await cli.call(["encourage"])).stdout, "Current encouraged items: none\n");
  await cli.call(["encourage", "a"]);
  const before = Deno.readTextFileSync(cli.file);
  for (const words of [["encourage"], ["encourage", "-l"]]) {
    assertEquals((await cli.call(words)).stdout, "Current encouraged items:\n  1. a\n");
  }
  assertEquals(Deno.readTextFileSync(cli.file), before);
});

Deno.test("encourage: --json prints every item with its times", async () => {
  using cli = new GuidanceCli();
  const { stdout } = await cli.call(["encourage", "a", "--once", "--json"], { at: NOON });
  assertEquals(JSON.parse(stdout), {
    schema_version: 1,
    list: "encouraged",
    added: "a",
    is_new: true,
    items: [{
      list: "encouraged",
      index: 1,
      text: "a",
      given_at: "2026-01-02T12:00:00Z",
      expires_at: null,
      delivered_at: null,
      loop: null,
      once: true,
      stale: null,
    }],
  });
});

Deno.test("encourage: --remove-by-index counts from 0, as the predecessor did", async () => {
  using cli = new GuidanceCli();
  for (const phrase of ["a", "b", "c"]) await cli.call(["encourage", phrase]);
  await cli.call(["encourage", "--remove-by-index", "2,0"]);
  assertEquals(cli.guidance.encouraged, ["b"]);
  assertEquals(await cli.refusal(["encourage", "--remove-by-index", "1"]), [2, "usage"]);
  assertEquals(cli.guidance.encouraged, ["b"]);
});

Deno.test("encourage: --replace, --clear and --remove by words, part and number", async () => {
  using cli = new GuidanceCli();
  for (const phrase of ["fix tests", "fix docs", "speed"]) await cli.call(["encourage", phrase]);
  await cli.call(["encourage", "--remove", "FIX", "docs"]);
  assertEquals(cli.guidance.encouraged, ["fix tests", "speed"]);
  await cli.call(["encourage", "--remove=spe"]);
  assertEquals(cli.guidance.encouraged, ["fix tests"]);
  await cli.call(["encourage", "more"]);
  await cli.call(["encourage", "-r", "1"]);
  assertEquals(cli.guidance.encouraged, ["more"]);
  await cli.call(["encourage", "x", "--replace"]);
  assertEquals(cli.guidance.encouraged, ["x"]);
  assertEquals(Object.keys(cli.guidance.meta.encouraged), ["x"]);
  assertEquals((await cli.json(["encourage", "--clear"])).removed, ["x"]);
  assertEquals(cli.guidance.encouraged, []);
  assertEquals(cli.guidance.meta.encouraged, {});
});

Deno.test("encourage: what cannot be meant is refused and changes nothing", async () => {
  using cli = new GuidanceCli();
  for (const phrase of ["fix tests", "fix docs"]) await cli.call(["encourage", phrase]);
  const before = Deno.readTextFileSync(cli.file);
  for (
    const words of [
      ["--remove", "fix"],
      ["--remove", "7"],
      ["--remove", "nothing such"],
      ["--list", "--clear"],
      ["--clear", "x"],
      ["--list", "--once"],
      ["--once"],
      ["--replace"],
      ["--for", "soon", "x"],
      ["--fro", "2h", "x"],
      ["x".repeat(600_000)],
    ]
  ) {
    const { code } = await cli.call(["encourage", ...words]);
    assertEquals(code, 2, words.join(" ").slice(0, 80));
  }
  assertEquals(Deno.readTextFileSync(cli.file), before);
});

Deno.test("encourage: keys, entries and data of others stay as they are", async () => {
  using cli = new GuidanceCli();
  const config = {
    max_hours: 3,
    guidance: {
      encouraged: ["old", 7, { theirs: true }],
      forbidden: ["no"],
      timestamp: "2026-01-02T02:00:00Z",
      note: "mine",
      meta: { theirs: 1, encouraged: { old: { at: "2026-01-02T01:00:00Z", by: "me" } } },
    },
  };
  cli.write(cli.file, JSON.stringify(config));
  await cli.call(["encourage", "new"]);
  const { max_hours, guidance } = JSON.parse(Deno.readTextFileSync(cli.file));
  assertEquals(max_hours, 3);
  assertEquals(guidance.note, "mine");
  assertEquals(guidance.encouraged, ["old", 7, { theirs: true }, "new"]);
  assertEquals(guidance.meta.theirs, 1);
  assertEquals(guidance.meta.encouraged.old, { at: "2026-01-02T01:00:00Z", by: "me" });
});

Deno.test("encourage: a new item does not make an old item fresh again", async () => {
  using cli = new GuidanceCli();
  const guidance = { forbidden: ["old", "older"], timestamp: "2025-12-01T00:00:00Z" };
  cli.write(cli.file, JSON.stringify({ guidance }));
  await cli.call(["forbid", "new"], { at: NOON });
  assertEquals(cli.guidance.timestamp, "2026-01-02T12:00:00Z");
  const { stdout } = await cli.call(["forbid", "--json"], { at: NOON });
  // deno-lint-ignore no-explicit-any -- printed JSON
  const stale = JSON.parse(stdout).items.map((item: any) => item.stale);
  assertEquals(stale, ["too-old", "too-old", null]);
});

Deno.test("encourage: a file that is broken or of the wrong shape is named and not touched", async () => {
  // deno-fmt-ignore
  for (const text of [
    "{ not json", '// comment\n{"guidance": {}}', "[]", '{"guidance": 7}',
    '{"guidance": {"encouraged": "x"}}', '{"guidance": {"forbidden": {"a": 1}}}',
  ]) {
    using cli = new GuidanceCli();
    cli.write(cli.file, text);
    const { code, stderr } = await cli.call(["encourage", "x"]);
    assertEquals(code, 2, text);
    assertStringIncludes(stderr, "Error: ");
    assertEquals(Deno.readTextFileSync(cli.file), text);
    assertEquals((await cli.call(["encourage", "--list"])).code, 0);
  }
});

Deno.test("encourage: 100 KB and control characters are kept as given and shown escaped", async () => {
  using cli = new GuidanceCli();
  const phrase = `\u001b[2J${"x".repeat(100_000)}`;
  const { code, stdout } = await cli.call(["encourage", phrase]);
  assertEquals([code, cli.guidance.encouraged], [0, [phrase]]);
  assert(stdout.length < 1_000 && !stdout.includes("\u001b"));
});
