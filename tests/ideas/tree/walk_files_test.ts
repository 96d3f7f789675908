import { assertEquals } from "@std/assert";
import { walkFiles } from "../../../src/ideas/tree/walk_files.ts";
import { Project } from "../../guidance/constraints/_project.ts";

Deno.test("walkFiles: nested ignore files, negations, and what never belongs to a project", async () => {
  using project = new Project({
    ".gitignore": "*.log\n/build\n!keep.log\ntmp/\n",
    "a.log": "",
    "keep.log": "",
    "build/x": "",
    "src/build/x": "",
    "src/.gitignore": "!a.log\nsecret\n",
    "src/a.log": "",
    "src/secret": "",
    "tmp/x": "",
    "node_modules/p/index.js": "",
    "b.ts": "",
  });
  const { files } = await walkFiles(project.project);
  assertEquals([...files].sort(), [
    ".gitignore",
    "b.ts",
    "keep.log",
    "src/.gitignore",
    "src/a.log",
    "src/build/x",
  ]);
});

Deno.test("walkFiles: ends at its limit and says so", async () => {
  using project = new Project(
    Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`d${index % 3}/f${index}`, ""])),
  );
  const { files, isCut } = await walkFiles(project.project, 20);
  assertEquals([files.length, isCut], [20, true]);
});
