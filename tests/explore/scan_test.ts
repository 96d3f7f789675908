import { assert, assertEquals } from "@std/assert";
import { exploreMemory } from "../../src/explore/head.ts";
import { scanWhole } from "../../src/explore/scan_whole.ts";
import { Explored, pass } from "./_project.ts";
import { needsBuild } from "../_tools.ts";

const MANY = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `src/part${index % 30}/f${index}.${index % 10 === 0 ? "md" : "ts"}`,
    index % 10 === 0 ? `# D ${index}\n\n[x](gone${index}.md)\n` : "// nothing\n",
  ]),
);

/** Makes a tracked project whose files were all scanned and are old enough to be compared. */
async function scanned(files: Record<string, string> = MANY): Promise<Explored> {
  const project = new Explored(files);
  project.track();
  const { headFile: head } = exploreMemory(project.places, project.project);
  // A time in whole seconds looks like that of a coarse clock: the file stays due for two seconds.
  for (let last = "";;) {
    await pass();
    const { files } = await project.scanTree();
    const after = Deno.readTextFileSync(head);
    if (files.read === 0 && after === last) return project;
    last = after;
  }
}

function links(scan: Awaited<ReturnType<Explored["scanTree"]>>): string[] {
  return scan.opportunities.filter(({ check }) => check === "broken-link").map(({ file }) =>
    `${file}`
  );
}

Deno.test("scan: what did not change is not read again, and nothing is written", async () => {
  using project = await scanned();
  const { headFile: head, treeFile: tree } = exploreMemory(project.places, project.project);
  const before = [Deno.readTextFileSync(head), Deno.readTextFileSync(tree)];
  const scan = await project.scanTree(7);
  assertEquals([scan.files.read, scan.files.total, links(scan).length], [0, 300, 30]);
  assertEquals([Deno.readTextFileSync(head), Deno.readTextFileSync(tree)], before);
});

Deno.test("scan: a replaced file is read, and no other", async () => {
  using project = await scanned();
  project.write("src/part0/new", "# D\n");
  Deno.renameSync(`${project.project}/src/part0/new`, `${project.project}/src/part0/f0.md`);
  const scan = await project.scanTree();
  assertEquals([scan.files.read, links(scan).length], [1, 29]);
});

Deno.test("scan: a file written in place is found in its turn", async () => {
  using project = await scanned();
  Deno.writeTextFileSync(`${project.project}/src/part20/f290.md`, "# no link\n");
  let turns = 0;
  let count = 30;
  for (; turns < 10 && count === 30; turns++) count = links(await project.scanTree(turns)).length;
  assertEquals(count, 29);
});

Deno.test("scan: what is fixed in place is seen at once, however many files there are", async () => {
  const many = Array.from(
    { length: 900 },
    (_, index) => [`src/part${index % 9}/f${index}.ts`, "x\n"],
  );
  using project = await scanned({ ...Object.fromEntries(many), "zz/last.md": "[x](gone.md)\n" });
  for (let turn = 0; turn < 3; turn++) {
    project.write("zz/last.md", `[x](gone${turn}.md)\n`);
    const { opportunities } = await project.scanTree(turn);
    assert(opportunities.some(({ text }) => text.includes(`gone${turn}.md`)), `turn ${turn}`);
    await pass();
    await project.scanTree(turn);
  }
});

Deno.test("scan: files that are removed, added, or no longer tracked", async () => {
  using project = await scanned();
  Deno.removeSync(`${project.project}/src/part0/f0.md`);
  assertEquals(links(await project.scanTree()).length, 29);
  project.write("src/part1/n.md", "[x](gone.md)\n");
  assertEquals(links(await project.scanTree()).length, 29);
  // The folder is old enough to be compared: only the index has changed.
  await pass();
  await project.scanTree();
  project.git("add", "-A");
  assertEquals(links(await project.scanTree()).length, 30);
  project.git("rm", "-q", "--cached", "src/part1/n.md");
  assertEquals(links(await project.scanTree()).length, 29);
});

Deno.test("scan: the missing target of a link appears, tracked or not", async () => {
  using project = await scanned();
  project.write("src/part0/gone0.md", "# Here\n");
  assertEquals(links(await project.scanTree()).length, 29);
});

Deno.test("scan: past its budget it reads some files, reports the rest as unread, and continues the next time", async () => {
  using project = new Explored(MANY);
  project.track();
  await pass();
  const counts: number[] = [];
  let due = 1;
  for (let turn = 0; due > 0; turn++) {
    assert(turn < 10, `${due} left`);
    const scan = await project.scanTree(turn, 0);
    counts.push(scan.files.read);
    due = scan.files.unread;
    // Documents are read first, so all links are found although most files are not read.
    assertEquals(links(scan).length, 30);
    for (const { check } of scan.opportunities) assert(check !== "doc-feature-gap");
  }
  assertEquals(counts, [100, 100, 100]);
  assertEquals((await project.scanTree(9, 0)).files.read, 0);
});

