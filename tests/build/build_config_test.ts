import { assert, assertEquals } from "@std/assert";
import { createBuildConfig, listPackages } from "../../scripts/_build_config.ts";
import type { Link, ProjectConfig } from "../../scripts/_project.ts";

const ROOT = new URL("file:///home/user/a%20b/");
const FOLDER = new URL("build/", ROOT);

const PROJECT: ProjectConfig = {
  version: "1.2.3",
  unstable: ["raw-imports"],
  imports: {
    "@std/yaml": "jsr:@std/yaml@^1.0.0",
    "valibot": "npm:valibot@1.5.0",
    "fast-check": "npm:fast-check@4.10.2",
    "addon": "npm:addon@1.0.0",
  },
};

const LINK: Link = {
  folder: new URL("vendor/std-yaml/", ROOT),
  config: {
    name: "@std/yaml",
    exports: { ".": "./mod.ts", "./parse": "./parse.ts" },
  },
};

function create(links: readonly Link[], kept: readonly string[] = []) {
  return createBuildConfig({
    folder: FOLDER,
    project: PROJECT,
    links,
    libraries: new Map([["valibot", new URL("lib/valibot.js", FOLDER)]]),
    kept: new Set(kept),
    replacements: new Map([[new URL("src/a.ts", ROOT), new URL("b.ts", FOLDER)]]),
  });
}

Deno.test("build: every bare name of the program leads to a local module, by a relative path", () => {
  assertEquals(create([LINK]).imports, {
    "@std/yaml": "../vendor/std-yaml/mod.ts",
    "@std/yaml/parse": "../vendor/std-yaml/parse.ts",
    "valibot": "./lib/valibot.js",
    "../src/a.ts": "./b.ts",
  });
});

Deno.test("build: without packages from a registry no lock is read", () => {
  assertEquals(create([LINK]).lock, false);
});

Deno.test("build: test libraries are not in the map", () => {
  assert(!("fast-check" in create([LINK]).imports));
});

Deno.test("build: where the links are deleted, @std comes from JSR under the lock", () => {
  const config = create([]);
  assertEquals(config.imports["@std/yaml"], "jsr:@std/yaml@^1.0.0");
  assertEquals(config.lock, true);
});

Deno.test("build: a native addon stays a package", () => {
  const config = create([LINK], ["addon"]);
  assertEquals(config.imports["addon"], "npm:addon@1.0.0");
  assertEquals(config.lock, true);
});

Deno.test("build: the packages to bundle are those of the import map", () => {
  assertEquals([...listPackages(PROJECT).keys()].sort(), ["addon", "fast-check", "valibot"]);
});
