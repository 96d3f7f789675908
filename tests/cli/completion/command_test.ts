/** `ralph complete` with the facts of a project, and the scripts that call it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TestCli } from "../_cli.ts";

async function linesOf(cli: TestCli, ...argv: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await cli.run(["complete", ...argv]);
  assertEquals([code, stderr], [0, ""]);
  return stdout === "" ? [] : stdout.trimEnd().split("\n");
}

Deno.test("ralph complete: prints candidates with their meaning, and what the shell adds", async () => {
  using cli = new TestCli();
  assertEquals(await linesOf(cli, "--", "sto"), ["stop\tEnd the loop of this project"]);
  assertEquals(await linesOf(cli, "--", "run", ""), [":markdown"]);
  assertEquals(await linesOf(cli, "--", "config", "set", "eternal", ""), [
    "true",
    "false\tdefault",
  ]);
  assertEquals(await linesOf(cli, "--", "config", "set", "notify_events", "stuck", "bl"), [
    "blocked",
  ]);
  assertEquals(await linesOf(cli, "--", "config", "set", "notify_events", "stuck", "st"), []);
  assertEquals(await linesOf(cli, "--", "config", "set", "max_tokens", ""), ["none\tdefault"]);
  assertEquals(await linesOf(cli, "--", "config", "get", "max_h"), [
    "max_hours\tActive hours after which the loop ends",
  ]);
  assertEquals(await linesOf(cli, "--new-word", "--", "constraints", "show", "--severity"), [
    "critical",
    "high",
    "medium",
    "low",
  ]);
});

Deno.test("ralph complete: offers loops, phrases, adapters and findings of this project", async () => {
  using cli = new TestCli();
  cli.write(".claude/ralph-adapters/mine.yaml", "detect: x.toml\nmetrics: {files: m.json}\n");
  await cli.run(["hooks", "install"]);
  await cli.run(["start", "do it", "--until-done"]);
  await cli.run(["encourage", "speed over polish"]);
  const names = (lines: string[]) => lines.map((line) => line.split("\t")[0]);
  assertEquals(await linesOf(cli, "--", "encourage", "--remove", ""), [
    "speed over polish\tNumber 1",
  ]);
  assertEquals(await linesOf(cli, "--", "forbid", "--remove", ""), []);
  assert(names(await linesOf(cli, "--", "adapters", "explain", "")).includes("universal"));
  assert(names(await linesOf(cli, "--", "adapters", "explain", "")).includes("mine"));
  const [loop = ""] = await linesOf(cli, "--", "report", "");
  assertMatch(loop, /^\d{8}-\d{9}-[0-9a-f]{8}\tactive: do it$/);
  cli.write("run.sh", "cd /home/user/project && make\n");
  await cli.run(["constraints"]);
  const [finding = ""] = names(await linesOf(cli, "--", "constraints", "ack", ""));
  assertMatch(finding, /^[a-z]+-[a-z0-9-]+$/);
  await cli.run(["constraints", "ack", finding]);
  const after = names(await linesOf(cli, "--", "constraints", "ack", ""));
  assertEquals(after.includes(finding), false);
  assertEquals(names(await linesOf(cli, "--", "constraints", "unack", "")), [finding]);
});

Deno.test("ralph complete: is silent and ends with 0 where nothing can be known", async () => {
  using cli = new TestCli();
  for (const words of [["start", "--session", ""], ["constraints", "ack", ""], ["gone", ""], []]) {
    cli.write(".claude/ralph-config.json", "{ broken");
    await linesOf(cli, "--", ...words);
  }
  assertEquals(await linesOf(cli), await linesOf(cli, "--", ""));
});

Deno.test("ralph complete: a file name of the project cannot write to the terminal", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install"]);
  await cli.run(["encourage", "a\x1b[2J\tb"]);
  await cli.run(["encourage", ":file"]);
  assertEquals(
    (await linesOf(cli, "--", "encourage", "--remove", "")).join().includes("\x1b"),
    false,
  );
  assertEquals((await linesOf(cli, "--", "encourage", "--remove", "")).includes(":file"), false);
});

Deno.test("ralph completions: an unknown shell is refused with the known ones", async () => {
  using cli = new TestCli();
  const { code, stderr } = await cli.run(["completions", "tcsh"]);
  assertEquals(code, 2);
  assertStringIncludes(stderr, "bash, zsh, fish, powershell");
});
