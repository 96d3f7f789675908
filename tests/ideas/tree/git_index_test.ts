import { assertEquals } from "@std/assert";
import { findTracked } from "../../../src/ideas/tree/git_index.ts";
import { Project } from "../../guidance/constraints/_project.ts";

const LONG = `${"l".repeat(200)}/${"m".repeat(100)}`;

Deno.test("findTracked: complete names only, from the project's root", () => {
  using project = new Project({ "a/b.ts": "", "x/deep/é.ts": "", [LONG]: "" });
  project.track();
  const names = ["a/b.ts", "b.ts", "/b.ts", "a/b.t", "x/deep/é.ts", "é.ts", LONG];
  assertEquals(findTracked(project.project, names), ["a/b.ts", "x/deep/é.ts", LONG]);
  const below = ["deep/é.ts", "x/deep/é.ts"];
  assertEquals(findTracked(`${project.project}/x`, below), ["deep/é.ts"]);
  assertEquals(findTracked("/nowhere", ["a/b.ts"]), []);
});
