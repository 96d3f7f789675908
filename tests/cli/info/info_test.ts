/** `ralph info`. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { TestCli } from "../_cli.ts";

Deno.test("info: names versions, channel, hooks, system and changed settings; the home folder is ~", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install"]);
  await cli.run(["config", "set", "max_hours", "6", "--global"]);
  await cli.run(["config", "set", "promise", "my secret plan", "--global"]);
  const { code, ...info } = await cli.json(["info"]);
  assertEquals([code, info.channel], [0, "unknown"]);
  assertMatch(info.ralph, /^0\.0\.0 \(commit abc, moon, Deno 2\.7\.14\), "/);
  assertEquals(info.hooks, `installed, "~/.claude/settings.json"`);
  assertEquals(info.settings, ["max_hours = 6 (global)", "promise = … (global)"]);
  assertEquals(info.folders[1], 'ralph "~/.claude/ralph"');
  const { stdout } = await cli.run(["info"]);
  assert(stdout.startsWith("```text\nralph: ") && stdout.endsWith("\n```\n"), stdout);
  // The program of the test is not below its home.
  assertEquals([stdout.includes(`"${cli.home}`), stdout.includes("secret plan")], [false, false]);
});

Deno.test("info: a settings file that cannot be read does not keep the rest from being shown", async () => {
  using cli = new TestCli();
  cli.write(join(cli.home, ".claude", "settings.json"), "{ broken");
  const { code, hooks, system } = await cli.json(["info"]);
  assertEquals([code, hooks], [0, "unknown: a settings file cannot be read"]);
  assertMatch(system, /^\w+ /);
});
