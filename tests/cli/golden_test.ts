/** What commands print, as files in `golden/`. */
import { renderInstant } from "../../src/text/instant.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { renderCommandHelp, renderProgramHelp } from "../../src/cli/core/help.ts";
import { createStyle } from "../../src/cli/core/style.ts";
import { resolveCommand } from "../../src/cli/core/resolve.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { TOPICS } from "../../src/cli/help/topics.ts";
import { statusDocument } from "../../src/cli/status/json.ts";
import { renderMorning } from "../../src/cli/status/morning.ts";
import { renderStatus } from "../../src/cli/status/text.ts";
import { assertGolden, assertNoneLeft } from "./_golden.ts";
import { NOW, STATUS_STATES, WORK } from "./_status_states.ts";
import { hashTree } from "../e2e/_tree.ts";
import { type RanWith, TestCli } from "./_cli.ts";

// The texts have local times.
Deno.env.set("TZ", "UTC");

const style = createStyle(false);
const SESSION = { CLAUDE_CODE_SESSION_ID: "ff23700d-0000-4000-8000-000000000000" };

/** One page of each form: with arguments, with subcommands, short and long. */
const HELP_PAGES = ["config", "config set", "encourage", "hooks install", "start"];

Deno.test("golden: the help of ralph, and of commands of each form", async () => {
  const layout = { width: 80, style };
  assertGolden("help", renderProgramHelp(COMMANDS, TOPICS, layout));
  for (const page of HELP_PAGES) {
    const { command, path } = await resolveCommand(COMMANDS, page.split(" "), false);
    assertGolden(`help_${path.join("_")}`, renderCommandHelp(command, path, layout));
  }
});

Deno.test("golden: the list of commands has each command's own summary", async () => {
  for (const { name, summary, load } of COMMANDS) {
    const { command } = await load();
    assertEquals([name, summary], [command.name, command.summary]);
  }
});

for (const [name, status] of Object.entries(STATUS_STATES)) {
  Deno.test(`golden: status in the state "${name}"`, () => {
    const showTime = (ms: number) => renderInstant(ms).slice(11, 16);
    const view = { style, nowMs: NOW, showTime };
    assertGolden(`status_${name}`, renderStatus(status, { ...view, width: Infinity }));
    for (const width of [40, 80, 200]) {
      const lines = renderStatus(status, { ...view, width }).split("\n");
      // Long words are not broken; guidance, below its heading, is as you wrote it.
      const long = lines.filter((line) => line.length > width && !/\S{22}|^ {2}\d/.test(line));
      assertEquals(long, [], `${width} columns`);
    }
  });
}

/** Texts that are as long as the user or the agent wrote them, and what is pasted. */
const LONG = /^(?:forbidden|encouraged|agent|session) /;

Deno.test("golden: no row of status or the live view is folded at 80 columns", () => {
  const showTime = (ms: number) => renderInstant(ms).slice(11, 16);
  const view = { style, nowMs: NOW, showTime, width: Infinity };
  for (const [name, status] of Object.entries(STATUS_STATES)) {
    const rows = renderStatus(status, view).split("\n");
    assertEquals(rows.filter((row) => row.length > 80 && !LONG.test(row)), [], name);
  }
});

Deno.test("golden: a bare ralph shows in ten lines what was done, what is open, what failed", () => {
  const showTime = (ms: number) => renderInstant(ms).slice(11, 16);
  const views = [40, 80].flatMap((width) =>
    ["working", "done", "paused", "damaged"].map((name) => {
      const view = { style, nowMs: NOW, showTime, width };
      const text = renderMorning(STATUS_STATES[name]!, name === "damaged" ? null : WORK, view);
      const lines = text.split("\n");
      assert(lines.length <= 10, text);
      assertEquals(lines.filter((line) => line.length > width), []);
      return text;
    })
  );
  assertGolden("bare", views.join("\n\n"));
});

