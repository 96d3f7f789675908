/** Marks of a loop that another configuration folder has, or of a folder that was renamed, are spoken of. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runCli } from "../../src/cli/core/dispatch.ts";
import { COMMANDS } from "../../src/cli/registry.ts";
import { answerHere } from "../e2e/_here.ts";
import { commandContext } from "../_command.ts";
import { TestCli } from "../cli/_cli.ts";

const SESSION = "0a1b2c3d-0000-4000-8000-00000000beef";

async function started(): Promise<TestCli> {
  const cli = new TestCli();
  cli.write("PLAN.md", "- [ ] one\n");
  await cli.run(["hooks", "install"]);
  assertEquals((await cli.run(["start", "PLAN.md", "--until-done"])).code, 0);
  return cli;
}

/** What a session that begins is told. */
async function begin(cli: TestCli, project: string, variables: Record<string, string> = {}) {
  const env = {
    HOME: cli.home,
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: SESSION,
    ...variables,
  };
  const event = {
    ...{ session_id: SESSION, cwd: project, transcript_path: `${cli.root}/t.jsonl` },
    ...{ hook_event_name: "SessionStart", source: "startup" },
  };
  const clock = { nowMs: () => Date.parse("2026-01-02T03:05:00Z"), sleep: () => Promise.resolve() };
  const { stdout } = await answerHere("session", JSON.stringify(event), env, project, clock);
  return String(JSON.parse(stdout).systemMessage ?? "");
}

async function statusIn(
  cli: TestCli,
  cwd: string,
  variables: Record<string, string> = {},
  words: readonly string[] = ["status"],
) {
  const { context, read } = commandContext({
    variables: { HOME: cli.home, ...variables },
    cwd,
    executable: cli.executable,
    nowMs: () => Date.parse("2026-01-02T03:05:00Z"),
    input: "",
    version: { version: "0.0.0", commit: "abc", target: "moon", deno: "2.7.14" },
  });
  await runCli([...words], context, COMMANDS);
  return read().stdout.replaceAll(/\s+/g, " ");
}

Deno.test("other configuration folder: session and status say which one has the loop", async () => {
  using cli = await started();
  const other = { CLAUDE_CONFIG_DIR: `${cli.root}/second` };
  const wanted = `configuration folder ${cli.home}/.claude, which is not in use here`;
  assertStringIncludes(await begin(cli, cli.project, other), wanted);
  const shown = await statusIn(cli, cli.project, other);
  assertStringIncludes(shown, wanted);
  assertMatch(shown, /→ CLAUDE_CONFIG_DIR='?.*\/home\/\.claude'? ralph status/);
  assertStringIncludes(await statusIn(cli, cli.project, other, []), "configuration folder");
  // Its own folder knows it.
  assertMatch(await statusIn(cli, cli.project), /^WAITING /);
});

Deno.test("renamed project: session and status offer to begin its loop again", async () => {
  using cli = await started();
  const renamed = `${cli.root}/renamed`;
  Deno.renameSync(cli.project, renamed);
  const wanted = `a loop was started when this folder was ${cli.project}`;
  assertStringIncludes((await begin(cli, renamed)).toLowerCase(), wanted.toLowerCase());
  const shown = await statusIn(cli, renamed);
  assertStringIncludes(shown, wanted);
  assertStringIncludes(shown, "→ ralph start -f PLAN.md --until-done begins it again here");
});

Deno.test("copied project, strange checkout: the marks are said to be that, and no end is told as theirs", async () => {
  using cli = await started();
  const copy = `${cli.root}/copy`;
  Deno.mkdirSync(`${copy}/.claude`, { recursive: true });
  for (const name of ["loop-enabled", "ralph-state.json"]) {
    Deno.copyFileSync(`${cli.project}/.claude/${name}`, `${copy}/.claude/${name}`);
  }
  assertStringIncludes(
    await statusIn(cli, copy),
    `loop in ${cli.project}, of which this is a copy`,
  );
  const record = JSON.parse(Deno.readTextFileSync(`${copy}/.claude/ralph-state.json`));
  const strange = JSON.stringify({ ...record, id: "20250101-000000000-0badcafe", home: "x" });
  Deno.writeTextFileSync(`${copy}/.claude/ralph-state.json`, strange);
  assertStringIncludes(await statusIn(cli, copy), "may have come with a checkout");
  // Anybody may have written them: no session is told.
  assertEquals(await begin(cli, copy), "");
});
