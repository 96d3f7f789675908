import { assert, assertEquals } from "@std/assert";
import { exploreMemory } from "../../src/explore/head.ts";
import { scanWhole } from "../../src/explore/scan_whole.ts";
import { Explored, pass } from "./_project.ts";

const MANY = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `src/part${index % 30}/f${index}.${index % 10 === 0 ? "md" : "ts"}`,
    index % 10 === 0 ? `# D ${index}\n\n[x](gone${index}.md)\n` : "// nothing\n",
  ]),
);

/** A tracked project whose files were all seen, and are old enough to be compared. */
async function seen(files: Record<string, string> = MANY): Promise<Explored> {
  const project = new Explored(files);
  project.track();
  const { headFile: head } = exploreMemory(project.places, project.root);
  // What changed at a whole second looks as on a disk with coarse times: it stays due for two seconds.
  for (let before = "";;) {
    await pass();
    const { files } = await project.look();
    const after = Deno.readTextFileSync(head);
    if (files.read === 0 && after === before) return project;
    before = after;
  }
}

function links(look: Awaited<ReturnType<Explored["look"]>>): string[] {
  return look.opportunities.filter(({ check }) => check === "broken-link").map(({ file }) =>
    `${file}`
  );
}

Deno.test("scan: what did not change is not read again, and nothing is written", async () => {
  using project = await seen();
  const { headFile: head, treeFile: tree } = exploreMemory(project.places, project.root);
  const before = [Deno.readTextFileSync(head), Deno.readTextFileSync(tree)];
  const look = await project.look(7);
  assertEquals([look.files.read, look.files.total, links(look).length], [0, 300, 30]);
  assertEquals([Deno.readTextFileSync(head), Deno.readTextFileSync(tree)], before);
});

Deno.test("scan: one file is replaced, one is read", async () => {
  using project = await seen();
  project.write("src/part0/new", "# D\n");
  Deno.renameSync(`${project.root}/src/part0/new`, `${project.root}/src/part0/f0.md`);
  const look = await project.look();
  assertEquals([look.files.read, links(look).length], [1, 29]);
});

Deno.test("scan: a file that is written in place is found in its turn", async () => {
  using project = await seen();
  Deno.writeTextFileSync(`${project.root}/src/part20/f290.md`, "# no link\n");
  let turns = 0;
  let count = 30;
  for (; turns < 10 && count === 30; turns++) count = links(await project.look(turns)).length;
  assertEquals(count, 29);
});

Deno.test("scan: what is fixed in place is seen at once, however many files there are", async () => {
  const many = Array.from(
    { length: 900 },
    (_, index) => [`src/part${index % 9}/f${index}.ts`, "x\n"],
  );
  using project = await seen({ ...Object.fromEntries(many), "zz/last.md": "[x](gone.md)\n" });
  for (let turn = 0; turn < 3; turn++) {
    project.write("zz/last.md", `[x](gone${turn}.md)\n`);
    const { opportunities } = await project.look(turn);
    assert(opportunities.some(({ text }) => text.includes(`gone${turn}.md`)), `turn ${turn}`);
    await pass();
    await project.look(turn);
  }
});

Deno.test("scan: a file that is removed, one that is added, one that git forgets", async () => {
  using project = await seen();
  Deno.removeSync(`${project.root}/src/part0/f0.md`);
  assertEquals(links(await project.look()).length, 29);
  project.write("src/part1/n.md", "[x](gone.md)\n");
  assertEquals(links(await project.look()).length, 29);
  // The folder has come to rest: only the index says it.
  await pass();
  await project.look();
  project.git("add", "-A");
  assertEquals(links(await project.look()).length, 30);
  project.git("rm", "-q", "--cached", "src/part1/n.md");
  assertEquals(links(await project.look()).length, 29);
});

Deno.test("scan: the file that a link wants appears, tracked or not", async () => {
  using project = await seen();
  project.write("src/part0/gone0.md", "# Here\n");
  assertEquals(links(await project.look()).length, 29);
});

Deno.test("scan: past its budget it reads some, says so, and goes on the next time", async () => {
  using project = new Explored(MANY);
  project.track();
  await pass();
  const counts: number[] = [];
  let due = 1;
  for (let turn = 0; due > 0; turn++) {
    assert(turn < 10, `${due} left`);
    const look = await project.look(turn, 0);
    counts.push(look.files.read);
    due = look.files.unread;
    // Documents come first: all links are found at once, although most files are not read.
    assertEquals(links(look).length, 30);
    for (const { check } of look.opportunities) assert(check !== "doc-feature-gap");
  }
  assertEquals(counts, [100, 100, 100]);
  assertEquals((await project.look(9, 0)).files.read, 0);
});

