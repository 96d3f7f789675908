import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { join } from "@std/path";
import { groupsFor, PLUGIN_GROUPS } from "../../src/registration/hook_list.ts";
import { readInstalledAt } from "../../src/registration/installed_at.ts";
import { readGate, renderGate } from "../../src/registration/gate.ts";
import { environmentOf } from "../../src/store/environment.ts";
import { placesOf } from "../../src/store/places.ts";
import { TestCli } from "./_cli.ts";

function read(path: string): string {
  return Deno.readTextFileSync(path);
}

function listFolder(path: string): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name).sort();
}

function backups(cli: TestCli): string[] {
  return listFolder(join(cli.settings, "..")).filter((name) => name.includes("before-ralph"));
}

Deno.test("hooks install: makes the user's settings, and a second time does nothing", async () => {
  using cli = new TestCli();
  const { code, result, path, program } = await cli.json(["hooks", "install"]);
  assertEquals([code, result], [0, "written"]);
  assertEquals([path, program], [cli.settings, cli.executable]);
  const text = read(cli.settings);
  assertEquals(JSON.parse(text), { hooks: groupsFor(cli.gate, cli.executable) });
  const again = await cli.json(["hooks", "install"]);
  assertEquals([again.code, again.result], [0, "unchanged"]);
  assertEquals(read(cli.settings), text);
  assertEquals(backups(cli), []);
});

Deno.test("hooks install: remembers when, so that start knows the older sessions; uninstall forgets it", async () => {
  using cli = new TestCli();
  const places = placesOf(environmentOf((name) => name === "HOME" ? cli.home : undefined, "/"));
  await cli.run(["hooks", "install"], { at: "2026-01-02T03:04:05Z" });
  await cli.run(["hooks", "install"], { at: "2026-01-03T00:00:00Z" });
  assertEquals(readInstalledAt(places).get(cli.settings), Date.parse("2026-01-02T03:04:05Z"));
  await cli.run(["hooks", "uninstall"]);
  assertEquals(readInstalledAt(places).size, 0);
});

Deno.test("hooks install: keeps a backup beside, and never overwrites one", async () => {
  using cli = new TestCli();
  for (const original of ['{"a":1}\n', '{"a":2}\n']) {
    cli.write(cli.settings, original);
    const { backup } = await cli.json(["hooks", "install"]);
    assertEquals(read(backup), original);
  }
  assertEquals(backups(cli), [
    "settings.json.before-ralph-20260102T030405Z",
    "settings.json.before-ralph-20260102T030405Z-2",
  ]);
  const folder = join(cli.settings, "..");
  assertEquals(backups(cli).map((name) => read(join(folder, name))), ['{"a":1}\n', '{"a":2}\n']);
});

Deno.test("hooks install and uninstall: take what an older ralph registered, and nothing else", async () => {
  using cli = new TestCli();
  const hook = (command: string) => ({ type: "command", command });
  const others = [hook("make ralph hook stop"), hook("echo; ralph hook stop"), hook("mine")];
  const older = [
    ...["ralph hook stop", "/opt/ralph hook stop", "'/opt/my tools/ralph' hook stop"],
    `ralph='/opt/a b/ralph'; [ "$PWD" ] || cd /; exec "$ralph" hook stop`,
  ].map(hook);
  const text = (hooks: unknown) => JSON.stringify({ hooks: { Stop: [{ hooks }] } });
  const commands = () =>
    JSON.parse(read(cli.settings)).hooks.Stop.flatMap(({ hooks }: { hooks: unknown }) => hooks);
  for (const job of ["install", "uninstall"]) {
    cli.write(cli.settings, text([...older, ...others]));
    assertEquals((await cli.run(["hooks", job])).code, 0);
    const ours = job === "install"
      ? groupsFor(cli.gate, cli.executable)["Stop"]!.flatMap(({ hooks }) => hooks)
      : [];
    assertEquals(commands(), [...others, ...ours]);
  }
  // Windows that are open have the older hooks still.
  await cli.run(["hooks", "install"]);
  const settings = JSON.parse(read(cli.settings));
  settings.hooks.Stop.push({ hooks: older });
  cli.write(cli.settings, JSON.stringify(settings));
  assertStringIncludes((await cli.run(["hooks", "install"])).stdout, "restart Claude Code");
});

Deno.test("hooks install and uninstall: give every byte back, and leave no copy", async () => {
  using cli = new TestCli();
  const original = '{\r\n\t"model": "opus"\r\n}';
  cli.write(cli.settings, original);
  await cli.run(["hooks", "install"]);
  assert(read(cli.settings) !== original);
  const { removed_backups: removed } = await cli.json(["hooks", "uninstall"]);
  assertEquals([read(cli.settings), backups(cli), removed.length > 0], [original, [], true]);
});

