import { assertEquals } from "@std/assert";
import { object } from "../../src/store/records/shape.ts";
import { glance } from "../../src/tree/glance.ts";
import { HEAD_FIELDS, type TreeHead, TreeMemory } from "../../src/tree/memory.ts";
import { scanFiles, type Scanner } from "../../src/tree/scan_files.ts";
import { pass, Project } from "../constraints/_project.ts";

const HEAD = { version: 1, schema: object(HEAD_FIELDS) };
const SCANNER: Scanner = {
  isListed: (path) => !path.startsWith("out/"),
  isRead: (path) => path.endsWith(".ts"),
  factsOf: (_path, text) => text.trim(),
};

/** A project that was scanned a moment ago, and its memory. */
async function scanned(files: Record<string, string>) {
  const project = new Project(files);
  project.track();
  await pass();
  const memory = new TreeMemory(project.places, "explore", project.project, HEAD);
  const scan = await rescan(project, new Map(), null);
  const head: TreeHead = {
    project: project.project,
    treeId: "tree",
    index: scan.index,
    source: scan.source,
    files: scan.files.size,
    lookedAtMs: Date.now(),
    watched: {},
  };
  memory.write(head, scan.files);
  await pass();
  return { project, memory, head, scan };
}

function rescan(
  project: Project,
  known: Parameters<typeof scanFiles>[0]["known"],
  last: TreeHead | null,
) {
  return scanFiles({
    project: project.project,
    scanner: SCANNER,
    known,
    last,
    changes: null,
    nowMs: Date.now(),
    deadline: Infinity,
  });
}

function see(memory: TreeMemory<TreeHead>, head: TreeHead) {
  const seen: string[] = [];
  const result = glance({
    memory,
    head,
    turn: 0,
    deadline: Infinity,
    onFile: (path) => void seen.push(path),
    onFolder: (path) => void seen.push(`${path}/`),
  });
  return { seen: seen.sort(), result };
}

Deno.test("glance: unchanged files are not reported", async () => {
  const { project, memory, head } = await scanned({ "a.ts": "a", "sub/b.ts": "b" });
  using _project = project;
  assertEquals(see(memory, head), {
    seen: [],
    result: { due: { once: [], twice: [] }, isComplete: true, isLate: false },
  });
});

Deno.test("glance: a file written in place, a removed file and its folder, a new file", async () => {
  const { project, memory, head } = await scanned({ "a.ts": "a", "sub/b.ts": "b", "c/c.ts": "c" });
  using _project = project;
  project.write("a.ts", "longer");
  Deno.removeSync(`${project.project}/sub/b.ts`);
  project.write("c/new.ts", "new");
  assertEquals(see(memory, head).seen, ["a.ts", "c/", "sub/", "sub/b.ts"]);
});

Deno.test("glance: with the memory of another tree nothing can be compared", async () => {
  const { project, memory, head } = await scanned({ "a.ts": "a" });
  using _project = project;
  assertEquals(see(memory, { ...head, treeId: "other" }).result, null);
});

Deno.test("scanFiles: lists and reads what the scanner wants, and then only what changed", async () => {
  const { project, head, scan } = await scanned({
    "a.ts": "facts of a",
    "b.md": "not read",
    "large.ts": "x".repeat(2_000_000),
    "out/c.ts": "not listed",
  });
  using _project = project;
  assertEquals([...scan.files].map(([path, { facts }]) => [path, facts]), [
    ["a.ts", "facts of a"],
    ["b.md", ""],
    ["large.ts", ""],
  ]);
  assertEquals(scan.read, { text: 1, binary: 0, large: 1, unreadable: 0, skipped: 1 });
  assertEquals([scan.source, scan.isSame, scan.changes], ["git", false, 3]);
  const again = await rescan(project, new Map(scan.files), head);
  assertEquals([again.read.text, again.isSame, again.changes], [0, true, 0]);
  Deno.removeSync(`${project.project}/a.ts`);
  const gone = await rescan(project, new Map(scan.files), head);
  assertEquals([gone.files.get("a.ts")?.fingerprint, gone.isSame, gone.changes], ["-", false, 1]);
});