Deno.test("bare ralph: help where no loop has run, the loop where one has", async () => {
  using cli = new TestCli();
  assertMatch((await cli.run([])).stdout, /^Usage: ralph|ralph COMMAND/m);
  cli.write(`${cli.project}/PLAN.md`, "- [x] one\n- [ ] two\n");
  await cli.run(["hooks", "install"]);
  await cli.run(["start", "-f", "PLAN.md", "--until-done"]);
  assertMatch((await cli.run([])).stdout, /^WAITING .*\n +→ run claude here/);
  await cli.run(["stop"]);
  const { code, stdout } = await cli.run([]);
  assertEquals(code, 0);
  assertMatch(stdout, /^STOPPED .*\n +→ ralph start -f PLAN\.md --until-done\n/);
  assertMatch(stdout, /^open +two$/m);
});

Deno.test("status --json: times in hours, what is left to the limits, what guidance applies, how it ended", () => {
  const document = (state: string) =>
    JSON.parse(JSON.stringify(statusDocument(STATUS_STATES[state]!)));
  const { loop, guidance } = document("busy");
  assertEquals([loop.runtime_hours, loop.wall_hours, loop.silent_hours], [1.5, 2.5, 0.01]);
  assertEquals([loop.to_max_hours, loop.to_max_iterations, loop.usage.cost_usd], [7.5, 92, null]);
  assertEquals(loop.last_sign, { at: "2026-01-02T05:29:48.000Z", what: "Bash npm test" });
  assertEquals(loop.unhonoured.sentence, "Claude Code did not go on");
  assertEquals([loop.validation.round, loop.validation.round_began_seconds], [2, 5000]);
  const applies = guidance.map((item: Record<string, unknown>) => [item["text"], item["stale"]]);
  assertEquals(applies, [["work on the parser first", null], ["no new dependencies", "too-old"]]);
  const { last_loop: last } = document("done");
  assertEquals([last.code, last.runtime_seconds, last.validation_score], ["complete", 5400, 0.9]);
  assertEquals([last.items, last.open_findings.length], [{ done: 8, total: 8 }, 1]);
});

/** Both streams of a command, without what differs from call to call. */
async function read(cli: TestCli, argv: readonly string[], options?: RanWith): Promise<string> {
  const { code, stdout, stderr } = await cli.run(argv, options);
  const text = [
    `$ ralph ${argv.join(" ")}`,
    stdout.trimEnd(),
    ...stderr === "" ? [] : ["--- stderr", stderr.trimEnd()],
    ...code === 0 ? [] : [`--- exit code ${code}`],
  ].join("\n");
  return text.replaceAll(cli.root, "/ROOT").replaceAll(/\d{8}-\d{9}-[0-9a-f]{8}/g, "LOOP");
}

Deno.test("golden: hooks are previewed, installed, shown and removed", async () => {
  using cli = new TestCli();
  assertGolden("hooks_install", await read(cli, ["hooks", "install"]));
  assertGolden("hooks_status", await read(cli, ["hooks", "status"]));
  assertGolden("hooks_uninstall", await read(cli, ["hooks", "uninstall"]));
  assertGolden("hooks_status_none", await read(cli, ["hooks"]));
});

Deno.test("golden: a loop is started, taken over and stopped", async () => {
  using cli = new TestCli();
  cli.write(`${cli.project}/PLAN.md`, "- [x] one\n- [ ] two | `true`\n");
  const start = ["start", "-f", "PLAN.md", "--until-done"];
  await cli.run(["hooks", "install"]);
  assertGolden("start_dry_run", await read(cli, [...start, "--dry-run"]));
  assertGolden("start_refused", await read(cli, start));
  assertGolden("start", await read(cli, [...start, "--trust"]));
  assertGolden("start_again", await read(cli, start));
  assertGolden("start_resume", await read(cli, ["start", "--resume"], { variables: SESSION }));
  assertGolden("stop_drains", await read(cli, ["stop"]));
  assertGolden("stop", await read(cli, ["stop"]));
  assertGolden("stop_again", await read(cli, ["stop"]));
  assertGolden("start_in_session", await read(cli, ["start", "do", "it"], { variables: SESSION }));
});

