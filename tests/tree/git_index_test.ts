import { assertEquals } from "@std/assert";
import { openIndex } from "../../src/tree/git_index.ts";
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
