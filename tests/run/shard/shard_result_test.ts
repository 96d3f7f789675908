import { assertEquals } from "@std/assert";
import { isPage } from "../../../src/run/shard/shard_result.ts";

Deno.test("shard result: a merge moves the plan only to a page of the project", () => {
  const pages = ["completed/PLAN.md", "docs/plans/done/a b.markdown", "PLAN.txt"];
  assertEquals(pages.filter(isPage), pages);
  const others = [
    "/etc/PLAN.md",
    "../PLAN.md",
    "a/../../PLAN.md",
    ".git/PLAN.md",
    "a/.git/PLAN.md",
    ".github/workflows/ci.yml",
    "a//PLAN.md",
    "PLAN.md\0",
    "Makefile",
    "",
    `${"a/".repeat(600)}PLAN.md`,
  ];
  assertEquals(others.filter(isPage), []);
});
