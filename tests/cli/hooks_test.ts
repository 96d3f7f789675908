import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { groupsFor } from "../../src/registration/hook_list.ts";
import { readInstalledAt } from "../../src/registration/installed_at.ts";
import { HAS_SHELL } from "../../src/registration/read_status.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { World } from "./_world.ts";

function read(path: string): string {
  return Deno.readTextFileSync(path);
}

function listFolder(path: string): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name).sort();
}

function backups(world: World): string[] {
  return listFolder(join(world.settings, "..")).filter((name) => name.includes("before-ralph"));
}

Deno.test("hooks install: makes the user's settings, and a second time does nothing", async () => {
  using world = new World();
  const { code, result, path, program } = await world.json(["hooks", "install"]);
  assertEquals([code, result], [0, "written"]);
  assertEquals([path, program], [world.settings, world.executable]);
  const text = read(world.settings);
  assertEquals(JSON.parse(text), { hooks: groupsFor(world.executable, HAS_SHELL) });
  const again = await world.json(["hooks", "install"]);
  assertEquals([again.code, again.result], [0, "unchanged"]);
  assertEquals(read(world.settings), text);
  assertEquals(backups(world), []);
});

Deno.test("hooks install: remembers when, so that start knows the older sessions; uninstall forgets it", async () => {
  using world = new World();
  const places = placesOf(environmentOf((name) => name === "HOME" ? world.home : undefined, "/"));
  await world.run(["hooks", "install"], { at: "2026-01-02T03:04:05Z" });
  await world.run(["hooks", "install"], { at: "2026-01-03T00:00:00Z" });
  assertEquals(readInstalledAt(places).get(world.settings)?.toString(), "2026-01-02T03:04:05Z");
  await world.run(["hooks", "uninstall"]);
  assertEquals(readInstalledAt(places).size, 0);
});

Deno.test("hooks install: keeps a backup beside, and never overwrites one", async () => {
  using world = new World();
  for (const original of ['{"a":1}\n', '{"a":2}\n']) {
    world.write(world.settings, original);
    const { backup } = await world.json(["hooks", "install"]);
    assertEquals(read(backup), original);
  }
  assertEquals(backups(world), [
    "settings.json.before-ralph-20260102T030405Z",
    "settings.json.before-ralph-20260102T030405Z-2",
  ]);
  const folder = join(world.settings, "..");
  assertEquals(backups(world).map((name) => read(join(folder, name))), ['{"a":1}\n', '{"a":2}\n']);
});

for (
  const original of [
    '{\r\n\t"model": "opus"\r\n}',
    '{"model":"opus","hooks":{}}',
    '{ "hooks": { "Stop": [] } }\n',
    '{\n  "hooks": { "Stop": [ { "hooks": [] } ] }\n}',
    "{}",
    "\n",
  ]
) {
  Deno.test(`hooks install and uninstall: give every byte back of ${JSON.stringify(original)}`, async () => {
    using world = new World();
    world.write(world.settings, original);
    await world.run(["hooks", "install"]);
    assert(read(world.settings) !== original);
    const { removed_backups: removed } = await world.json(["hooks", "uninstall"]);
    assertEquals(read(world.settings), original);
    assertEquals(backups(world), []);
    assert(removed.length > 0);
  });
}

Deno.test("hooks uninstall: keeps what was changed since, and names what stays", async () => {
  using world = new World();
  world.write(world.settings, '{"model":"opus"}');
  await world.run(["hooks", "install"]);
  Deno.writeTextFileSync(world.settings, read(world.settings).replace("opus", "sonnet"));
  const { stderr } = await world.run(["hooks", "uninstall"]);
  assertEquals(read(world.settings), '{"model":"sonnet"}');
  assertEquals(backups(world).length, 2);
  for (const name of backups(world)) assertStringIncludes(stderr, name);
  assertStringIncludes(stderr, join(world.home, ".claude", "ralph"));
});

Deno.test("hooks uninstall: a file that the install made goes", async () => {
  using world = new World();
  await world.run(["hooks", "install"]);
  await world.run(["hooks", "uninstall"]);
  assert(!listFolder(join(world.settings, "..")).includes("settings.json"));
});

