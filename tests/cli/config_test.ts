import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { SETTING_SPECS } from "../../src/store/settings/settings.ts";
import { World } from "./_world.ts";

function file(world: World): string {
  return join(world.project, ".claude", "ralph-config.json");
}

Deno.test("config show: shows every setting once, with its meaning, default and source", async () => {
  using world = new World();
  world.write(file(world), '{"max_hours": 6}');
  const { code, stdout } = await world.run(["config", "show", "--show-origin"], {
    variables: { RALPH_MAX_ITERATIONS: "70" },
  });
  assertEquals(code, 0);
  const rows = stdout.split(/\n {2}(?=\w)/);
  const row = (key: string) =>
    rows.filter((text) => text.startsWith(`${key} = `)).join("|").replaceAll(/\s+/g, " ");
  for (const { key, help } of SETTING_SPECS) {
    assertStringIncludes(row(key), help);
    assertEquals(row(key).includes("|"), false, key);
  }
  assertStringIncludes(row("max_hours"), `= 6 Active hours`);
  assertStringIncludes(row("max_hours"), `${file(world)}; default: 9)`);
  assertStringIncludes(row("max_iterations"), "= 70");
  assertStringIncludes(row("max_iterations"), "(environment; default: 99)");
  assertStringIncludes(row("min_hours"), "(default)");
  assertEquals(stdout.includes("alpha-forge"), false);
  assertEquals(row("rigid_paths").startsWith("rigid_paths = []"), true);
  assertEquals((await world.run(["config", "--global"])).stdout.includes("max_hours = 9"), true);
});

Deno.test("config show --json: settings, origins and problems", async () => {
  using world = new World();
  world.write(file(world), '{"max_hour": 6}');
  const { code, stdout, stderr } = await world.run(["config", "--json", "--show-origin"]);
  assertEquals(code, 2);
  const shown = JSON.parse(stdout);
  assertEquals([shown.schema_version, shown.settings.max_hours, shown.origins.max_hours], [
    1,
    9,
    "built in",
  ]);
  assertStringIncludes(shown.problems[0], '"max_hours"');
  assertStringIncludes(stderr, "Problem: ");
});

Deno.test("config get: prints the value alone", async () => {
  using world = new World();
  await world.run(["config", "set", "promise", "all done"]);
  assertEquals((await world.run(["config", "get", "promise"])).stdout, "all done\n");
  assertEquals((await world.run(["config", "get", "max_tokens"])).stdout, "null\n");
  const { stdout } = await world.run(["config", "get", "promise", "--json"]);
  assertEquals(JSON.parse(stdout).origin, file(world));
});

Deno.test("config set: writes to the project or with --global to the home, and unset takes it out", async () => {
  using world = new World();
  assertEquals((await world.run(["config", "set", "max_hours", "6"])).code, 0);
  assertEquals((await world.run(["config", "set", "max_hours", "7", "--global"])).code, 0);
  assertEquals(JSON.parse(Deno.readTextFileSync(file(world))), { max_hours: 6 });
  const global = (await world.run(["config", "path", "--global"])).stdout.trim();
  assertEquals(JSON.parse(Deno.readTextFileSync(global)), { max_hours: 7 });
  assertEquals((await world.run(["config", "path"])).stdout.trim(), file(world));
  await world.run(["config", "unset", "max_hours"]);
  assertEquals((await world.run(["config", "get", "max_hours"])).stdout, "7\n");
  assertEquals((await world.json(["config", "unset", "max_hours"])).removed, false);
});

Deno.test("config set: several words are a list, and only for lists", async () => {
  using world = new World();
  await world.run(["config", "set", "verify", "npm test", "npm run lint"]);
  assertEquals(
    (await world.run(["config", "get", "verify"])).stdout,
    '["npm test","npm run lint"]\n',
  );
  await world.run(["config", "set", "verify", "make"]);
  assertEquals((await world.run(["config", "get", "verify"])).stdout, '["make"]\n');
  await world.run(["config", "set", "wake_backoff_seconds", "1", "2"]);
  assertEquals((await world.run(["config", "get", "wake_backoff_seconds"])).stdout, "[1,2]\n");
  assertEquals((await world.run(["config", "set", "max_hours", "1", "2"])).code, 2);
});

Deno.test("config set: unknown keys and values that do not fit write nothing", async () => {
  using world = new World();
  for (
    const [key, value, word] of [
      ["max_hour", "6", "'max_hours'"],
      ["max_hours", "many", "a number from"],
      ["max_iterations", "1.5", "a whole number"],
      ["continue_with", "blok", '"block"'],
    ]
  ) {
    const { code, error } = await world.json(["config", "set", key ?? "", value ?? ""]);
    assertEquals([code, error.code], [2, "usage"]);
    assertStringIncludes(`${error.message} ${error.hint}`, word ?? "");
  }
  assertEquals((await world.json(["config", "reset", "--yes"])).removed, false);
});

