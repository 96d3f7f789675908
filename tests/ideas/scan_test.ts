import { assertEquals } from "@std/assert";
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
