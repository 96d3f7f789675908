import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { readPinnedDenoVersion, requireDenoVersion } from "../../scripts/_deno_version.ts";
import { ScriptError } from "../../scripts/_say.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("version: Deno is pinned once, and the tests run under the pinned one", () => {
  const pinned = readPinnedDenoVersion(ROOT);
  assertMatch(pinned, /^\d+\.\d+\.\d+$/);
  assertEquals(Deno.version.deno, pinned);
  for (const file of ["deno.json", ".ci/run", "scripts/build.ts", "scripts/run_tests.ts"]) {
    assert(!Deno.readTextFileSync(new URL(file, ROOT)).includes(pinned), file);
  }
});

Deno.test("version: the README's commands name the pinned Deno", () => {
  const readme = Deno.readTextFileSync(new URL("README.md", ROOT));
  const named = [...readme.matchAll(/deno@(\d[\w.-]*)/g)].map(([, version]) => version);
  assert(named.length >= 2, "README.md names no deno@VERSION");
  assertEquals(new Set(named), new Set([readPinnedDenoVersion(ROOT)]));
});

Deno.test("version: another Deno is refused with the command that works", () => {
  assertThrows(
    () => requireDenoVersion("2.0.0", "2.7.14", "build"),
    ScriptError,
    "npx -y deno@2.7.14 task build",
  );
  requireDenoVersion("2.7.14", "2.7.14", "build");
});