Deno.test("scan: .claude, where every hook writes, is not looked at, with git or without", async () => {
  for (const hasGit of [true, false]) {
    using project = new Explored({
      "README.md": "[x](gone.md) [y](.claude/settings.json) [z](.claude/none.json)\n",
      ".claude/settings.json": "{}",
    });
    if (hasGit) project.track();
    await pass();
    const { head } = await project.look();
    await pass();
    project.write(".claude/ralph-state.json", "{}");
    project.write(".claude/settings.json", '{"a":1}');
    const after = await project.look(2);
    assertEquals([after.files.read, after.head.treeId], [0, head.treeId], `git: ${hasGit}`);
    assertEquals(after.opportunities.map(({ text }) => /`(.*)`/.exec(text)?.[1]), [
      ".claude/none.json",
      "gone.md",
    ]);
  }
});

Deno.test("scan: without git, files are found and lost as folders change", async () => {
  using project = new Explored({
    "a.md": "[x](gone.md)\n",
    ".gitignore": "out/\n",
    "out/b.md": "[x](y.md)\n",
  });
  await pass();
  assertEquals(links(await project.look()), ["a.md"]);
  await pass();
  project.write("sub/c.md", "[x](gone.md)\n");
  assertEquals(links(await project.look()).sort(), ["a.md", "sub/c.md"]);
});

Deno.test("scan: where a walk ends before the project does, it is said", async () => {
  using project = new Explored({ "a.md": "x\n" });
  for (let index = 0; index < 20_000; index++) {
    Deno.writeFileSync(`${project.root}/f${index}.txt`, new Uint8Array());
  }
  const sentence =
    "only the first 20000 files are looked at: without git it is unknown which count";
  assertEquals((await scanWhole(project.places, project.root, Date.now())).problems, [sentence]);
  assertEquals(
    (await scanWhole(project.places, project.root, Date.now())).problems,
    [sentence],
    "each time",
  );
});

Deno.test("scan: a memory that is broken, cut off or another project's costs time only", async () => {
  using project = await seen();
  const { headFile: head, treeFile: tree } = exploreMemory(project.places, project.root);
  for (
    const [path, text] of [[head, "{"], [tree, "x\n1\t{\ty"], [head, "[]"], [tree, ""]] as const
  ) {
    const whole = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text);
    const look = await project.look();
    assertEquals([look.files.total, links(look).length, look.problems], [300, 30, []]);
    assert(look.files.read === 300, "a broken memory was used");
    await pass();
    Deno.writeTextFileSync(path, whole);
    await project.look();
  }
});

Deno.test("scan: the tree of another look is not used", async () => {
  using project = await seen();
  const { treeFile: tree } = exploreMemory(project.places, project.root);
  const text = Deno.readTextFileSync(tree).replace(/^.*/, "another").replaceAll(
    /\t\{.*\t/g,
    "\t\t",
  );
  Deno.writeTextFileSync(tree, text);
  assertEquals(links(await project.look()).length, 30);
});

Deno.test("scan: a file that may change again within the clock's step is read again", async () => {
  using project = await seen({ "a.md": "[x](gone.md)\n" });
  // A time in the future is always too near.
  const soon = new Date(Date.now() + 100_000);
  const write = (text: string) => {
    Deno.writeTextFileSync(`${project.root}/a.md`, text);
    Deno.utimeSync(`${project.root}/a.md`, soon, soon);
  };
  write("[x](gone.mb)\n");
  assertEquals(links(await project.look()), ["a.md"]);
  write("(x)(gone.mb)\n");
  assertEquals(links(await project.look()), []);
});

Deno.test("scan: facts that cannot be parsed are read again", async () => {
  using project = await seen({ "a.md": "[x](gone.md)\n", "b.md": "[x](gone.md)\n" });
  const { treeFile: tree } = exploreMemory(project.places, project.root);
  Deno.writeTextFileSync(tree, Deno.readTextFileSync(tree).replace('{"links"', '{"links'));
  project.write("c.txt", "x");
  await project.look();
  assertEquals(links(await project.look()).sort(), ["a.md", "b.md"]);
});

Deno.test("scan: binary, huge, unreadable and odd files, cyclic links and broken text are no problem", async () => {
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
  Deno.symlinkSync(project.root, `${project.root}/loop`);
  Deno.symlinkSync("nowhere", `${project.root}/dangling.md`);
  Deno.writeTextFileSync(`${project.root}/secret.md`, "x", { mode: 0o000 });
  project.git("init", "-q");
  project.git(
    "add",
    "--",
    "a.md",
    "b.md",
    "c.md",
    "d.md",
    "e.ts",
    "package.json",
    "ok.md",
    "loop",
    "dangling.md",
  );
  const look = await project.look();
  assertEquals(look.problems, []);
  assert(links(look).includes("ok.md"));
  for (const { text } of look.opportunities) {
    assert(text.length <= 300 && !/[\n\r]/.test(text), text);
  }
});

Deno.test("scan: where nothing can be remembered it says so, and finds all the same", async () => {
  using project = new Explored({ "a.md": "[x](gone.md)\n" });
  project.track();
  Deno.mkdirSync(project.home, { recursive: true });
  Deno.writeTextFileSync(`${project.home}/.claude`, "a file");
  const look = await project.look();
  assertEquals(links(look), ["a.md"]);
  assertEquals(look.problems.length, 1);
});