for (
  const text of [
    '{\n  // mine\n  "model": "opus"\n}\n',
    '{\n  "model": "opus",\n}\n',
    '{"env":{"a":"//b,}"},}',
  ]
) {
  Deno.test(`hooks install: what the client does not read is refused, or rewritten: ${JSON.stringify(text)}`, async () => {
    using world = new World();
    world.write(world.settings, text);
    assertEquals(await world.refusal(["hooks", "install"]), [1, "state"]);
    assertEquals(read(world.settings), text);
    const asked = await world.run(["hooks", "install"], { typed: ["no"] });
    assertEquals([asked.code, read(world.settings)], [1, text]);
    const done = await world.run(["hooks", "install", "--rewrite"]);
    assertEquals(done.code, 0);
    const { hooks, ...rest } = JSON.parse(read(world.settings));
    assertEquals(hooks, groupsFor(world.executable, HAS_SHELL));
    assertEquals(Object.keys(rest).length, 1);
    assertEquals((await world.json(["hooks", "status"])).state, "installed");
    await world.run(["hooks", "uninstall"]);
    assertEquals(read(world.settings), text);
  });
}

Deno.test("hooks status: a file that the client does not read has no hooks, and is named", async () => {
  using world = new World();
  await world.run(["hooks", "install"]);
  Deno.writeTextFileSync(world.settings, read(world.settings).replace("{", "{ // mine"));
  const { code, state, problems } = await world.json(["hooks", "status"]);
  assertEquals([code, state, problems.length], [1, "not-installed", 1]);
  assertStringIncludes(problems[0], `"${world.settings}", line 1`);
});

Deno.test("hooks: --json prints what install and uninstall did", async () => {
  using world = new World();
  const installed = JSON.parse((await world.run(["hooks", "install", "--json"])).stdout);
  assertEquals([installed.result, installed.path], ["written", world.settings]);
  const dry = JSON.parse((await world.run(["hooks", "uninstall", "--dry-run", "--json"])).stdout);
  assertEquals(dry.files[0].result, "shown");
  const removed = JSON.parse((await world.run(["hooks", "uninstall", "--json"])).stdout);
  assertEquals(removed.files[0].result, "written");
});

Deno.test("hooks install --project: a link out of the project is refused aloud", async () => {
  const ignore = Deno.build.os === "windows";
  if (ignore) return;
  using world = new World();
  const victim = join(world.home, "victim.json");
  world.write(victim, "{}");
  Deno.mkdirSync(join(world.project, ".claude"));
  Deno.symlinkSync(victim, join(world.project, ".claude", "settings.json"));
  for (const job of ["install", "uninstall"]) {
    const { code, stderr } = await world.run(["hooks", job, "--project"]);
    assertEquals([code, read(victim)], [1, "{}"], job);
    assertStringIncludes(stderr, `leads out of the project, to "${victim}"`);
  }
});

const EARLIER = {
  Stop: [{
    hooks: [{ type: "command", command: "$HOME/.claude/plugins/x/ralph/hooks/loop-until-done.py" }],
  }],
  PreToolUse: [{
    matcher: "Bash",
    hooks: [
      { type: "command", command: "bash ~/p/ralph/hooks/pretooluse-loop-guard.sh", timeout: 5000 },
      { type: "command", command: "mine" },
    ],
  }],
};

Deno.test("hooks: the earlier plugin's hooks are named, and go with one command", async () => {
  using world = new World();
  world.write(world.settings, JSON.stringify({ hooks: EARLIER }, null, 2));
  const local = join(world.project, ".claude", "settings.local.json");
  world.write(local, JSON.stringify({ hooks: { Stop: EARLIER.Stop } }));
  const { problems } = await world.json(["hooks", "install"]);
  assertStringIncludes(problems.join(), "ralph hooks uninstall --predecessor");
  assertEquals((await world.json(["hooks", "status"])).predecessors, [world.settings, local]);
  const { files } = await world.json(["hooks", "uninstall", "--predecessor"]);
  const results = files.map(({ path, result }: Record<string, string>) => [path, result]);
  assertEquals(results.filter(([, result]: string[]) => result === "written"), [
    [world.settings, "written"],
    [local, "written"],
  ]);
  assertEquals((await world.run(["hooks", "status"])).code, 0);
  assertStringIncludes(read(world.settings), "mine");
  assert(!read(world.settings).includes("loop-guard"));
});

