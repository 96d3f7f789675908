import { assert, assertEquals } from "@std/assert";
import {
  memoryPlaces,
  readFolders,
  readListed,
  readShare,
  readTree,
  type TreeHead,
  writeMemory,
} from "../../src/tree/memory.ts";
import { Project } from "../constraints/_project.ts";

function headOf(tree_id: string): TreeHead {
  return { project: "/p", tree_id, index: null, source: "walk", looked_at_ms: 0, watched: {} };
}

Deno.test("memory: the shares of all turns have every file", () => {
  using project = new Project();
  const at = memoryPlaces(project.places, "explore", project.root);
  const paths = Array.from({ length: 5_000 }, (_, index) => `folder ${index % 40}/é${index}.ts`);
  const known = { fingerprint: "1,2,3,4", facts: "" };
  const outcome = writeMemory(at, headOf("tree 1"), new Map(paths.map((path) => [path, known])));
  assertEquals(outcome.kind, "written");
  const met = new Set<string>();
  let turn = 0;
  for (; turn < 20 && met.size < paths.length; turn++) {
    const share = readShare(at, "tree 1", turn) ?? new Map();
    assert(share.size < 3_000);
    for (const [path, fingerprint] of share) {
      assertEquals(fingerprint, "1,2,3,4");
      met.add(path);
    }
  }
  assertEquals(met, new Set(paths));
  assert(turn > 2 && turn < 20, `${turn} turns`);
  assertEquals(readShare(at, "tree 2", 0), null);
});

Deno.test("memory: paths that would break a line come back as they are", () => {
  using project = new Project();
  const at = memoryPlaces(project.places, "explore", project.root);
  const files = new Map(
    ["a\nb/c\td.ts", '"quoted".ts', "plain/é.ts", "d\r.ts"]
      .map((path) => [path, { fingerprint: "1,2,3,4", facts: '{"a":"b"}' }]),
  );
  writeMemory(at, headOf("tree"), files);
  assertEquals(readTree(at, "tree"), files);
  assertEquals(readFolders(at, "tree"), ["", "a\nb", "plain"]);
  const isListed = readListed(at, "tree");
  assertEquals([...files.keys(), "é.ts", "c\td.ts"].map(isListed), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("memory: of another tree, or broken, it is absent", () => {
  using project = new Project();
  const at = memoryPlaces(project.places, "explore", project.root);
  writeMemory(at, headOf("tree"), new Map([["a", { fingerprint: "1,2,3,4", facts: "" }]]));
  assertEquals([readTree(at, "other").size, readFolders(at, "other")], [0, null]);
  Deno.writeTextFileSync(at.tree, '\u0000{\n"\t"\t"\n');
  Deno.writeTextFileSync(at.folders, "");
  assertEquals([readTree(at, "tree").size, readFolders(at, "tree")], [0, null]);
  assertEquals(readShare(at, "tree", 0), null);
});
