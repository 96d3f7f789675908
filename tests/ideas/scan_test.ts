import { assertEquals } from "@std/assert";
import { isScanDue } from "../../src/ideas/tree/last_scan.ts";
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

Deno.test("scan: one is due where the last is a minute old, unless that was whole and nothing moved", () => {
  const isDue = (ageMs: number, isComplete: boolean, isStill: boolean) =>
    isScanDue({ nowMs: 100_000, last: { beganAtMs: 100_000 - ageMs, isComplete }, isStill });
  assertEquals(isScanDue({ nowMs: 100_000, last: null, isStill: true }), true);
  assertEquals(isDue(59_999, false, false), false);
  assertEquals(isDue(60_000, true, false), true);
  assertEquals(isDue(60_000, true, true), false);
  assertEquals(isDue(60_000, false, true), true);
  assertEquals(isDue(-1, true, true), true, "the clock was put back");
});
