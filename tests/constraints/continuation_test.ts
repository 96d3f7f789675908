import { assert, assertEquals } from "@std/assert";
import { acknowledge, scanMemory } from "../../src/constraints/memory.ts";
import { pass, Project } from "./_project.ts";

const FILES = {
  "a.py": "A = '/home/lee/x'\n",
  "sub/b.py": "B = 1\n",
  "sub/c.py": "C = 1\n",
};

/** Makes a tracked project and scans it. */
async function scanned(files: Record<string, string> = FILES): Promise<Project> {
  const project = new Project(files);
  project.track();
  await pass();
  await project.scan();
  await pass();
  return project;
}

function paths(project: Project, turn = 0): string[] {
  const { findings, isCurrent, problem } = project.glance(turn);
  assertEquals([isCurrent, problem], [true, null]);
  return findings.filter(({ category }) => category === "hardcoded_path")
    .map(({ file, text }) => `${file} ${text}`);
}

Deno.test("continuation: without an earlier scan there is nothing, and no scan is made", () => {
  using project = new Project(FILES);
  assertEquals(project.glance(), {
    findings: [],
    changes: { appeared: [], gone: [] },
    scannedAtMs: null,
    isCurrent: false,
    isLate: false,
    problem: null,
  });
});

Deno.test("continuation: without a change nothing is written, and the same is found", async () => {
  using project = await scanned();
  const { headFile: head } = scanMemory(project.places, project.project);
  const before = Deno.readTextFileSync(head);
  assertEquals(paths(project), ["a.py /home/lee/x"]);
  assertEquals(Deno.readTextFileSync(head), before);
});

Deno.test("continuation: a file replaced, written into, removed, fixed", async () => {
  using project = await scanned();
  project.write("sub/new", "B = '/home/lee/b'\n");
  Deno.renameSync(`${project.project}/sub/new`, `${project.project}/sub/b.py`);
  assertEquals(paths(project), ["a.py /home/lee/x", "sub/b.py /home/lee/b"]);
  Deno.writeTextFileSync(`${project.project}/sub/c.py`, "C = '/home/kim/c'\n", { append: true });
  assertEquals(paths(project), [
    "sub/c.py /home/kim/c",
    "a.py /home/lee/x",
    "sub/b.py /home/lee/b",
  ]);
  Deno.removeSync(`${project.project}/sub/c.py`);
  await pass();
  project.write("a.py", "A = 1\n");
  assertEquals(paths(project), ["sub/b.py /home/lee/b"]);
});

Deno.test("continuation: says what appeared and what is gone, each once", async () => {
  using project = await scanned();
  const changes = () => {
    const { appeared, gone } = project.glance().changes;
    return [appeared, gone].map((findings) => findings.map(({ text }) => text));
  };
  assertEquals(changes(), [[], []]);
  project.write("sub/new", "B = '/home/lee/b'\n");
  Deno.renameSync(`${project.project}/sub/new`, `${project.project}/sub/b.py`);
  assertEquals(changes(), [["/home/lee/b"], []]);
  assertEquals(changes(), [[], []]);
  await pass();
  project.write("a.py", "A = 1\n");
  assertEquals(changes(), [[], ["/home/lee/x"]]);
});

Deno.test("continuation: new files count once git tracks them, in new folders too", async () => {
  using project = await scanned();
  project.write("new/deep/d.py", "D = '/home/lee/d'\n");
  project.write("sub/e é.py", "E = '/home/lee/e'\n");
  assertEquals(paths(project), ["a.py /home/lee/x"]);
  project.git("add", "-A");
  assertEquals(paths(project), [
    "a.py /home/lee/x",
    "new/deep/d.py /home/lee/d",
    "sub/e é.py /home/lee/e",
  ]);
});

Deno.test("continuation: a full scan afterwards agrees", async () => {
  using project = await scanned();
  project.write("sub/b.py", "B = '/home/lee/b'\n");
  await pass();
  paths(project);
  await pass();
  const { findings, files } = await project.scan();
  assertEquals(files.read, 0);
  const found = findings.filter(({ category }) => category === "hardcoded_path");
  assertEquals(found.map(({ file }) => file), ["a.py", "sub/b.py"]);
});

Deno.test("continuation: acknowledged findings are left out", async () => {
  using project = await scanned();
  const [first] = project.glance().findings;
  assert(first);
  const ids = [first.id];
  acknowledge(project.places, project.project, { ids, isSeen: true, nowMs: Date.now() });
  assertEquals(paths(project), []);
});

Deno.test("continuation: a small project is always brought up to date, even without a budget", async () => {
  using project = await scanned();
  project.write("a.py", "A = 1\n");
  project.write("sub/b.py", "B = '/home/lee/b'\n");
  const { findings, isCurrent, isLate } = project.glance(0, -1);
  assertEquals([isCurrent, isLate], [true, false]);
  assertEquals(findings.filter(({ file }) => file !== null).map(({ file }) => file), ["sub/b.py"]);
});

Deno.test("continuation: in a large project the next two continuations catch up, even without a budget", async () => {
  const files = Array.from({ length: 900 }, (_, index) => [`d${index}/f.py`, "F = 1\n"]);
  using project = await scanned(Object.fromEntries(files));
  for (const index of [0, 450, 899]) {
    project.write(`d${index}/new`, `F = '/home/lee/${index}'\n`);
    Deno.renameSync(`${project.project}/d${index}/new`, `${project.project}/d${index}/f.py`);
  }
  const found = () => project.glance(turn, -1).findings.map(({ text }) => text);
  let turn = 0;
  const first = project.glance(turn, -1);
  assertEquals(
    [first.isCurrent, first.isLate],
    [false, false],
    "it will catch up, so it is not late",
  );
  const rest: string[][] = [];
  // The folders take two shares, and each share takes two more continuations.
  for (turn = 1; turn <= 3; turn++) rest.push(found());
  for (const index of [0, 450, 899]) {
    assert(rest.at(-1)!.includes(`/home/lee/${index}`), `${index}: ${JSON.stringify(rest)}`);
  }
});

Deno.test("continuation: other rules and a broken memory leave the last result, or none", async () => {
  using project = await scanned();
  const { places, project: root } = project;
  const { scanForContinuation } = await import("../../src/constraints/at_continuation.ts");
  const other = { home: "/home/lee", fixedFolders: [] };
  const glance = scanForContinuation({
    places,
    project: root,
    rules: other,
    turn: 0,
    nowMs: Date.now(),
  });
  assertEquals([glance.isLate, glance.findings[0]?.severity], [true, "high"]);
  const at = scanMemory(places, root);
  for (const file of [at.treeFile, at.foldersFile, at.headFile]) {
    Deno.writeTextFileSync(file, "\u0000{");
    const { isCurrent } = project.glance();
    assertEquals(isCurrent, false);
  }
  assertEquals(project.glance().findings, []);
});