Deno.test("hooks uninstall: the gate goes with the last hooks that read it", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install"]);
  await cli.run(["hooks", "install", "--local", "--force"]);
  await cli.run(["hooks", "uninstall"]);
  assertEquals(readGate(cli.gate).program, cli.executable);
  await cli.run(["hooks", "uninstall", "--local"]);
  assertEquals(readGate(cli.gate).program, null);
});

Deno.test("hooks uninstall: keeps what was changed since, and names what stays", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, '{"model":"opus"}');
  cli.write(cli.places.trustFile, "{}");
  await cli.run(["hooks", "install"]);
  Deno.writeTextFileSync(cli.settings, read(cli.settings).replace("opus", "sonnet"));
  const { stdout, stderr } = await cli.run(["hooks", "uninstall"]);
  assertEquals(read(cli.settings), '{"model":"sonnet"}');
  assertEquals(backups(cli).length, 2);
  // Each once: the copy of this call is not named again among those that stay.
  const lines = `${stdout}${stderr}`.split("\n");
  for (const name of backups(cli)) {
    assertEquals(lines.filter((line) => line.endsWith(`/${name}`)).length, 1, name);
  }
  const kept = stderr.split("\n").filter((line) => line.includes(cli.places.ralphHome));
  assertEquals(kept.map((line) => line.replace(/ in \/.*/, "")), ["Kept: trust"]);
});

for (
  const argv of [
    ["hooks", "uninstall"],
    ["hooks", "uninstall", "--local"],
    ["config", "unset", "max_hours"],
    ["config", "unset", "max_hours", "--global"],
  ]
) {
  Deno.test(`${argv.join(" ")}: makes no file where there is nothing to remove, and says of none that it is kept`, async () => {
    using cli = new TestCli();
    const { code, stdout, stderr } = await cli.run(argv);
    assertEquals([code, `${stdout}${stderr}`.includes("Kept")], [0, false]);
    assertEquals([existsSync(cli.home), listFolder(cli.project)], [false, []]);
  });
}

Deno.test("hooks uninstall: a file that the install made goes", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install"]);
  await cli.run(["hooks", "uninstall"]);
  assert(!listFolder(join(cli.settings, "..")).includes("settings.json"));
});

Deno.test("hooks install: what the client does not read is refused, or rewritten", async () => {
  using cli = new TestCli();
  const text = '{\n  // mine\n  "model": "opus"\n}\n';
  cli.write(cli.settings, text);
  assertEquals(await cli.refusal(["hooks", "install"]), [1, "state"]);
  const asked = await cli.run(["hooks", "install"], { typed: ["no"] });
  assertEquals([asked.code, read(cli.settings)], [1, text]);
  assertEquals((await cli.run(["hooks", "install", "--rewrite"])).code, 0);
  const { hooks, ...rest } = JSON.parse(read(cli.settings));
  assertEquals([hooks, rest], [groupsFor(cli.gate, cli.executable), { model: "opus" }]);
});

Deno.test("hooks install --project: a link out of the project is refused with a message", async () => {
  using cli = new TestCli();
  const victim = join(cli.home, "victim.json");
  cli.write(victim, "{}");
  Deno.mkdirSync(join(cli.project, ".claude"));
  Deno.symlinkSync(victim, join(cli.project, ".claude", "settings.json"));
  for (const job of ["install", "uninstall"]) {
    const { code, stderr } = await cli.run(["hooks", job, "--project"]);
    assertEquals([code, read(victim)], [1, "{}"], job);
    assertStringIncludes(stderr, `leads out of the project, to "${victim}"`);
  }
});

Deno.test("hooks install --dry-run: shows the diff on stdout and writes nothing", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, '{\n  "model": "opus"\n}\n');
  const { code, diff } = await cli.json(["hooks", "install", "--dry-run"]);
  assertEquals(code, 0);
  assertEquals([...diff.slice(0, 2), ...diff.slice(3, 7)], [
    `--- ${cli.settings}`,
    `+++ ${cli.settings}`,
    " {",
    '-  "model": "opus"',
    '+  "model": "opus",',
    '+  "hooks": {',
  ]);
  assertEquals(read(cli.settings), '{\n  "model": "opus"\n}\n');
  assertEquals(listFolder(join(cli.settings, "..")), ["settings.json"]);
});

