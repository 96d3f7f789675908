/** `ralph hooks` and the status line. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { readStatusLineCommand } from "../../src/registration/status_line.ts";
import { TestCli } from "./_cli.ts";

const MINE = { type: "command", command: "mine --short", padding: 0 };

function lineIn(path: string): { command: string; [field: string]: unknown } {
  return JSON.parse(Deno.readTextFileSync(path)).statusLine;
}

function pathOf(cli: TestCli, name: string): string {
  return join(cli.project, ".claude", name);
}

Deno.test("hooks install --statusline: adds hooks and line, and a second time does nothing", async () => {
  using cli = new TestCli();
  const { code, result, status_line: line } = await cli.json(["hooks", "install", "--statusline"]);
  assertEquals([code, result], [0, "written"]);
  assertEquals([line.state, line.path, line.wraps], ["shown", cli.settings, null]);
  const text = Deno.readTextFileSync(cli.settings);
  assertEquals((await cli.json(["hooks", "install", "--statusline"])).result, "unchanged");
  assertEquals((await cli.json(["hooks", "install"])).result, "unchanged");
  assertEquals(Deno.readTextFileSync(cli.settings), text);
});

Deno.test("hooks install --statusline and uninstall: give every byte back", async () => {
  using cli = new TestCli();
  const original = '{\n\t"statusLine": {"type":"command","command":"\\u0061"}\n}';
  cli.write(cli.settings, original);
  await cli.run(["hooks", "install", "--statusline"]);
  assert(readStatusLineCommand(lineIn(cli.settings).command) !== null);
  const { code } = await cli.run(["hooks", "uninstall"]);
  assertEquals([code, Deno.readTextFileSync(cli.settings)], [0, original]);
});

Deno.test("hooks uninstall --statusline: removes the line alone", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, JSON.stringify({ statusLine: MINE }));
  await cli.run(["hooks", "install", "--statusline"]);
  const { stderr } = await cli.run(["hooks", "uninstall", "--statusline"]);
  assertEquals(stderr.includes("still registered"), false, "the hooks are meant to stay");
  assertEquals(lineIn(cli.settings) as unknown, MINE);
  assertEquals((await cli.json(["hooks", "status"])).state, "installed");
  const again = await cli.run(["hooks", "uninstall", "--statusline"]);
  assertStringIncludes(again.stdout, "Nothing to do: ralph's status line is not in");
});

Deno.test("hooks uninstall: a file in which install wrote the line alone goes", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install", "--local"]);
  await cli.run(["hooks", "install", "--statusline"]);
  assertEquals(Object.keys(JSON.parse(Deno.readTextFileSync(cli.settings))), ["statusLine"]);
  const { stdout } = await cli.run(["hooks", "uninstall"]);
  assertStringIncludes(stdout, `Removed ralph's status line from "${cli.settings}".`);
  assertEquals([...Deno.readDirSync(dirname(cli.settings))].map(({ name }) => name), ["ralph"]);
});

Deno.test("hooks install --statusline: where the hooks are elsewhere, it adds the line alone", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install", "--project"]);
  assertEquals((await cli.run(["hooks", "install"])).code !== 0, true);
  const { code, stdout } = await cli.run(["hooks", "install", "--statusline"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "Installed ralph's status line in");
  assertEquals(JSON.parse(Deno.readTextFileSync(cli.settings)).hooks, undefined);
});

Deno.test("hooks install --statusline: a line of a weaker file is shown too, and not hidden", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, JSON.stringify({ statusLine: MINE }));
  const { status_line: line } = await cli.json(["hooks", "install", "--local", "--statusline"]);
  assertEquals([line.state, line.wraps], ["shown", MINE.command]);
  await cli.run(["hooks", "uninstall", "--local"]);
  assertEquals((await cli.json(["hooks", "status"])).status_line.path, cli.settings);
  assertEquals((await cli.json(["hooks", "status"])).status_line.state, "other");
});

Deno.test("hooks install --statusline: names the file whose line hides ralph's", async () => {
  using cli = new TestCli();
  cli.write(pathOf(cli, "settings.json"), JSON.stringify({ statusLine: MINE }));
  const { stderr } = await cli.run(["hooks", "install", "--statusline"]);
  assertStringIncludes(stderr, pathOf(cli, "settings.json"));
  assertEquals((await cli.run(["hooks", "status"])).code, 1);
});

Deno.test("hooks install: a moved ralph is called in the line too", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, JSON.stringify({ statusLine: MINE }));
  await cli.run(["hooks", "install", "--statusline"]);
  const moved = join(cli.home, "moved ralph");
  cli.write(moved, "");
  await cli.run(["hooks", "install", "--program", moved]);
  assertEquals(readStatusLineCommand(lineIn(cli.settings).command), {
    program: moved,
    wrapped: MINE.command,
  });
  await cli.run(["hooks", "uninstall"]);
  assertEquals(lineIn(cli.settings) as unknown, MINE);
});

Deno.test("hooks install --statusline: a status line that is not a command is refused, nothing is written", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, '{"statusLine":5}');
  const { code, stderr } = await cli.run(["hooks", "install", "--statusline"]);
  assert(code !== 0);
  assertStringIncludes(stderr, 'has a "statusLine" that is not a command');
  assertEquals(Deno.readTextFileSync(cli.settings), '{"statusLine":5}');
});
