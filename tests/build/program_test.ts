import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { fromFileUrl, toFileUrl } from "@std/path";
import { bundleProgram, replaceNodeModules } from "../../scripts/_program.ts";
import { ScriptError } from "../../scripts/_say.ts";

const SOURCES = {
  "deno.json": "{}",
  "deno.lock": `{"version":"5"}`,
  "import_map.json": "{}",
  "main.ts": `if (Deno.args.length > 0) await import("./src/lazy.ts");\nexport {};\n`,
  "src/lazy.ts": `import { fail } from "./fail.ts";\n\nfail({ why: "on purpose" });\n`,
  "src/fail.ts":
    `interface Cause {\n  why: string;\n}\n\nexport function fail(cause: Cause): never {\n  throw new Error(cause.why);\n}\n`,
};

async function withProgram(
  check: (main: URL, output: URL) => Promise<void>,
  changed: Readonly<Record<string, string>> = {},
): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "ralph build ü " });
  try {
    const root = toFileUrl(`${path}/`);
    await Deno.mkdir(new URL("src", root));
    for (const [name, text] of Object.entries({ ...SOURCES, ...changed })) {
      await Deno.writeTextFile(new URL(name, root), text);
    }
    const output = new URL("build/program/", root);
    await Deno.mkdir(output, { recursive: true });
    await Deno.writeTextFile(new URL("stale.js", output), "");
    const main = new URL("main.ts", root);
    const importMap = new URL("import_map.json", root);
    await check(await bundleProgram({ root, main, importMap, output }), output);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

Deno.test("program: lazy imports are separate chunks under their names, and nothing is left over", () =>
  withProgram(async (main, output) => {
    const names = [...Deno.readDirSync(output)].map(({ name }) => name);
    const lazy = names.filter((name) => /^lazy-\w+\.js$/.test(name));
    assertEquals([lazy.length, names.includes("stale.js")], [1, false]);
    assert(!(await Deno.readTextFile(main)).includes("on purpose"));
    assertStringIncludes(await Deno.readTextFile(new URL(lazy[0]!, output)), "on purpose");
  }));

Deno.test("program: a stack trace names our file and line, and no path of the build", () =>
  withProgram(async (main, output) => {
    const args = ["run", "--no-config", "--allow-read", fromFileUrl(main), "fail"];
    const command = new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } });
    const said = new TextDecoder().decode((await command.output()).stderr);
    assertStringIncludes(said, "ralph:src/fail.ts:6:");
    assertStringIncludes(said, "ralph:src/lazy.ts:3:");
    for (const { name } of Deno.readDirSync(output)) {
      const map = name.endsWith(".map") ? Deno.readTextFileSync(new URL(name, output)) : "";
      assert(!map.includes(fromFileUrl(output)) && !map.includes("on purpose"), map);
    }
  }));

Deno.test("program: a lazy import that finds nothing fails the build and is named", async () => {
  const main = `if (Deno.args.length > 0) await import("./src/missing.ts");\nexport {};\n`;
  await assertRejects(
    () => withProgram(() => Promise.resolve(), { "main.ts": main }),
    ScriptError,
    "src/missing.ts",
  );
});

Deno.test("program: a library that needs Node at run time fails the build, or gets its replacement", () => {
  assertEquals(replaceNodeModules(`var a=x("node:events")`), "var a=(class{})");
  assertEquals(replaceNodeModules(`var a=$x("node:events")`), "var a=(class{})");
  assertThrows(() => replaceNodeModules(`var a=x("node:fs")`), ScriptError, "node:fs");
});
