/** `ralph notify`. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { TestCli } from "./_cli.ts";

function configure(cli: TestCli, settings: Record<string, unknown>, isProject = false): void {
  const path = isProject
    ? join(cli.project, ".claude", "ralph-config.json")
    : join(cli.home, ".claude", "ralph", "config.json");
  cli.write(path, JSON.stringify(settings));
}

Deno.test("notify: says that notifications are off, and how to turn them on", async () => {
  using cli = new TestCli();
  const { code, stdout, stderr } = await cli.run(["notify"]);
  assertEquals([code, stdout], [0, "Notifications are off.\n"]);
  assertStringIncludes(stderr, "ralph config set notify");
  assertEquals((await cli.json(["notify", "show"])).channels, []);
});

Deno.test("notify: the hint can be pasted", async () => {
  using cli = new TestCli();
  const set = await cli.run(["config", "set", "notify", "bell", "--global"]);
  assertEquals(set.code, 0);
  const { channels } = await cli.json(["notify"]);
  assertEquals(channels.map(({ kind }: { kind: string }) => kind), ["bell"]);
});

Deno.test("notify: an event that does not exist is refused with those that do", async () => {
  using cli = new TestCli();
  const { code, stderr } = await cli.run(["config", "set", "notify_events", '["done"]']);
  assertEquals(code, 2);
  assertStringIncludes(stderr, '"limit-near"');
});

Deno.test("notify test: says of each channel whether it worked, and exits with 1 where one did not", async () => {
  using cli = new TestCli();
  configure(cli, { notify: ["true", "echo broken >&2; exit 5"] });
  const { code, stdout } = await cli.run(["notify", "test"]);
  assertEquals(code, 1);
  assertEquals(
    stdout,
    'ok      "true": worked\nfailed  "echo broken >&2; exit 5": exit code 5: broken\n',
  );
  configure(cli, { notify: ["true"] });
  assertEquals((await cli.run(["notify", "test"])).code, 0);
  assertEquals((await cli.json(["notify", "test"])).results, [
    { kind: "command", command: "true", worked: true, detail: "worked" },
  ]);
});

Deno.test("notify test: without anything configured it exits with 1 and says how to configure it", async () => {
  using cli = new TestCli();
  const { code, stdout } = await cli.run(["notify", "test"]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, "no notifications are configured");
});

Deno.test("notify test: a channel that is typed is tested, and needs no trust", async () => {
  using cli = new TestCli();
  const log = join(cli.root, "log");
  const { code } = await cli.run(["notify", "test", `echo "$RALPH_EVENT $RALPH_CODE" > '${log}'`]);
  assertEquals([code, Deno.readTextFileSync(log)], [0, "complete test\n"]);
});

Deno.test("notify test: a command of the project's files is asked about, and not run without trust", async () => {
  using cli = new TestCli();
  const log = join(cli.root, "log");
  configure(cli, { notify: [`echo ran > '${log}'`] }, true);
  assertStringIncludes((await cli.run(["notify"])).stdout, "not trusted, not run");
  const refused = await cli.run(["notify", "test"], { typed: ["n"] });
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "notification command: echo ran");
  assertEquals([...Deno.readDirSync(cli.root)].some(({ name }) => name === "log"), false);
  const { code } = await cli.run(["notify", "test"], { typed: ["y"] });
  assertEquals([code, Deno.readTextFileSync(log)], [0, "ran\n"]);
  assertEquals((await cli.json(["notify"])).channels[0].is_trusted, true);
});
