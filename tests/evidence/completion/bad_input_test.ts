/** Whatever the focus file is, there is a verdict with a reason. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { judgeFocus } from "../../../src/evidence/completion/judge_focus.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";

const SETTINGS = defaultSettings();
const MB = 1024 * 1024;

class Folder implements Disposable {
  readonly path = Deno.makeTempDirSync();
  judge(name: string, content?: string | Uint8Array) {
    const path = join(this.path, name);
    if (typeof content === "string") Deno.writeTextFileSync(path, content);
    else if (content !== undefined) Deno.writeFileSync(path, content);
    return judgeFocus(path, SETTINGS);
  }
  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

const UTF_16 = new Uint8Array([
  0xff,
  0xfe,
  ...new Uint8Array(new Uint16Array([0x5b8c, 0x4e86]).buffer),
]);

Deno.test("bad plan: what is not a readable file is unknown, with the reason", async () => {
  using folder = new Folder();
  const { path } = folder;
  Deno.mkdirSync(join(path, "folder.md"));
  Deno.symlinkSync("b.md", join(path, "a.md"));
  Deno.symlinkSync("a.md", join(path, "b.md"));
  Deno.symlinkSync("/dev/zero", join(path, "zero.md"));
  await new Deno.Command("mkfifo", { args: [join(path, "pipe.md")] }).output();
  const reasons: Record<string, RegExp> = {
    "none.md": /There is no file/,
    "folder.md": /is a folder/,
    "a.md": /There is no file/,
    "zero.md": /is a device/,
    "pipe.md": /is a device/,
  };
  for (const [name, reason] of Object.entries(reasons)) {
    const { completion, problems, checks } = await folder.judge(name);
    assertEquals([completion.verdict, checks], ["unknown", []], name);
    assertMatch(problems.join(), reason);
  }
});

Deno.test("bad plan: bytes that are not text are unknown, with the reason", async () => {
  using folder = new Folder();
  const contents: Record<string, Uint8Array> = {
    "utf-16 with Chinese words only": UTF_16,
    "utf-16 the other way round": new Uint8Array([0xfe, 0xff, 0x4e, 0x2d]),
    "zeros": new Uint8Array(1000),
    "a program": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0]),
  };
  for (const [name, content] of Object.entries(contents)) {
    const { completion, problems } = await folder.judge(name, content);
    assertEquals(completion.verdict, "unknown", name);
    assertMatch(problems.join(), /is not text in UTF-8/);
  }
});

Deno.test("bad plan: a file that nobody may read is unknown", async () => {
  using folder = new Folder();
  await folder.judge("closed.md", "- [x] One\n");
  Deno.chmodSync(join(folder.path, "closed.md"), 0);
  const { completion, problems } = await folder.judge("closed.md");
  // The superuser may read everything.
  const wanted = Deno.uid() === 0 ? "complete" : "unknown";
  assertEquals(completion.verdict, wanted);
  if (wanted === "unknown") assertMatch(problems.join(), /cannot be read/);
});

Deno.test("bad plan: bytes that are not UTF-8 are replaced, and what can be read is judged", async () => {
  using folder = new Folder();
  const content = new Uint8Array([
    ...new TextEncoder().encode("- [x] One\n- [ ] T"),
    0xe9,
    0xff,
    10,
  ]);
  const { completion, problems } = await folder.judge("latin.md", content);
  assertEquals([completion.verdict, completion.openItems], ["incomplete", ["T\ufffd\ufffd"]]);
  assertMatch(problems.join(), /not valid UTF-8/);
});

const LINE = "- [x] Write the part number 12345 of the long plan that never ends\n";

Deno.test("bad plan: 5 MB and 100,000 items are judged, more is unknown with the reason", async () => {
  using folder = new Folder();
  const full = await folder.judge("5.md", LINE.repeat(Math.floor(5 * MB / LINE.length)));
  assertEquals(full.completion.verdict, "complete");
  const many = await folder.judge("items.md", "- [x] a\n".repeat(99_999) + "- [ ] b\n");
  assertEquals([many.completion.total, many.completion.openItems], [100_000, ["b"]]);
  const large = await folder.judge("6.md", LINE.repeat(Math.ceil(5 * MB / LINE.length)));
  assertEquals(large.completion.verdict, "unknown");
  assertMatch(large.problems.join(), /larger than 5 MB/);
  const tooMany = await folder.judge("more.md", "- [x] a\n".repeat(100_001));
  assertMatch(tooMany.problems.join(), /more than 100000 items/);
});

/** Pages that cost a careless reader more than their length. */
const HEAVY: Record<string, (size: number) => string> = {
  "prose full of phrases": (size) => "not all done\n\n".repeat(size / 14),
  "one line of phrases": (size) => "All done not ".repeat(size / 13),
  "open quotes": (size) => "'all done\n".repeat(size / 10),
  "strikes without end": (size) => "~~all done ".repeat(size / 11),
  "emphasis without end": (size) => `- [ ] ${"*a _b **c ~~".repeat(size / 12)}`,
  "commands without end": (size) => `- [ ] ${" | `a".repeat(size / 5)}`,
  "headings": (size) => "# a\n## b\n### c\n".repeat(size / 15),
  "an open fence": (size) => `\`\`\`\n${"- [ ] x\n".repeat(size / 8)}`,
  "an open comment": (size) => "<!-- ".repeat(size / 5),
  "a roadmap of many parts": (size) =>
    `- [x] a\n\n# A\n\n## Roadmap\n\n${"### b\n\n- c\n\n".repeat(size / 12)}`,
  "phases with signs": (size) => `- [x] a\n\n${"## Phase 1 ✅\n\n".repeat(size / 16)}`,
  "boxes that are glued on": (size) => "words\n[ ] a - [ ] b | `c\n".repeat(size / 24),
  "an open table": (size) => `| a |\n|---|\n${"| all done |\n".repeat(size / 13)}`,
};

for (const [what, make] of Object.entries(HEAVY)) {
  Deno.test(`bad plan: ${what}: a megabyte is judged`, async () => {
    using folder = new Folder();
    const { completion } = await folder.judge("plan.md", make(MB));
    assert(completion.verdict !== undefined);
  });
}