Deno.test("hooks install: a moved binary is named in the gate", async () => {
  using cli = new TestCli();
  const old = join(cli.root, "old", "ralph");
  cli.write(old, "");
  await cli.run(["hooks", "install", "--program", old]);
  assertEquals(readGate(cli.gate).program, old);
  // Open sessions have it at once: the entries that they know read the gate.
  const { result } = await cli.json(["hooks", "install"]);
  assertEquals([result, read(cli.settings).includes(old)], ["written", false]);
  assertEquals(readGate(cli.gate).program, cli.executable);
  assertEquals((await cli.run(["hooks", "status"])).code, 0);
});

Deno.test("hooks install: --project and --local choose the project's files, and exclude each other", async () => {
  for (
    const [option, name] of [["--project", "settings.json"], ["--local", "settings.local.json"]]
  ) {
    using cli = new TestCli();
    await cli.run(["hooks", "install", option ?? ""]);
    assertEquals(listFolder(join(cli.project, ".claude")), [name ?? ""]);
    assertEquals((await cli.run(["hooks", "status"])).code, 0);
    await cli.run(["hooks", "uninstall", option ?? ""]);
    assertEquals((await cli.run(["hooks", "status"])).code, 1);
  }
  using cli = new TestCli();
  assertEquals((await cli.run(["hooks", "install", "--project", "--local"])).code, 2);
});

Deno.test("hooks install: refuses to register twice, in two files or beside the plugin", async () => {
  using cli = new TestCli();
  await cli.run(["hooks", "install"]);
  assertEquals(await cli.refusal(["hooks", "install", "--local"]), [1, "state"]);
  assertEquals((await cli.run(["hooks", "install", "--local", "--force"])).code, 0);
  const status = await cli.json(["hooks", "status"]);
  assertEquals([status.code, status.sources.length], [1, 2]);
  assert(status.problems.length > 0);
});

function enablePlugin(cli: TestCli, isOn: boolean): void {
  const folder = join(cli.home, ".claude", "plugins");
  const copy = join(folder, "cache", "market", "ralph", "0.1.0");
  cli.write(join(copy, "hooks", "hooks.json"), JSON.stringify({ hooks: PLUGIN_GROUPS }));
  cli.write(join(copy, "hooks", "gate"), renderGate("ralph"));
  cli.write(
    join(folder, "installed_plugins.json"),
    JSON.stringify({
      version: 2,
      plugins: { "ralph@market": [{ scope: "user", installPath: copy }] },
    }),
  );
  cli.write(cli.settings, JSON.stringify({ enabledPlugins: { "ralph@market": isOn } }));
}

Deno.test("hooks: the plugin counts as registration where it is on, and refuses a second", async () => {
  using cli = new TestCli();
  enablePlugin(cli, true);
  const variables = { PATH: join(cli.executable, "..") };
  const status = await cli.json(["hooks", "status"], { variables });
  assertEquals([status.code, status.problems], [0, []]);
  assertEquals(
    status.sources.map(({ kind, name }: Record<string, string>) => [kind, name]),
    [["plugin", "ralph@market"]],
  );
  const { problems } = await cli.json(["hooks", "status"]);
  assertStringIncludes(problems.join(), "not on the PATH");
  assertEquals(await cli.refusal(["hooks", "install"], { variables }), [1, "state"]);
  enablePlugin(cli, false);
  assertEquals((await cli.run(["hooks", "install"], { variables })).code, 0);
});

Deno.test("hooks: a plugin's own call knows that it is loaded, from whatever folder", async () => {
  using cli = new TestCli();
  const plugin = join(cli.root, "plug in");
  cli.write(join(plugin, "hooks", "hooks.json"), JSON.stringify({ hooks: PLUGIN_GROUPS }));
  cli.write(join(plugin, "hooks", "gate"), renderGate("ralph"));
  const variables = { PATH: join(cli.executable, "..") };
  const argv = ["hooks", "status", `--plugin-root=${plugin}`];
  assertEquals((await cli.json(argv, { variables })).state, "installed");
});

Deno.test("hooks install: refuses broken settings with file and line, and leaves them", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, '{\n  "a": 1\n  "b": 2\n}\n');
  for (const argv of [["install"], ["install", "--dry-run"], ["uninstall"], ["status"]]) {
    const { code, error } = await cli.json(["hooks", ...argv]);
    assertEquals([code, error.code], [2, "config"], argv.join(" "));
    assertStringIncludes(error.message, `"${cli.settings}", line 3`);
    assert(error.hint !== "");
  }
  assertEquals(read(cli.settings), '{\n  "a": 1\n  "b": 2\n}\n');
});