Deno.test("hooks install --dry-run: shows the diff on stdout and writes nothing", async () => {
  using world = new World();
  world.write(world.settings, '{\n  "model": "opus"\n}\n');
  const { code, diff } = await world.json(["hooks", "install", "--dry-run"]);
  assertEquals(code, 0);
  assertEquals(diff.slice(0, 6), [
    `--- ${world.settings}`,
    `+++ ${world.settings}`,
    " {",
    '-  "model": "opus"',
    '+  "model": "opus",',
    '+  "hooks": {',
  ]);
  assertEquals(read(world.settings), '{\n  "model": "opus"\n}\n');
  assertEquals(listFolder(join(world.settings, "..")), ["settings.json"]);
});

Deno.test("hooks install: a moved binary replaces its old entries", async () => {
  using world = new World();
  const old = join(world.root, "old", "ralph");
  world.write(old, "");
  await world.run(["hooks", "install", "--program", old]);
  assertStringIncludes(read(world.settings), old);
  await world.run(["hooks", "install"]);
  assert(!read(world.settings).includes(old));
  assertEquals((await world.run(["hooks", "status"])).code, 0);
});

Deno.test("hooks install: --project and --local choose the project's files, and exclude each other", async () => {
  for (
    const [option, name] of [["--project", "settings.json"], ["--local", "settings.local.json"]]
  ) {
    using world = new World();
    await world.run(["hooks", "install", option ?? ""]);
    assertEquals(listFolder(join(world.project, ".claude")), [name ?? ""]);
    assertEquals((await world.run(["hooks", "status"])).code, 0);
    await world.run(["hooks", "uninstall", option ?? ""]);
    assertEquals((await world.run(["hooks", "status"])).code, 1);
  }
  using world = new World();
  assertEquals((await world.run(["hooks", "install", "--project", "--local"])).code, 2);
});

Deno.test("hooks install: refuses to register twice, in two files or beside the plugin", async () => {
  using world = new World();
  await world.run(["hooks", "install"]);
  assertEquals(await world.refusal(["hooks", "install", "--local"]), [1, "state"]);
  assertEquals((await world.run(["hooks", "install", "--local", "--force"])).code, 0);
  const status = await world.json(["hooks", "status"]);
  assertEquals([status.code, status.sources.length], [1, 2]);
  assert(status.problems.length > 0);
});

function enablePlugin(world: World, isOn: boolean): void {
  const folder = join(world.home, ".claude", "plugins");
  const copy = join(folder, "cache", "market", "ralph", "0.1.0");
  world.write(
    join(copy, "hooks", "hooks.json"),
    JSON.stringify({ hooks: groupsFor("ralph", true) }),
  );
  world.write(
    join(folder, "installed_plugins.json"),
    JSON.stringify({
      version: 2,
      plugins: { "ralph@market": [{ scope: "user", installPath: copy }] },
    }),
  );
  world.write(world.settings, JSON.stringify({ enabledPlugins: { "ralph@market": isOn } }));
}

Deno.test("hooks: the plugin counts as registration where it is on, and refuses a second", async () => {
  using world = new World();
  enablePlugin(world, true);
  const variables = { PATH: join(world.executable, "..") };
  const status = await world.json(["hooks", "status"], { variables });
  assertEquals([status.code, status.problems], [0, []]);
  assertEquals(
    status.sources.map(({ kind, name }: Record<string, string>) => [kind, name]),
    [["plugin", "ralph@market"]],
  );
  const { problems } = await world.json(["hooks", "status"]);
  assertStringIncludes(problems.join(), "not on the PATH");
  assertEquals(await world.refusal(["hooks", "install"], { variables }), [1, "state"]);
  enablePlugin(world, false);
  assertEquals((await world.run(["hooks", "install"], { variables })).code, 0);
});

Deno.test("hooks: another plugin of the same name is not ours", async () => {
  using world = new World();
  enablePlugin(world, true);
  const copy = join(world.home, ".claude/plugins/cache/market/ralph/0.1.0/hooks/hooks.json");
  world.write(copy, '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"bash loop.sh"}]}]}}');
  assertEquals((await world.run(["hooks", "install"])).code, 0);
});

Deno.test("hooks: a plugin's own call knows that it is loaded, from whatever folder", async () => {
  using world = new World();
  const plugin = join(world.root, "plug in");
  world.write(
    join(plugin, "hooks", "hooks.json"),
    JSON.stringify({ hooks: groupsFor("ralph", true) }),
  );
  const variables = { PATH: join(world.executable, "..") };
  const argv = ["hooks", "status", `--plugin-root=${plugin}`];
  assertEquals((await world.json(argv, { variables })).state, "installed");
});

