import { assertEquals, assertStringIncludes } from "@std/assert";
import { Ajv } from "ajv";
import fc from "fast-check";
import { configSchema } from "../../src/cli/config/schema.ts";
import { layerOf } from "../../src/store/settings/layers.ts";
import { defaultSettings, SETTING_SPECS } from "../../src/store/settings/settings.ts";
import { openGolden } from "../_golden.ts";
import { TestCli } from "./_cli.ts";

const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(configSchema());

Deno.test("config schema: the schema in docs/ is the current one", () => {
  const docs = new URL("../../docs/", import.meta.url);
  const { assertGolden } = openGolden(docs, ".json", "tests/cli/config_schema_test.ts");
  assertGolden("config.schema", `${JSON.stringify(configSchema(), null, 2)}\n`);
});

for (
  const [what, config, expected] of [
    ["nothing", {}, true],
    ["the schema's own name", { $schema: "./x.json" }, true],
    ["the defaults", defaultSettings(), true],
    ["guidance", { guidance: { forbidden: ["x"], meta: {} } }, true],
    ["a misspelt key", { max_hour: 3 }, false],
    ["a list", [], false],
  ] as const
) {
  Deno.test(`config schema: ${what} is ${expected ? "valid" : "refused"}`, () =>
    assertEquals(isValid(config), expected, JSON.stringify(isValid.errors)));
}

Deno.test("config schema: accepts what ralph accepts, and refuses what ralph refuses", () => {
  const value = fc.oneof(
    fc.constantFrom(null, true, 0, 1, 3, 50, 0.5, -1, 1e13, "", " ", "x", "auto", [], [1], ["x"]),
    // The validator calls methods of the values that it compares.
    fc.jsonValue({ maxDepth: 1 }).filter((each) =>
      !/"(?:toString|valueOf)"/.test(JSON.stringify(each))
    ),
  );
  const name = fc.constantFrom(...SETTING_SPECS.map(({ key }) => key));
  fc.assert(
    fc.property(name, value, (key, value) => {
      const { problems } = layerOf("global", "f", { [key]: value });
      assertEquals(
        isValid({ [key]: value }),
        problems.length === 0,
        `${key} ${JSON.stringify(value)}`,
      );
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("config schema: --install names it in the settings file, without a report of a wrong key", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "max_hours", "6"]);
  assertEquals((await cli.run(["config", "schema", "--install"])).code, 0);
  assertEquals(JSON.parse(cli.read(".claude/ralph-config.json")), {
    max_hours: 6,
    $schema: "./ralph-config.schema.json",
  });
  assertEquals(JSON.parse(cli.read(".claude/ralph-config.schema.json")), configSchema());
  const { code, problems } = await cli.json(["config"]);
  assertEquals([code, problems], [0, []]);
  await cli.run(["config", "schema", "--install", "--global"]);
  assertEquals(JSON.parse(cli.read("~/.claude/ralph/config.schema.json")), configSchema());
});

Deno.test("config edit: a new file names its schema, and is removed where nothing was written", async () => {
  using cli = new TestCli();
  // The working directory is that of all tests in this process.
  const script = 'cd "$(dirname "$0")"\ncp "$1" seen.json\ncp .claude/*.schema.json .';
  const editor = cli.write("editor", `#!/bin/sh\n${script}\n`);
  Deno.chmodSync(editor, 0o755);
  await cli.run(["config", "edit"], { typed: [], variables: { EDITOR: `"${editor}"` } });
  assertStringIncludes(cli.read("seen.json"), '"$schema": "./ralph-config.schema.json"');
  assertEquals(JSON.parse(cli.read("ralph-config.schema.json")), configSchema());
  assertEquals(cli.read(".claude/ralph-config.json"), "");
});