Deno.test("hooks install: a settings file that is no text, or read-only, is refused and stays", async () => {
  using cli = new TestCli();
  cli.write(cli.settings, "{}");
  Deno.writeFileSync(cli.settings, new Uint8Array([0x7b, 0xe4, 0x7d]));
  assertEquals(await cli.refusal(["hooks", "install"]), [2, "config"]);
  Deno.writeTextFileSync(cli.settings, "{}");
  Deno.chmodSync(cli.settings, 0o444);
  assertEquals(await cli.refusal(["hooks", "install"]), [1, "state"]);
  assertEquals(read(cli.settings), "{}");
});

Deno.test("hooks install: a settings file that is a link stays one, with its target's rights", async () => {
  using cli = new TestCli();
  const target = join(cli.root, "dotfiles.json");
  cli.write(target, "{}\n");
  Deno.chmodSync(target, 0o640);
  Deno.mkdirSync(join(cli.settings, ".."), { recursive: true });
  Deno.symlinkSync(target, cli.settings);
  await cli.run(["hooks", "install"]);
  assert(Deno.lstatSync(cli.settings).isSymlink);
  assertStringIncludes(read(target), "hook stop; ");
  assertEquals((Deno.statSync(target).mode ?? 0) & 0o777, 0o640);
});

Deno.test("hooks install: a program in a cache is registered, and it is said that it goes away", async () => {
  using cli = new TestCli();
  const caches = [
    ".npm/_npx/1f",
    ".cache/pnpm/dlx/1f",
    ".cache/uv/archive-v0/7x",
    ".cache/pipx/fd07b7c468e3bd9",
  ];
  for (const cache of caches) {
    const program = cli.write(join(cli.home, cache, "bin", "ralph"), "#!/bin/sh\n");
    Deno.chmodSync(program, 0o755);
    const { code, problems } = await cli.json(["hooks", "install", "--program", program]);
    assertEquals([code, problems.length], [0, 1], problems);
    assertStringIncludes(problems[0], "ralph-until-done");
    assertEquals((await cli.json(["hooks", "status"])).problems, problems);
  }
  const { findings } = await cli.json(["doctor"]);
  const found = findings.filter(({ id }: { id: string }) => id === "hooks.program-cached");
  assertEquals(found.map(({ status }: { status: string }) => status), ["warn"]);
});

Deno.test("hooks install: refuses to register deno, and a program that does not exist", async () => {
  using cli = new TestCli();
  const { context, read: written } = cli.context();
  const { runCli } = await import("../../src/cli/core/dispatch.ts");
  const { COMMANDS } = await import("../../src/cli/registry.ts");
  const called = { ...context, executable: "/usr/bin/deno" };
  assertEquals(await runCli(["hooks", "install"], called, COMMANDS), 2);
  assertStringIncludes(written().stderr, "--program");
  assertEquals((await cli.run(["hooks", "install", "--program", "gone"])).code, 2);
});

Deno.test("hooks uninstall: takes exactly ours, and says where others are left", async () => {
  using cli = new TestCli();
  const foreign =
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "say done" }] }\n    ]\n  }\n}\n';
  cli.write(cli.settings, foreign);
  await cli.run(["hooks", "install"]);
  await cli.run(["hooks", "install", "--local", "--force"]);
  const { code, left } = await cli.json(["hooks", "uninstall"]);
  assertEquals(code, 0);
  assertEquals(read(cli.settings), foreign);
  assertStringIncludes(left.join(), "settings.local.json");
  assertEquals((await cli.json(["hooks", "uninstall"])).result, "unchanged");
});

Deno.test("hooks status: says installed, partly, not installed and disabled, by exit code and JSON", async () => {
  using cli = new TestCli();
  const status = async () => {
    const { code, stdout } = await cli.run(["hooks", "status", "--json"]);
    return [code, JSON.parse(stdout).state];
  };
  assertEquals(await status(), [1, "not-installed"]);
  await cli.run(["hooks", "install"]);
  assertEquals(await status(), [0, "installed"]);
  const complete = read(cli.settings);
  const settings = JSON.parse(complete);
  cli.write(cli.settings, JSON.stringify({ ...settings, disableAllHooks: true }));
  assertEquals(await status(), [1, "disabled"]);
  cli.write(join(cli.project, ".claude", "settings.json"), '{"disableAllHooks": false}');
  assertEquals(await status(), [0, "installed"]);
  delete settings.hooks.Stop;
  cli.write(cli.settings, JSON.stringify(settings));
  assertEquals(await status(), [1, "partly"]);
  cli.write(cli.settings, complete);
  Deno.removeSync(cli.executable);
  assertEquals(await status(), [1, "partly"]);
});