Deno.test("golden: a start that has much to say", async () => {
  using cli = new TestCli();
  cli.write(`${cli.project}/PLAN.md`, "- [ ] one | `true`\n");
  cli.write(`${cli.project}/CLAUDE.md`, "- NEVER edit src/vendor by hand\n");
  await cli.run(["hooks", "install"]);
  const start = ["start", "-f", "PLAN.md", "--trust", "keep it small"];
  assertGolden("start_constraints", await read(cli, start));
  await cli.run(["stop"]);
  cli.write(`${cli.project}/a.py`, `A = "${cli.home}/a"\n`);
  const variables = { CLAUDE_CONFIG_DIR: `${cli.home}/.claude` };
  assertGolden("start_warnings", await read(cli, start, { variables }));
});

Deno.test("golden: a start has at most six rows, of which none is folded at 80 columns", () => {
  const folder = new URL("golden/", import.meta.url);
  const starts = [...Deno.readDirSync(folder)].filter(({ name }) => name.startsWith("start"))
    .map(({ name }) => [name, Deno.readTextFileSync(new URL(name, folder))] as const)
    .filter(([, text]) => !text.includes("--- exit code"));
  assert(starts.length > 6);
  for (const [name, text] of starts) {
    const [shown = ""] = text.split("\n--- stderr");
    const rows = shown.split("\n").slice(1).filter((row) => !row.startsWith("warning "));
    assert(rows.length <= 6, `${name}: ${rows.length} rows`);
    assertEquals(rows.filter((row) => row.length > 80), [], name);
  }
});

Deno.test("golden: the question which plan is meant", async () => {
  using cli = new TestCli();
  cli.write(`${cli.project}/PLAN.md`, "- [ ] one\n");
  cli.write(`${cli.project}/docs/TODO.md`, "- [ ] one\n- [ ] two\n");
  await cli.run(["hooks", "install"]);
  assertGolden("start_question", await read(cli, ["start"], { typed: ["4"] }));
});

