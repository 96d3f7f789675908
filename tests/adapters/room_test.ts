import { assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { dirname, fromFileUrl, join } from "@std/path";
import { chooseAdapter } from "../../src/adapters/registry.ts";
import { Project } from "./_project.ts";

const ROOM = fromFileUrl(new URL("../../src/adapters/", import.meta.url));
const DOCS = fromFileUrl(new URL("../../docs/adapters.md", import.meta.url));

function importsOf(path: string): string[] {
  const text = Deno.readTextFileSync(path);
  return [...text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;"]*?from\s+)?"([^"]+)"/gm)]
    .map(([, specifier]) => specifier!);
}

/** What some modules load, themselves too: files by path, libraries by name. */
function loadedBy(paths: readonly string[], loaded = new Set<string>()): Set<string> {
  for (const path of paths.filter((path) => !loaded.has(path))) {
    loaded.add(path);
    if (!path.startsWith("/")) continue;
    const imports = importsOf(path);
    loadedBy(
      imports.map((name) => name.startsWith(".") ? join(dirname(path), name) : name),
      loaded,
    );
  }
  return loaded;
}

Deno.test("adapters: a Stop asks them without a library or a node module", () => {
  const own = [...walkSync(ROOM, { exts: [".ts"], includeDirs: false })].map(({ path }) => path);
  assertEquals([...loadedBy(own)].filter((path) => !path.startsWith("/")), []);
});

Deno.test("docs: the program that the page shows recognizes its project, reads its table and ends the loop", async () => {
  const [, program = ""] = /```sh\n(#!\/bin\/sh[^]*?)```/.exec(Deno.readTextFileSync(DOCS)) ?? [];
  using project = new Project({
    "my-project.toml": "",
    "results.csv": "2026-01-02T04:00:00Z,0.5\n2026-01-02T05:00:00Z,0.05\n",
  });
  project.write(".claude/ralph-adapters/mine", program);
  Deno.chmodSync(join(project.project, ".claude/ralph-adapters/mine"), 0o755);
  await project.trustPrograms();
  assertEquals((await chooseAdapter(project.context())).name, "mine");
  const { opinion, problems } = await project.consult("mine", "external");
  assertEquals([opinion?.shouldContinue, opinion?.metrics, problems], [false, 2, []]);
});