Deno.test("hooks install: refuses broken settings with file and line, and leaves them", async () => {
  using world = new World();
  world.write(world.settings, '{\n  "a": 1\n  "b": 2\n}\n');
  for (const argv of [["install"], ["install", "--dry-run"], ["uninstall"], ["status"]]) {
    const { code, error } = await world.json(["hooks", ...argv]);
    assertEquals([code, error.code], [2, "config"], argv.join(" "));
    assertStringIncludes(error.message, `"${world.settings}", line 3`);
    assert(error.hint !== "");
  }
  assertEquals(read(world.settings), '{\n  "a": 1\n  "b": 2\n}\n');
});

Deno.test("hooks install: settings that are no text, a folder or read-only are clear errors", async () => {
  using world = new World();
  world.write(world.settings, "{}");
  Deno.writeFileSync(world.settings, new Uint8Array([0x7b, 0xe4, 0x7d]));
  assertEquals(await world.refusal(["hooks", "install"]), [2, "config"]);
  Deno.writeTextFileSync(world.settings, "{}");
  Deno.chmodSync(world.settings, 0o444);
  assertEquals(await world.refusal(["hooks", "install"]), [1, "state"]);
  assertEquals(read(world.settings), "{}");
  Deno.removeSync(world.settings);
  Deno.mkdirSync(world.settings);
  assertEquals(await world.refusal(["hooks", "install"]), [2, "config"]);
});

Deno.test("hooks install: a settings file that is a link stays one, with its target's rights", async () => {
  using world = new World();
  const target = join(world.root, "dotfiles.json");
  world.write(target, "{}\n");
  Deno.chmodSync(target, 0o640);
  Deno.mkdirSync(join(world.settings, ".."), { recursive: true });
  Deno.symlinkSync(target, world.settings);
  await world.run(["hooks", "install"]);
  assert(Deno.lstatSync(world.settings).isSymlink);
  assertStringIncludes(read(target), "hook stop");
  assertEquals((Deno.statSync(target).mode ?? 0) & 0o777, 0o640);
});

Deno.test("hooks install: refuses to register deno, and a program that does not exist", async () => {
  using world = new World();
  const { context, read: written } = world.context();
  const { runCli } = await import("../../src/cli/core/dispatch.ts");
  assertEquals(await runCli(["hooks", "install"], { ...context, executable: "/usr/bin/deno" }), 2);
  assertStringIncludes(written().stderr, "--program");
  assertEquals((await world.run(["hooks", "install", "--program", "gone"])).code, 2);
});

Deno.test("hooks uninstall: takes exactly ours, and says where others are left", async () => {
  using world = new World();
  const foreign =
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "say done" }] }\n    ]\n  }\n}\n';
  world.write(world.settings, foreign);
  await world.run(["hooks", "install"]);
  await world.run(["hooks", "install", "--local", "--force"]);
  const { code, left } = await world.json(["hooks", "uninstall"]);
  assertEquals(code, 0);
  assertEquals(read(world.settings), foreign);
  assertStringIncludes(left.join(), "settings.local.json");
  assertEquals((await world.json(["hooks", "uninstall"])).files[0].result, "unchanged");
});

Deno.test("hooks status: says installed, partly, not installed and disabled, by exit code and JSON", async () => {
  using world = new World();
  const status = async () => {
    const { code, stdout } = await world.run(["hooks", "status", "--json"]);
    return [code, JSON.parse(stdout).state];
  };
  assertEquals(await status(), [1, "not-installed"]);
  await world.run(["hooks", "install"]);
  assertEquals(await status(), [0, "installed"]);
  const whole = read(world.settings);
  const settings = JSON.parse(whole);
  world.write(world.settings, JSON.stringify({ ...settings, disableAllHooks: true }));
  assertEquals(await status(), [1, "disabled"]);
  world.write(join(world.project, ".claude", "settings.json"), '{"disableAllHooks": false}');
  assertEquals(await status(), [0, "installed"]);
  delete settings.hooks.Stop;
  world.write(world.settings, JSON.stringify(settings));
  assertEquals(await status(), [1, "partly"]);
  world.write(world.settings, whole);
  Deno.removeSync(world.executable);
  assertEquals(await status(), [1, "partly"]);
});

Deno.test("hooks install: CLAUDE_CONFIG_DIR moves the user's settings", async () => {
  using world = new World();
  const moved = join(world.root, "moved");
  await world.run(["hooks", "install"], { variables: { CLAUDE_CONFIG_DIR: moved } });
  assertStringIncludes(read(join(moved, "settings.json")), "hook stop");
});