Deno.test("golden: what is refused, why, and what to do; a refusal changes no file", async () => {
  using cli = new TestCli();
  cli.write(`${cli.project}/PLAN.md`, "- [ ] one\n");
  cli.write(`${cli.project}/docs/TODO.md`, "- [ ] one\n- [ ] two\n");
  const texts: string[] = [];
  // A lock that was taken is nobody's content.
  const files = async () =>
    Object.entries(await hashTree(cli.root))
      .filter(([path, what]) => what !== "folder" && !path.endsWith(".lock"));
  const refuse = async (...argv: string[]) => {
    const before = await files();
    texts.push(
      (await read(cli, argv)).replace(/\n+--- stderr\n([^]*)\n--- exit code (\d)$/, " → $2\n$1"),
    );
    assertEquals(await files(), before, argv.join(" "));
  };
  cli.write(`${cli.project}/binary.md`, new Uint8Array(500));
  await refuse("statsu");
  await refuse("resume");
  await refuse("config", "sho");
  await refuse("--verison");
  await refuse("status", "--exit-cod");
  await refuse("status", "--all", "--exit-code");
  await refuse("stop", "now");
  await refuse("stop");
  await refuse("stop", "--all");
  await refuse("pause");
  await refuse("validate");
  await refuse("history", "--limit", "3");
  await refuse("history", "--all");
  await refuse("explain");
  await refuse("validate", "9");
  await refuse("hook", "stopp");
  await refuse("hook", "stop");
  await refuse("config", "set", "max_hour", "6");
  await refuse("config", "set", "max_turns", "5");
  await refuse("config", "set", "max_hours", "many");
  await refuse("config", "set", "max_hours", "1", "2");
  await refuse("config", "set", "max_hours");
  await refuse("config", "get");
  await refuse("encourage", "--list", "--clear");
  await refuse("encourage", "--once");
  await refuse("forbid", "--remove", "nothing");
  await refuse("trust", "revoke");
  await refuse("trust", "revoke", "abcd");
  await refuse("constraints", "ack");
  await refuse("constraints", "ack", "hardcoded-3f2a91c0");
  await refuse("knowledge", "reset", "todo-densty");
  await refuse("start", "-f", "PLAN.md");
  await cli.run(["hooks", "install"]);
  await refuse("hooks", "install", "--local");
  await refuse("hooks", "install", "--project", "--local");
  await refuse("hooks", "install", "--program", "gone");
  await refuse("start", "");
  await refuse("start", "--yes");
  await refuse("start", "-f", "GONE.md", "--poc");
  await refuse("start", "-f", "PLN.md", "--poc");
  await refuse("run", "GONE.md", "--max-iterations", "3");
  await refuse("run", "PLN.md", "--max-iterations", "3");
  await refuse("run", "12");
  await refuse("run", "--resume");
  await refuse("start", "--resume");
  for (const more of [["--poc"], ["--max-hours=12"], ["-f", "PLAN.md"], ["another task"]]) {
    await refuse("start", "--resume", ...more);
  }
  for (const plan of [".", "", "binary.md"]) await refuse("start", "-f", plan);
  await refuse("start", ".");
  await refuse("start", "PLAN.md", "and", "more");
  await refuse("start", "MISSING.md", "and", "more");
  await refuse("start", "--focsu", "PLAN.md");
  await refuse("start", "PLAN.md", "--max-turns", "5");
  await refuse("run", "PLAN.md", "--max-turns", "5");
  await refuse("start", "it", "--max-iterations=0");
  await refuse("start", "it", "--min-iterations=1.5");
  await refuse("start", "it", "--min-iterations=20", "--max-iterations=10");
  await refuse("start", "it", "--max-cost-usd", "5");
  await refuse("start", "do", "--poc", "it");
  await refuse("start", "it", "--poc", "--production");
  await refuse("start", "it", "--eternal", "--until-done");
  await refuse("start", "it", "--focus", "PLAN.md", "--no-focus");
  await refuse("start", "it", "--promise", " ");
  await refuse("start", "it", "--session", "");
  await refuse("start", "it", "--max-hours", "many");
  await refuse("start", "it", "--min-hours", "-1");
  await refuse("start", "it", "--max-hours");
  cli.write(cli.settings, "{ // mine\n}");
  await refuse("hooks", "install");
  cli.write(cli.settings, '{\n  "a": 1\n  "b": 2\n}\n');
  await refuse("hooks", "status");
  cli.write(`${cli.project}/.claude/ralph-config.json`, '{\n  "max_hours": \n}');
  await refuse("config", "unset", "max_hours");
  Deno.removeSync(cli.settings);
  await cli.run(["hooks", "install"]);
  await refuse("start", "it");
  cli.write(`${cli.project}/.claude/ralph-config.json`, '{"max_iteratons": 5}');
  await refuse("start", "it");
  assertGolden("refusals", texts.join("\n\n"));
});

Deno.test("golden: settings, guidance and trust are shown", async () => {
  using cli = new TestCli();
  await cli.run(["config", "set", "max_hours", "6"]);
  // What is shown of each setting is in config_test.ts.
  const shown = (await read(cli, ["config"])).split("\n");
  assertGolden("config_show", shown.slice(0, 25).join("\n"));
  assertGolden("encourage", await read(cli, ["encourage", "--for", "2h", "write", "tests"]));
  assertGolden("encourage_list", await read(cli, ["encourage"]));
  assertGolden("forbid_none", await read(cli, ["forbid", "--list"]));
  assertGolden("trust_none", await read(cli, ["trust"]));
  assertGolden("adapters", await read(cli, ["adapters"]));
  assertGolden("knowledge", await read(cli, ["knowledge"]));
});

Deno.test("golden: no file is left without its text", assertNoneLeft);
