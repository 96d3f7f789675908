import { assertEquals } from "@std/assert";
import { openIndex } from "../../src/tree/git_index.ts";
import { objectNameOf, readTracked } from "../../src/tree/index_entries.ts";
import { Project } from "../constraints/_project.ts";

const LONG = `${"l".repeat(200)}/${"m".repeat(100)}`;

Deno.test("openIndex: complete names only, from the project's root", () => {
  using project = new Project({ "a/b.ts": "", "x/deep/é.ts": "", [LONG]: "" });
  project.track();
  const index = openIndex(project.project);
  const has = ["a/b.ts", "b.ts", "/b.ts", "a/b.t", "x/deep/é.ts", "é.ts"].map(index.hasFile);
  assertEquals(has, [true, false, false, false, true, false]);
  assertEquals(index.hasFile(LONG), true);
  assertEquals([index.hasFolder("x/deep/"), index.hasFolder("x/shallow/")], [true, false]);
  const below = openIndex(`${project.project}/x`);
  assertEquals([below.hasFile("deep/é.ts"), below.hasFile("x/deep/é.ts")], [true, false]);
  assertEquals(openIndex("/nowhere").hasFile("a/b.ts"), false);
});

Deno.test("readTracked: size, kind and object of each file, in formats 2 and 4", () => {
  using project = new Project({ "a/b.ts": "hello\n", "a/bc.ts": "", "c.ts": "" });
  project.track();
  for (const version of ["2", "4"]) {
    project.git("update-index", "--index-version", version);
    const { files, bytes } = readTracked(project.project)!;
    assertEquals([...files.keys()], ["a/b.ts", "a/bc.ts", "c.ts"]);
    const file = files.get("a/b.ts")!;
    assertEquals([file.size, file.mode, file.flags & 0xc000], [6, 0o100644, 0]);
    assertEquals(objectNameOf(bytes, file), "ce013625030ba8dba906f756967f9e9ca394464a");
    assertEquals([...readTracked(`${project.project}/a`)!.files.keys()], ["b.ts", "bc.ts"]);
  }
  assertEquals(readTracked("/nowhere"), null);
});

Deno.test("readTracked: an index of SHA-256, in formats 2 and 4", () => {
  using project = new Project({ "a/b.ts": "hello\n", "a/bc.ts": "", "c.ts": "", [LONG]: "" });
  project.git("init", "-q", "-b", "main", "--object-format=sha256");
  project.git("add", "-A");
  for (const version of ["2", "4"]) {
    project.git("update-index", "--index-version", version);
    const { files, bytes } = readTracked(project.project)!;
    assertEquals([...files.keys()], ["a/b.ts", "a/bc.ts", "c.ts", LONG]);
    const file = files.get("a/b.ts")!;
    assertEquals([file.size, file.mode], [6, 0o100644]);
    assertEquals(objectNameOf(bytes, file), project.git("rev-parse", ":a/b.ts"));
  }
});

Deno.test("readTracked: an index is unknown where a part of it is in another file", () => {
  using project = new Project({ "a.ts": "" });
  project.track();
  project.git("update-index", "--split-index");
  assertEquals(readTracked(project.project), null);
});
