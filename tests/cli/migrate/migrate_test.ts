/** `ralph migrate`: what the earlier plugin left is turned into today's form, and nothing is lost. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { TestCli } from "../_cli.ts";

/** What the plugin's last version wrote at each start, with two choices of a person. */
const WRITTEN = {
  version: "3.0.0",
  state: "running",
  loop_detection: { similarity_threshold: 0.95, window_size: 5 },
  completion: { confidence_threshold: 0.7 },
  validation: { enabled: true, max_rounds: 4, weight_tests: 1, market_regimes: ["bull"] },
  loop_limits: { min_hours: 4, max_hours: 5, max_iterations: 30, poc_max_hours: 1 },
  protection: { protected_files: [".claude/loop-enabled"], bypass_markers: [] },
  graceful_shutdown: { grace_period_seconds: 30 },
  subprocess_timeouts: { git: 10 },
  constraint_scan: null,
  skip_constraint_scan: false,
  poc_mode: false,
  production_mode: true,
  task_prompt: null,
  force_validation: { enabled: false, round: 1, timestamp: "" },
  guidance: { forbidden: ["docs"] },
};
const CONFIG = ".claude/ralph-config.json";
const GLOBAL = "~/.claude/ralph/config.json";

const migrate = (cli: TestCli, ...words: string[]) => cli.run(["migrate", ...words]);
const jsonOf = (cli: TestCli, path: string) => JSON.parse(cli.read(path));
const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

/** Files of the plugin, and the settings that are left of them. */
const SETTINGS: readonly (readonly [
  what: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
])[] = [
  ["its untouched defaults are no choice, other values are", { [CONFIG]: WRITTEN }, {
    [CONFIG]: {
      guidance: { forbidden: ["docs"] },
      similarity_threshold: 0.95,
      validation_rounds: 4,
      max_hours: 5,
      max_iterations: 30,
    },
  }],
  ["its limits count less than any other file", {
    [CONFIG]: WRITTEN,
    ".claude/loop-config.json": { max_hours: 6 },
    [GLOBAL]: { max_iterations: 60 },
  }, {
    [CONFIG]: {
      guidance: { forbidden: ["docs"] },
      similarity_threshold: 0.95,
      validation_rounds: 4,
    },
    ".claude/loop-config.json": { max_hours: 6 },
  }],
  ["a key of today beats a nested one", {
    [CONFIG]: { max_hours: 5, loop_limits: { max_hours: 2, min_hours: 4 } },
  }, { [CONFIG]: { max_hours: 5 } }],
  ["what its hook noted goes, the limits beside it stay", {
    ".claude/loop-config.json": { max_hours: 6, discovered_file: "P.md", discovery_method: "x" },
  }, { ".claude/loop-config.json": { max_hours: 6 } }],
  ["its defaults for all projects become today's, where those say nothing", {
    "~/.claude/ralph-defaults.json": { ...WRITTEN, window_size: 7 },
    [GLOBAL]: { max_hours: 8 },
  }, {
    [GLOBAL]: {
      max_hours: 8,
      similarity_threshold: 0.95,
      validation_rounds: 4,
      max_iterations: 30,
      window_size: 7,
    },
  }],
];

for (const [what, before, after] of SETTINGS) {
  Deno.test(`migrate: ${what}`, async () => {
    using cli = new TestCli();
    for (const [path, value] of Object.entries(before)) cli.write(path, JSON.stringify(value));
    assertEquals((await migrate(cli, "--yes")).code, 0);
    for (const [path, value] of Object.entries(after)) assertEquals(jsonOf(cli, path), value, path);
    assertEquals((await cli.json(["config", "show"])).problems, []);
    assertEquals((await cli.json(["migrate"])).migrated, false, "a second time nothing is left");
    assertEquals((await migrate(cli)).code, 0);
  });
}

Deno.test("migrate: shows what it would change, asks, and changes nothing without a yes", async () => {
  using cli = new TestCli();
  const text = JSON.stringify(WRITTEN);
  cli.write(CONFIG, text);
  const dry = await migrate(cli, "--dry-run");
  assertStringIncludes(dry.stdout, CONFIG);
  assertEquals((await migrate(cli)).code, 2, "without a terminal it needs --yes");
  assertEquals((await cli.run(["migrate"], { typed: ["no"] })).code, 0);
  assertEquals(cli.read(CONFIG), text);
  await cli.run(["migrate"], { typed: ["yes"] });
  const kept = namesIn(join(cli.project, ".claude")).find((name) => name.includes("before-ralph"));
  assertEquals(cli.read(`.claude/${kept}`), text, "a copy of the old file is kept");
});

