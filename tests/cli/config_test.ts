import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { SETTING_SPECS } from "../../src/store/settings/settings.ts";
import { TestCli } from "./_cli.ts";

function file(cli: TestCli): string {
  return join(cli.project, ".claude", "ralph-config.json");
}

Deno.test("config show: shows every setting once, with its meaning, default and source", async () => {
  using cli = new TestCli();
  cli.write(file(cli), '{"max_hours": 6}');
  const { code, stdout } = await cli.run(["config", "show", "--show-origin"], {
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
  assertStringIncludes(row("max_hours"), "(.claude/ralph-config.json:1; default: 9)");
  assertStringIncludes(row("max_iterations"), "= 70");
  assertStringIncludes(row("max_iterations"), "(environment; default: 99)");
  assertStringIncludes(row("min_hours"), "(default)");
  assertEquals((await cli.run(["config", "--global"])).stdout.includes("max_hours = 9"), true);
});

Deno.test("config show --json: settings, origins and problems", async () => {
  using cli = new TestCli();
  cli.write(file(cli), '{"max_hour": 6}');
  const { code, stdout } = await cli.run(["config", "--json", "--show-origin"]);
  assertEquals(code, 2);
  const shown = JSON.parse(stdout);
  assertEquals([shown.schema_version, shown.settings.max_hours, shown.origins.max_hours], [
    1,
    9,
    "built in",
  ]);
  assertStringIncludes(shown.problems[0], '"max_hours"');
});

Deno.test("config show: names file and line of a value and of a problem", async () => {
  using cli = new TestCli();
  cli.write(
    file(cli),
    '{\n  "guidance": {\n    "max_hours": 1 },\n  "max_hours": 6,\n  "max_hour": 7\n}',
  );
  cli.write("~/.claude/ralph/config.json", '{\n\n  "min_hours": 1\n}');
  const { stdout, stderr } = await cli.run(["config"]);
  const words = stdout.replaceAll(/\s+/g, " ");
  assertStringIncludes(words, "(.claude/ralph-config.json:4; default: 9)");
  assertStringIncludes(words, "(~/.claude/ralph/config.json:3; default: 4)");
  assertStringIncludes(stderr, `${file(cli)}:5: unknown key "max_hour"`);
  const { lines, defaults } = await cli.json(["config", "--show-origin"]);
  assertEquals([lines.max_hours, lines.min_hours, lines.verify], [4, 3, null]);
  assertEquals([defaults.max_hours, defaults.max_tokens], [9, null]);
});

Deno.test("config get: prints the value alone", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "promise", "all done"]);
  assertEquals((await cli.run(["config", "get", "promise"])).stdout, "all done\n");
  assertEquals((await cli.run(["config", "get", "max_tokens"])).stdout, "null\n");
  const { stdout } = await cli.run(["config", "get", "promise", "--json"]);
  assertEquals(JSON.parse(stdout).origin, file(cli));
});

Deno.test("config set: writes to the project or with --global to the home, and unset takes it out", async () => {
  using cli = new TestCli();
  assertEquals((await cli.run(["config", "set", "max_hours", "6"])).code, 0);
  assertEquals((await cli.run(["config", "set", "max_hours", "7", "--global"])).code, 0);
  assertEquals(JSON.parse(Deno.readTextFileSync(file(cli))), { max_hours: 6 });
  const global = (await cli.run(["config", "path", "--global"])).stdout.trim();
  assertEquals(JSON.parse(Deno.readTextFileSync(global)), { max_hours: 7 });
  assertEquals((await cli.run(["config", "path"])).stdout.trim(), file(cli));
  await cli.run(["config", "unset", "max_hours"]);
  assertEquals((await cli.run(["config", "get", "max_hours"])).stdout, "7\n");
  assertEquals((await cli.json(["config", "unset", "max_hours"])).removed, false);
});

Deno.test("config set: several words are a list, and only for lists", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "verify", "npm test", "npm run lint"]);
  assertEquals(
    (await cli.run(["config", "get", "verify"])).stdout,
    '["npm test","npm run lint"]\n',
  );
  await cli.run(["config", "set", "verify", "make"]);
  assertEquals((await cli.run(["config", "get", "verify"])).stdout, '["make"]\n');
  await cli.run(["config", "set", "wake_backoff_seconds", "1", "2"]);
  assertEquals((await cli.run(["config", "get", "wake_backoff_seconds"])).stdout, "[1,2]\n");
  assertEquals((await cli.run(["config", "set", "max_hours", "1", "2"])).code, 2);
});

