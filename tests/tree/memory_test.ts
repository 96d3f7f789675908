import { assert, assertEquals } from "@std/assert";
import { HEAD_FIELDS, type TreeHead, TreeMemory } from "../../src/tree/memory.ts";
import { object } from "../../src/store/records/shape.ts";
import { Project } from "../constraints/_project.ts";

const HEAD = { version: 1, schema: object(HEAD_FIELDS) };

function headOf(treeId: string, files: number): TreeHead {
  const known = { index: null, source: "walk", lookedAtMs: 0, watched: {} } as const;
  return { ...known, project: "/p", treeId, files };
}

Deno.test("memory: the shares of all turns have every file", () => {
  using project = new Project();
  const memory = new TreeMemory(project.places, "explore", project.project, HEAD);
  const paths = Array.from({ length: 5_000 }, (_, index) => `folder ${index % 40}/é${index}.ts`);
  const known = { fingerprint: "1,2,3,4", facts: "" };
  const outcome = memory.write(
    headOf("tree 1", 5_000),
    new Map(paths.map((path) => [path, known])),
  );
  assertEquals(outcome.kind, "written");
  const met = new Set<string>();
  let turn = 0;
  for (; turn < 20 && met.size < paths.length; turn++) {
    const share = memory.readShare("tree 1", turn) ?? new Map();
    assert(share.size < 3_000);
    for (const [path, fingerprint] of share) {
      assertEquals(fingerprint, "1,2,3,4");
      met.add(path);
    }
  }
  assertEquals(met, new Set(paths));
  assert(turn > 2 && turn < 20, `${turn} turns`);
  assertEquals(memory.readShare("tree 2", 0), null);
});

Deno.test("memory: paths that would break a line come back as they are", () => {
  using project = new Project();
  const memory = new TreeMemory(project.places, "explore", project.project, HEAD);
  const files = new Map(
    ["a\nb/c\td.ts", '"quoted".ts', "plain/é.ts", "d\r.ts"]
      .map((path) => [path, { fingerprint: "1,2,3,4", facts: '{"a":"b"}' }]),
  );
  memory.write(headOf("tree", 4), files);
  assertEquals(memory.readTree(headOf("tree", 4)), files);
  assertEquals(memory.readFolders("tree"), ["", "a\nb", "plain"]);
  const isListed = memory.readListed("tree");
  assertEquals([...files.keys(), "é.ts", "c\td.ts"].map(isListed), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("memory: of another tree, cut off or broken, it is absent", () => {
  using project = new Project();
  const memory = new TreeMemory(project.places, "explore", project.project, HEAD);
  memory.write(headOf("tree", 1), new Map([["a", { fingerprint: "1,2,3,4", facts: "" }]]));
  assertEquals([memory.readTree(headOf("other", 1)).size, memory.readFolders("other")], [0, null]);
  assertEquals(memory.readTree(headOf("tree", 2)).size, 0);
  Deno.writeTextFileSync(memory.treeFile, '\u0000{\n"\t"\t"\n');
  Deno.writeTextFileSync(memory.foldersFile, "");
  assertEquals([memory.readTree(headOf("tree", 1)).size, memory.readFolders("tree")], [0, null]);
  assertEquals(memory.readShare("tree", 0), null);
});