Deno.test("migrate: its hooks go from every settings file, other hooks stay", async () => {
  using cli = new TestCli();
  const its = { type: "command", command: "bash ~/p/ralph/hooks/pretooluse-loop-guard.sh" };
  const earlier = [
    its,
    { ...its, command: "'/opt/my tools/ralph' hook guard" },
    { ...its, command: `ralph='/opt/a b/ralph'; [ "$PWD" ] || cd /; exec "$ralph" hook guard` },
  ];
  const hooks = {
    PreToolUse: [{ matcher: "Bash", hooks: [...earlier, { ...its, command: "mine" }] }],
  };
  const local = ".claude/settings.local.json";
  cli.write(cli.settings, JSON.stringify({ hooks }));
  cli.write(local, JSON.stringify({ hooks }));
  assertStringIncludes((await cli.run(["hooks", "install"])).stderr, "run 'ralph migrate'");
  const { state, problems } = await cli.json(["hooks", "status"]);
  assertEquals([state, problems.length], ["installed", 2], "both files are named");
  const refused = await cli.run(["start", "a task"]);
  assertEquals(refused.code, 1, "two loops would drive one session");
  assertStringIncludes(refused.stderr, "ralph migrate");
  await migrate(cli, "--yes");
  for (const text of [Deno.readTextFileSync(cli.settings), cli.read(local)]) {
    assert(text.includes("mine") && !/loop-guard|\/opt\//.test(text), text);
  }
});

Deno.test("migrate: what nothing reads now is moved aside, and never a loop of ours", async () => {
  using cli = new TestCli();
  cli.write(".claude/ralph-state.json", '{"state":"running"}');
  cli.write(".claude/loop-enabled", "");
  cli.write(".claude/loop-start-timestamp", "1");
  cli.write("~/.claude/automation/loop-orchestrator/state/sessions/a.json", "{}");
  await migrate(cli, "--yes");
  const names = namesIn(join(cli.project, ".claude"));
  assertEquals(names.length, 3);
  assert(names.every((name) => name.includes(".before-ralph-")), names.join());
});

Deno.test("migrate: its last stop stays as it is, and status says ENDED with its sentence", async () => {
  using cli = new TestCli();
  const reason = "Maximum runtime reached (9.0h)";
  const record = "~/.claude/ralph-stop-reason.json";
  const text = JSON.stringify({
    ...{ timestamp: "2025-12-22T21:32:27.123456", reason, decision: "stop", type: "normal" },
    ...{ session_id: "unknown", project_dir: cli.project },
  });
  cli.write(record, text);
  assertEquals((await cli.json(["migrate", "--yes"])).migrated, false);
  assertEquals(cli.read(record), text);
  const { state, what, state_since: since } = await cli.json(["status"]);
  assertEquals([state, what, since?.slice(0, 4)], ["ended", reason, "2025"]);
  const ended = await cli.run(["status", "--exit-code"]);
  assertEquals([ended.code, ended.stdout.split(" ")[0]], [26, "ENDED"]);
  assertStringIncludes(ended.stdout, reason);
});

Deno.test("migrate: config commands say what is wrong, and start and run offer the way", async () => {
  using cli = new TestCli();
  cli.write(CONFIG, JSON.stringify(WRITTEN));
  await cli.run(["hooks", "install"]);
  cli.write("PLAN.md", "- [ ] a\n");
  for (const words of [["start", "a task"], ["run", "PLAN.md", "--dry-run"], ["run", "PLAN.md"]]) {
    const { code, stderr } = await cli.run(words);
    assertEquals(code, 2);
    assertEquals(stderr.trimEnd().split("\n"), [
      `Error: The settings of the earlier ralph plugin are in "${cli.path(CONFIG)}"`,
      "Hint: 'ralph migrate' shows what it changes. To migrate them:",
      "→ ralph migrate --yes",
    ], words.join(" "));
  }
  Deno.removeSync(cli.path("PLAN.md"));
  await migrate(cli, "--yes");
  assertEquals((await cli.run(["start", "a task"])).code, 0);
});

Deno.test("migrate: 'config set' takes a name of the earlier plugin for today's", async () => {
  using cli = new TestCli();
  const { code, stdout } = await cli.run(["config", "set", "loop_limits.min_hours=2"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "min_hours = 2");
  assertEquals(jsonOf(cli, CONFIG), { min_hours: 2 });
});
