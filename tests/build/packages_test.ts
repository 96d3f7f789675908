/** Where libraries are declared: the build downloads what `deno.json` names and the program imports. */
import { assertEquals } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import project from "../../deno.json" with { type: "json" };
import tests from "../deno.json" with { type: "json" };

const ROOT = new URL("../../", import.meta.url);

Deno.test("a library that only tests import is declared in tests/deno.json", () => {
  const imported = readProgram();
  const unused = Object.entries(project.imports)
    .filter(([name, target]) => target.startsWith("npm:") && !isImported(imported, name))
    .map(([name]) => name);
  assertEquals(unused, []);
});

Deno.test("a library of the tests is imported by tests alone", () => {
  const imported = readProgram();
  const shared = Object.keys(tests.imports).filter((name) => isImported(imported, name));
  assertEquals(shared, []);
});

function isImported(text: string, name: string): boolean {
  return text.includes(`"${name}"`) || text.includes(`"${name.replace(/\/$/, "")}/`);
}

function readProgram(): string {
  return ["src", "scripts", "vendor", "bench"].flatMap((folder) => [
    ...walkSync(fromFileUrl(new URL(folder, ROOT)), { exts: ["ts"], includeDirs: false }),
  ]).map((file) => Deno.readTextFileSync(file.path)).join("\n");
}