Deno.test("config set: says so where a stronger layer holds", async () => {
  using world = new World();
  const { stderr } = await world.run(["config", "set", "max_hours", "6"], {
    variables: { RALPH_MAX_HOURS: "5" },
  });
  assertStringIncludes(stderr, "In effect here: 5");
  assertStringIncludes(stderr, "environment");
});

Deno.test("config reset: asks first, keeps the guidance and a copy", async () => {
  using world = new World();
  const text = '{\n  "max_hours": 6,\n  "guidance": { "forbidden": ["x"] }\n}\n';
  world.write(file(world), text);
  assertEquals((await world.run(["config", "reset"])).code, 2);
  assertEquals((await world.run(["config", "reset"], { typed: ["n"] })).code, 0);
  assertEquals(Deno.readTextFileSync(file(world)), text);
  const { code, stdout } = await world.run(["config", "reset"], { typed: ["yes"] });
  assertEquals(code, 0);
  assertEquals(JSON.parse(Deno.readTextFileSync(file(world))), { guidance: { forbidden: ["x"] } });
  assertEquals(Deno.readTextFileSync(stdout.trim().split("Backup: ")[1] ?? ""), text);
});

Deno.test("config: path, unset and reset print JSON, too", async () => {
  using world = new World();
  world.write(file(world), '{ "max_hours": 6, "poc": true }');
  const json = async (...argv: string[]) => {
    const { code, stdout } = await world.run(["config", ...argv, "--json"]);
    assertEquals(code, 0, argv.join(" "));
    return JSON.parse(stdout);
  };
  const path = file(world);
  assertEquals(await json("path"), { schema_version: 1, path });
  assertEquals(await json("unset", "poc"), { schema_version: 1, key: "poc", removed: true, path });
  assertEquals((await json("unset", "min_hours")).removed, false);
  const { backup, ...rest } = await json("reset", "--yes");
  assertEquals(rest, { schema_version: 1, removed: true, path });
  assertStringIncludes(Deno.readTextFileSync(backup), "max_hours");
  assertEquals((await json("reset", "--yes")).removed, false);
});

Deno.test("config: a broken file is an error with its line, and stays", async () => {
  using world = new World();
  world.write(file(world), '{\n  "max_hours": \n}');
  for (
    const argv of [["set", "max_hours", "6"], ["unset", "max_hours"], ["reset", "--yes"], ["show"]]
  ) {
    assertEquals((await world.run(["config", ...argv])).code, 2, argv.join(" "));
  }
  assertEquals(Deno.readTextFileSync(file(world)), '{\n  "max_hours": \n}');
});

Deno.test("config: set takes key=value, and hours as a duration", async () => {
  using world = new World();
  for (
    const [words, key, value] of [
      [["max_hours=2"], "max_hours", 2],
      [["max_hours", "1h30m"], "max_hours", 1.5],
      [["loop_limits.min_hours=90m"], "min_hours", 1.5],
      [["verify_timeout", "5m"], "verify_timeout", 300],
    ] as const
  ) {
    const written = await world.json(["config", "set", ...words]);
    assertEquals([written.key, written.value], [key, value]);
  }
  assertEquals((await world.run(["config", "set", "max_hours"])).code, 2);
});

Deno.test("config: a limit that every start would refuse is not written", async () => {
  using world = new World();
  assertEquals(await world.refusal(["config", "set", "max_cost_usd", "5"]), [2, "usage"]);
  assertEquals((await world.json(["config", "get", "max_cost_usd"])).value, null);
});

Deno.test("config: edit opens the editor on a terminal, checks the file, and names it elsewhere", async () => {
  using world = new World();
  const editor = join(world.root, "my editor");
  world.write(editor, `#!/bin/sh\necho '{"max_hour": 3}' > "$2"\n`);
  Deno.chmodSync(editor, 0o755);
  const variables = { EDITOR: `'${editor}' --wait` };
  const { code, stderr } = await world.run(["config", "edit"], { typed: [], variables });
  assertEquals(code, 2);
  assertStringIncludes(stderr, 'did you mean "max_hours"?');
  assertStringIncludes((await world.run(["config", "edit"])).stdout, file(world));
});

Deno.test("config reset: a file in which nothing is left goes, its copy is named as all copies are", async () => {
  using world = new World();
  await world.run(["config", "set", "max_hours", "6"]);
  const { backup } = await world.json(["config", "reset", "--yes"]);
  assertEquals(backup, `${file(world)}.before-ralph-20260102T030405Z`);
  assertEquals([...Deno.readDirSync(join(world.project, ".claude"))].map(({ name }) => name), [
    "ralph-config.json.before-ralph-20260102T030405Z",
  ]);
});
