/** Where libraries are declared: the build downloads what `deno.json` names and the program imports. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import project from "../../deno.json" with { type: "json" };
import site from "../../scripts/site/package.json" with { type: "json" };
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

Deno.test("every version of what others wrote is exact", () => {
  const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));
  const versions = Object.values({ ...project.imports, ...tests.imports })
    .filter((target) => target.startsWith("npm:"))
    .map((target) => target.replace(/.*@/, "").replace(/\/$/, ""));
  versions.push(...Object.values(site.dependencies));
  versions.push(...read(".deno-version").trimEnd().split("\n"));
  const tools = read("scripts/install_test_tools.sh");
  const named = [...tools.matchAll(/\b(?:pip|npm) install\b.*| in (.*==.*);/g)].join(" ");
  const pinned = [...named.matchAll(/[\w-](?:==|@)([\w.]+)/g)].map(([, version = ""]) => version);
  assert(pinned.length > 4, named);
  versions.push(...pinned);
  versions.push(/^FROM \w+:(.*)$/m.exec(read("scripts/channels/Containerfile"))![1]!);
  for (const version of versions) assertMatch(version, /^\d+\.\d+\.\d+$/);
});

function isImported(text: string, name: string): boolean {
  return text.includes(`"${name}"`) || text.includes(`"${name.replace(/\/$/, "")}/`);
}

function readProgram(): string {
  return ["src", "scripts", "vendor", "bench"].flatMap((folder) => [
    ...walkSync(fromFileUrl(new URL(folder, ROOT)), { exts: ["ts"], includeDirs: false }),
  ]).map((file) => Deno.readTextFileSync(file.path)).join("\n");
}
