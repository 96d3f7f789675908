import { assert, assertEquals } from "@std/assert";
import { packArchive } from "../../scripts/_archive.ts";
import { TestProject } from "../_project.ts";

const FILES = [
  { name: "ralph", body: new TextEncoder().encode("#!/bin/sh\necho it runs\n"), isProgram: true },
  { name: "completions/ralph.bash", body: new TextEncoder().encode("# words\n") },
];
const TIME_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

Deno.test("archive: tar unpacks it into one folder, with a program that runs and the commit's time", async () => {
  using project = new TestProject();
  Deno.writeFileSync(project.path("a.tar.gz"), await packArchive("ralph-1", FILES, TIME_MS));
  const script = "tar xzf a.tar.gz && ralph-1/ralph && cat ralph-1/completions/ralph.bash && ls";
  const { stdout, success } = await new Deno.Command("sh", {
    args: ["-c", script],
    cwd: project.path("."),
  }).output();
  assert(success);
  assertEquals(new TextDecoder().decode(stdout), "it runs\n# words\na.tar.gz\nralph-1\n");
  assertEquals(Deno.statSync(project.path("ralph-1/ralph")).mtime?.getTime(), TIME_MS);
});

Deno.test("archive: the same files make the same bytes", async () => {
  assertEquals(
    await packArchive("ralph-1", FILES, TIME_MS),
    await packArchive("ralph-1", FILES, TIME_MS),
  );
});
