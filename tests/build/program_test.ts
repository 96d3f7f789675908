import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, toFileUrl } from "@std/path";
import { bundleProgram, type Program } from "../../scripts/_program.ts";

const SOURCES = {
  "deno.json": "{}",
  "main.ts": `if (Deno.args.length > 0) await import("./src/lazy.ts");\nexport {};\n`,
  "src/lazy.ts": `import { fail } from "./fail.ts";\n\nfail({ why: "on purpose" });\n`,
  "src/fail.ts":
    `interface Cause {\n  why: string;\n}\n\nexport function fail(cause: Cause): never {\n  throw new Error(cause.why);\n}\n`,
};

async function withProgram(check: (program: Program, output: URL) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "ralph build ü " });
  try {
    const root = toFileUrl(`${path}/`);
    await Deno.mkdir(new URL("src", root));
    for (const [name, text] of Object.entries(SOURCES)) {
      await Deno.writeTextFile(new URL(name, root), text);
    }
    const output = new URL("build/program/", root);
    await Deno.mkdir(output, { recursive: true });
    await Deno.writeTextFile(new URL("stale.js", output), "");
    const request = { root, main: new URL("main.ts", root), config: new URL("deno.json", root) };
    await check(await bundleProgram({ ...request, kept: new Set(), output }), output);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

Deno.test("program: what is imported lazily stays apart, under its name, and nothing is left over", () =>
  withProgram(async ({ main }, output) => {
    const names = [...Deno.readDirSync(output)].map(({ name }) => name);
    const lazy = names.filter((name) => /^lazy-\w+\.js$/.test(name));
    assertEquals([lazy.length, names.includes("stale.js")], [1, false]);
    assert(!(await Deno.readTextFile(main)).includes("on purpose"));
    assertStringIncludes(await Deno.readTextFile(new URL(lazy[0]!, output)), "on purpose");
  }));

Deno.test("program: an error's stack trace names our file and line, and no path of the build", () =>
  withProgram(async ({ main, sourceMaps }, output) => {
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", "--allow-read", fromFileUrl(main), "fail"],
      env: { NO_COLOR: "1" },
    }).output();
    const said = new TextDecoder().decode(stderr);
    assertStringIncludes(said, "ralph:src/fail.ts:6:");
    assertStringIncludes(said, "ralph:src/lazy.ts:3:");
    const maps = sourceMaps.map((map) => Deno.readTextFileSync(map)).join("\n");
    assert(!maps.includes(fromFileUrl(output)) && !maps.includes("on purpose"), maps);
  }));
