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
  const { code, stdout } = await cli.run(["config", "show"], {
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
  assertStringIncludes(row("max_iterations"), "(environment: RALPH_MAX_ITERATIONS; default: 99)");
  assertStringIncludes(row("min_hours"), "(default)");
  assertEquals((await cli.run(["config", "--global"])).stdout.includes("max_hours = 9"), true);
});

Deno.test("config show --json: settings, origins and problems", async () => {
  using cli = new TestCli();
  cli.write(file(cli), '{"max_hour": 6}');
  const { code, stdout } = await cli.run(["config", "--json"]);
  assertEquals(code, 2);
  const shown = JSON.parse(stdout);
  assertEquals([shown.schema_version, shown.settings.max_hours, shown.sources.max_hours.origin], [
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
  const { sources } = await cli.json(["config"], { variables: { LOOP_MAX_ITERATIONS: "70" } });
  assertEquals(sources.max_hours, {
    origin: file(cli),
    file: file(cli),
    line: 4,
    variable: null,
    default: 9,
  });
  assertEquals([sources.min_hours.line, sources.verify.line], [3, null]);
  assertEquals(sources.max_iterations.variable, "LOOP_MAX_ITERATIONS");
});

Deno.test("config show --changed: only what does not have its default", async () => {
  using cli = new TestCli();
  assertEquals((await cli.json(["config", "show", "--changed"])).settings, {});
  cli.write(file(cli), '{"max_hours": 6, "max_iterations": 99, "poc": true}');
  const { settings } = await cli.json(["config", "--changed"], {
    variables: { RALPH_MIN_HOURS: "1" },
  });
  assertEquals(settings, { min_hours: 1, max_hours: 6 });
});

Deno.test("config show: a minimum that its maximum lowers is not said to be in the file", async () => {
  using cli = new TestCli();
  const set = await cli.run(["config", "set", "max_hours", "3"]);
  assertEquals([set.code, set.stderr.includes("→ ralph config set min_hours 0")], [0, true]);
  const { settings, sources } = await cli.json(["config"]);
  assertEquals([settings.min_hours, sources.min_hours.origin, sources.min_hours.file], [
    3,
    "lowered to max_hours",
    null,
  ]);
});

for (
  const [scope, before, refused, line] of [
    [[], [], ["min_hours", "50"], ["max_hours", "50"]],
    [[], [], ["min_iterations", "500"], ["max_iterations", "500"]],
    [[], ["min_hours", "3"], ["max_hours", "90m"], ["min_hours", "1.5"]],
    [["--global"], [], ["min_hours", "9.5"], ["max_hours", "9.5"]],
  ] as const
) {
  Deno.test(`config set ${[...scope, ...refused].join(" ")}: what no loop would start with is not written, and a line makes room for it`, async () => {
    using cli = new TestCli();
    const set = async (words: readonly string[]) =>
      await cli.run(["config", "set", ...scope, ...words]);
    if (before.length > 0) await set(before);
    const present = (await cli.json(["config", "show"])).settings;
    const { code, stderr } = await set(refused);
    assertEquals(code, 2);
    assertEquals(stderr.split("\n").at(-2), ["→ ralph config set", ...scope, ...line].join(" "));
    assertEquals((await cli.json(["config", "show"])).settings, present);
    for (const words of [line, refused]) assertEquals((await set(words)).code, 0);
  });
}

Deno.test("config set: a default that a project's minimum is above is written, and said to be a problem there", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "min_hours", "3"]);
  const { code, stderr } = await cli.run(["config", "set", "--global", "max_hours", "2"]);
  assertEquals([code, stderr.includes("stronger layer")], [2, false]);
  assertStringIncludes(stderr, '"min_hours" is 3');
});

Deno.test("config set notify: a program that does not exist is refused; shells' own words are not", async () => {
  using cli = new TestCli();
  const before = await cli.refusal(["config", "set", "notify", "desktopp"]);
  assertEquals([before, (await cli.json(["config", "get", "notify"])).value], [[2, "usage"], []]);
  for (const command of ["bell", "true", "cd / && pwd", "A=1 env", '"$HOME/x" y']) {
    assertEquals((await cli.run(["config", "set", "notify", command])).code, 0, command);
  }
});

Deno.test("config set: a command that the user types is trusted at once, an agent's is not", async () => {
  using cli = new TestCli();
  const works = async () => (await cli.json(["notify"])).channels[0].is_trusted;
  const variables = { CLAUDE_CODE_SESSION_ID: "s-1" };
  await cli.run(["config", "set", "notify", "echo 1"], { variables });
  assertEquals(await works(), false);
  await cli.run(["config", "set", "notify", "echo 2"], { variables: { RALPH_INSIDE_RUN: "1" } });
  assertEquals(await works(), false);
  await cli.run(["config", "set", "notify", "echo 3"]);
  assertEquals(await works(), true);
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

Deno.test("config: edit opens the editor on a terminal, checks the file, and needs one", async () => {
  using cli = new TestCli();
  const editor = join(cli.root, "my editor");
  cli.write(editor, `#!/bin/sh\necho '{"max_hour": 3}' > "$2"\n`);
  Deno.chmodSync(editor, 0o755);
  const variables = { EDITOR: `'${editor}' --wait` };
  const { code, stderr } = await cli.run(["config", "edit"], { typed: [], variables });
  assertEquals(code, 2);
  assertStringIncludes(stderr, 'did you mean "max_hours"?');
  assertEquals((await cli.run(["config", "edit"])).code, 1);
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
