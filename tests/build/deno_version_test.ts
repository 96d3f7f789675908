import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import {
  readNewestDenoVersion,
  readPinnedDenoVersion,
  requireBuildVersion,
  requireDenoVersion,
} from "../../scripts/_deno_version.ts";
import { ScriptError } from "../../scripts/_say.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("version: Deno is pinned once, and the tests run under the pinned one", () => {
  const versions = [readPinnedDenoVersion(ROOT), readNewestDenoVersion(ROOT)];
  for (const version of versions) assertMatch(version, /^\d+\.\d+\.\d+$/);
  assertEquals(Deno.version.deno, versions[0]);
  for (const file of ["deno.json", ".ci/run", "scripts/build.ts", "scripts/run_tests.ts"]) {
    const text = Deno.readTextFileSync(new URL(file, ROOT));
    assertEquals(versions.filter((version) => text.includes(version)), [], file);
  }
});

Deno.test("version: every command of the documents names the pinned Deno and the system's certificates", () => {
  const docs = walkSync(fromFileUrl(new URL("docs/", ROOT)), { exts: ["md"], includeDirs: false });
  const files = ["README.md", "CONTRIBUTING.md"].map((name) => fromFileUrl(new URL(name, ROOT)));
  const command = `DENO_TLS_CA_STORE=system,mozilla npx -y deno@${readPinnedDenoVersion(ROOT)}`;
  let found = 0;
  for (const file of [...files, ...[...docs].map(({ path }) => path)]) {
    const text = Deno.readTextFileSync(file);
    const count = text.split(command).length - 1;
    assertEquals(text.match(/npx -y|deno@/g)?.length ?? 0, 2 * count, file);
    assertEquals(/^deno /m.exec(text), null, file);
    found += count;
  }
  assert(found >= 5, "the documents name no commands");
});

Deno.test("version: another Deno is refused with the command that works", () => {
  assertThrows(
    () => requireDenoVersion("2.0.0", "2.7.14", "build"),
    ScriptError,
    "DENO_TLS_CA_STORE=system,mozilla npx -y deno@2.7.14 task build",
  );
  requireDenoVersion("2.7.14", "2.7.14", "build");
});

Deno.test("version: the pinned one and the newest build ralph", () => {
  for (const version of [readPinnedDenoVersion(ROOT), readNewestDenoVersion(ROOT)]) {
    assertEquals(requireBuildVersion(version, ROOT), version);
  }
  assertThrows(() => requireBuildVersion("2.0.0", ROOT), ScriptError, "task build");
});