Deno.test("config set: says so where a stronger layer applies", async () => {
  using cli = new TestCli();
  const { stderr } = await cli.run(["config", "set", "max_hours", "6"], {
    variables: { RALPH_MAX_HOURS: "5" },
  });
  assertStringIncludes(stderr, "In effect here: 5");
  assertStringIncludes(stderr, "environment");
});

Deno.test("config reset: asks first, keeps the guidance and a copy", async () => {
  using cli = new TestCli();
  const text = '{\n  "max_hours": 6,\n  "guidance": { "forbidden": ["x"] }\n}\n';
  cli.write(file(cli), text);
  assertEquals((await cli.run(["config", "reset"])).code, 2);
  assertEquals((await cli.run(["config", "reset"], { typed: ["n"] })).code, 0);
  assertEquals(Deno.readTextFileSync(file(cli)), text);
  const { code, stdout } = await cli.run(["config", "reset"], { typed: ["yes"] });
  assertEquals(code, 0);
  assertEquals(JSON.parse(Deno.readTextFileSync(file(cli))), { guidance: { forbidden: ["x"] } });
  assertEquals(Deno.readTextFileSync(stdout.trim().split("Backup: ")[1] ?? ""), text);
});

Deno.test("config: path, unset and reset print JSON, too", async () => {
  using cli = new TestCli();
  cli.write(file(cli), '{ "max_hours": 6, "poc": true }');
  const json = async (...argv: string[]) => {
    const { code, stdout } = await cli.run(["config", ...argv, "--json"]);
    assertEquals(code, 0, argv.join(" "));
    return JSON.parse(stdout);
  };
  const path = file(cli);
  assertEquals(await json("path"), { schema_version: 1, path });
  assertEquals(await json("unset", "poc"), { schema_version: 1, key: "poc", removed: true, path });
  assertEquals((await json("unset", "min_hours")).removed, false);
  const { backup, ...rest } = await json("reset", "--yes");
  assertEquals(rest, { schema_version: 1, removed: true, path });
  assertStringIncludes(Deno.readTextFileSync(backup), "max_hours");
  assertEquals((await json("reset", "--yes")).removed, false);
});

Deno.test("config: a broken file is an error with its line, and stays", async () => {
  using cli = new TestCli();
  cli.write(file(cli), '{\n  "max_hours": \n}');
  for (
    const argv of [["set", "max_hours", "6"], ["unset", "max_hours"], ["reset", "--yes"], ["show"]]
  ) {
    assertEquals((await cli.run(["config", ...argv])).code, 2, argv.join(" "));
  }
  assertEquals(Deno.readTextFileSync(file(cli)), '{\n  "max_hours": \n}');
});

Deno.test("config: set takes key=value, and hours as a duration", async () => {
  using cli = new TestCli();
  for (
    const [words, key, value] of [
      [["max_hours=2"], "max_hours", 2],
      [["max_hours", "1h30m"], "max_hours", 1.5],
      [["min_hours=90m"], "min_hours", 1.5],
      [["verify_timeout", "5m"], "verify_timeout", 300],
    ] as const
  ) {
    const written = await cli.json(["config", "set", ...words]);
    assertEquals([written.key, written.value], [key, value]);
  }
  assertEquals((await cli.run(["config", "set", "max_hours"])).code, 2);
});

Deno.test("config: edit opens the editor on a terminal, checks the file, and names it elsewhere", async () => {
  using cli = new TestCli();
  const editor = join(cli.root, "my editor");
  cli.write(editor, `#!/bin/sh\necho '{"max_hour": 3}' > "$2"\n`);
  Deno.chmodSync(editor, 0o755);
  const variables = { EDITOR: `'${editor}' --wait` };
  const { code, stderr } = await cli.run(["config", "edit"], { typed: [], variables });
  assertEquals(code, 2);
  assertStringIncludes(stderr, 'did you mean "max_hours"?');
  assertStringIncludes((await cli.run(["config", "edit"])).stdout, file(cli));
});

Deno.test("config reset: removes a file without keys, and names its copy as all copies are", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "max_hours", "6"]);
  const { backup } = await cli.json(["config", "reset", "--yes"]);
  assertEquals(backup, `${file(cli)}.before-ralph-20260102T030405Z`);
  assertEquals([...Deno.readDirSync(join(cli.project, ".claude"))].map(({ name }) => name), [
    "ralph-config.json.before-ralph-20260102T030405Z",
  ]);
});
