import { assert, assertEquals } from "@std/assert";
import { Explored } from "./_project.ts";

Deno.test("scan: .claude, where every hook writes, is not explored, with git or without", async () => {
  for (const hasGit of [true, false]) {
    using project = new Explored({
      "README.md": "[x](gone.md) [y](.claude/settings.json) [z](.claude/none.json)\n",
      ".claude/settings.json": "{}",
      ".claude/CLAUDE.md": "[x](gone.md)\n",
    });
    if (hasGit) project.track();
    const texts = await project.textsOf();
    assertEquals(texts.map((text) => /`(.*)`/.exec(text)?.[1]), [".claude/none.json", "gone.md"]);
  }
});

Deno.test("scan: without git, what .gitignore names is left out", async () => {
  using project = new Explored({
    "a.md": "[x](gone.md)\n",
    "sub/c.md": "[x](gone.md)\n",
    ".gitignore": "out/\n",
    "out/b.md": "[x](y.md)\n",
  });
  assertEquals((await project.textsOf("broken-link")).length, 2);
});

Deno.test("scan: binary, huge, unreadable and odd files, cyclic links and broken text cause no problem", async () => {
  using project = new Explored({
    "a.md": new Uint8Array([0x5b, 0xff, 0xfe, 0x5d, 0x28, 0x78, 0x29]),
    "b.md": new Uint8Array([0, 1, 2]),
    "c.md": `[x](${"a".repeat(900_000)})`,
    "d.md": "x".repeat(5_000_000),
    "e.ts": `// TODO ${"TODO ".repeat(100_000)}\n`,
    "f g\u00e9\n.md": "[x](gone.md)",
    "package.json": "{",
    "ok.md": "[x](gone.md)\n",
  });
  Deno.symlinkSync(project.project, `${project.project}/loop`);
  Deno.symlinkSync("nowhere", `${project.project}/dangling.md`);
  Deno.writeTextFileSync(`${project.project}/secret.md`, "x", { mode: 0o000 });
  for (const hasGit of [false, true]) {
    if (hasGit) project.track();
    const { opportunities, problems } = await project.scan();
    assertEquals(problems, []);
    assert(opportunities.some(({ file }) => file === "ok.md"));
    for (const { text } of opportunities) assert(text.length <= 300 && !/[\n\r]/.test(text), text);
  }
});

Deno.test("scan: if nothing can be saved it reports that, and still finds everything", async () => {
  using project = new Explored({ "a.md": "[x](gone.md)\n" });
  Deno.mkdirSync(project.home, { recursive: true });
  Deno.writeTextFileSync(`${project.home}/.claude`, "a file");
  const { opportunities, problems } = await project.scan();
  assertEquals([opportunities.length, problems.length], [1, 1]);
});