Deno.test("scan: .claude, where every hook writes, is ignored, with git or without", async () => {
  for (const hasGit of [true, false]) {
    using project = new Explored({
      "README.md": "[x](gone.md) [y](.claude/settings.json) [z](.claude/none.json)\n",
      ".claude/settings.json": "{}",
    });
    if (hasGit) project.track();
    await pass();
    const { head } = await project.scanTree();
    await pass();
    project.write(".claude/ralph-state.json", "{}");
    project.write(".claude/settings.json", '{"a":1}');
    const after = await project.scanTree(2);
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
  assertEquals(links(await project.scanTree()), ["a.md"]);
  await pass();
  project.write("sub/c.md", "[x](gone.md)\n");
  assertEquals(links(await project.scanTree()).sort(), ["a.md", "sub/c.md"]);
});

Deno.test("scan: a walk that ends before the project does is reported", needsBuild(), async () => {
  using project = new Explored({ "a.md": "x\n" });
  for (let index = 0; index < 20_000; index++) {
    Deno.writeFileSync(`${project.project}/f${index}.txt`, new Uint8Array());
  }
  const sentence = "only the first 20000 files are scanned: without git it is unknown which count";
  assertEquals((await scanWhole(project.places, project.project, Date.now())).problems, [sentence]);
  assertEquals(
    (await scanWhole(project.places, project.project, Date.now())).problems,
    [sentence],
    "each time",
  );
});

Deno.test("scan: a memory that is broken, cut off or another project's costs time only", async () => {
  using project = await scanned();
  const { headFile: head, treeFile: tree } = exploreMemory(project.places, project.project);
  for (
    const [path, text] of [[head, "{"], [tree, "x\n1\t{\ty"], [head, "[]"], [tree, ""]] as const
  ) {
    const original = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text);
    const scan = await project.scanTree();
    assertEquals([scan.files.total, links(scan).length, scan.problems], [300, 30, []]);
    assert(scan.files.read === 300, "a broken memory was used");
    await pass();
    Deno.writeTextFileSync(path, original);
    await project.scanTree();
  }
});

Deno.test("scan: the tree of another scan is not used", async () => {
  using project = await scanned();
  const { treeFile: tree } = exploreMemory(project.places, project.project);
  const text = Deno.readTextFileSync(tree).replace(/^.*/, "another").replaceAll(
    /\t\{.*\t/g,
    "\t\t",
  );
  Deno.writeTextFileSync(tree, text);
  assertEquals(links(await project.scanTree()).length, 30);
});

Deno.test("scan: a file that may change again within the clock's step is read again", async () => {
  using project = await scanned({ "a.md": "[x](gone.md)\n" });
  // A time in the future is never old enough to be compared.
  const soon = new Date(Date.now() + 100_000);
  const write = (text: string) => {
    Deno.writeTextFileSync(`${project.project}/a.md`, text);
    Deno.utimeSync(`${project.project}/a.md`, soon, soon);
  };
  write("[x](gone.mb)\n");
  assertEquals(links(await project.scanTree()), ["a.md"]);
  write("(x)(gone.mb)\n");
  assertEquals(links(await project.scanTree()), []);
});

Deno.test("scan: facts that cannot be parsed are read again", async () => {
  using project = await scanned({ "a.md": "[x](gone.md)\n", "b.md": "[x](gone.md)\n" });
  const { treeFile: tree } = exploreMemory(project.places, project.project);
  Deno.writeTextFileSync(tree, Deno.readTextFileSync(tree).replace('{"links"', '{"links'));
  project.write("c.txt", "x");
  await project.scanTree();
  assertEquals(links(await project.scanTree()).sort(), ["a.md", "b.md"]);
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
  const scan = await project.scanTree();
  assertEquals(scan.problems, []);
  assert(links(scan).includes("ok.md"));
  for (const { text } of scan.opportunities) {
    assert(text.length <= 300 && !/[\n\r]/.test(text), text);
  }
});

Deno.test("scan: if nothing can be saved it reports that, and still finds everything", async () => {
  using project = new Explored({ "a.md": "[x](gone.md)\n" });
  project.track();
  Deno.mkdirSync(project.home, { recursive: true });
  Deno.writeTextFileSync(`${project.home}/.claude`, "a file");
  const scan = await project.scanTree();
  assertEquals(links(scan), ["a.md"]);
  assertEquals(scan.problems.length, 1);
});
