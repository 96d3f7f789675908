import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  client,
  fail,
  installHooks,
  ITEMS,
  PLAN,
  readLoop,
  readStop,
  say,
  script,
  type ScriptedApi,
  type Stage,
  type Step,
  tick,
  writePlan,
} from "./harness/mod.ts";
import { needs } from "../_tools.ts";
import { findClientPath } from "./harness/install.ts";
import { wrapInNamespace } from "./harness/namespace.ts";
import { RALPH } from "../_binary.ts";
import { runCommand } from "./harness/run_command.ts";
import { quoteForShell } from "../../src/text/shell_word.ts";

/** Runs `ralph run` with the real client as its agent, both in the scripted API's namespace. */
async function runRalph(stage: Stage, api: ScriptedApi, args: string[] = []) {
  const run = [RALPH, "run", PLAN, "--agent", quoteForShell(findClientPath()), "--json", ...args];
  const ran = await runCommand(wrapInNamespace(api.path, run), {
    cwd: stage.project,
    env: stage.clientEnv(),
    timeoutMs: 60_000,
  });
  const events = ran.stdout.split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );
  return { ...ran, events };
}

const EACH_ITEM: Step[] = ITEMS.flatMap((item) => [tick(item), say(`${item}: done.`)]);

client.test("a run works through a plan with one client per item", async (stage) => {
  await writePlan(stage);
  await installHooks(stage);
  const api = stage.serve(script(EACH_ITEM));

  const run = await runRalph(stage, api);

  assertEquals(run.code, 0, `${run.stderr}\n${run.stdout}`);
  assertEquals(api.main.length, 6, "two requests per client: no Stop hook continues");
  const first = api.main.map(({ messages }) => messages[0]?.text ?? "");
  ITEMS.forEach((item, index) => assertStringIncludes(first[2 * index]!, `- [ ] ${item}`));
  const ended = run.events.filter(({ event }) => event === "iteration-ended");
  assertEquals(ended.map(({ exit_code }) => exit_code), [0, 0, 0]);
  assert(ended.every(({ tokens, cost_usd }) => tokens > 0 && cost_usd !== null), run.stdout);
  assert(
    run.events.some(({ text }) => text?.startsWith("→ Bash: sed")),
    "its tool calls are shown",
  );
  const end = run.events.at(-1);
  assertEquals([end.event, end.code, end.counts.done], ["run-ended", "complete", 3]);
  assertEquals((await readStop(stage))?.code, "complete");
  assertEquals(await readLoop(stage), undefined);
});

if (!needs("bwrap").ignore) {
  client.test("a run works through a plan with the client in the sandbox", async (stage) => {
    await writePlan(stage);
    await installHooks(stage);
    await stage.write("~/.ssh/id_ed25519", "the secret key");
    await stage.write("~/.claude/projects/-other/x.jsonl", "the secret key");
    const settings = await stage.read("~/.claude.json");
    const look = bash(
      `cat "$HOME/.ssh/id_ed25519" ~/.claude/projects/-other/* || echo it is hidden`,
    );
    const api = stage.serve(script([look, ...EACH_ITEM]));

    const run = await runRalph(stage, api, ["--sandbox", "bwrap"]);

    assertEquals(run.code, 0, `${run.stderr}\n${run.stdout}`);
    assertEquals(run.events[0].sandbox, "bwrap");
    assertEquals(run.events.at(-1).code, "complete", run.stdout);
    const texts = JSON.stringify(api.main);
    assertEquals(await stage.read("~/.ssh/id_ed25519"), "the secret key");
    assert(!texts.includes("the secret key"), texts);
    assertStringIncludes(texts, "it is hidden");
    assertEquals(await stage.read("~/.claude.json"), settings, "it changes a copy");
    const own = `${stage.home}/.claude/projects/${stage.project.replace(/\W/g, "-")}`;
    assertEquals(
      [...Deno.readDirSync(own)].filter(({ isFile }) => isFile).length,
      3,
      "transcripts",
    );
  });
}

if (!needs("bwrap").ignore) {
  client.test("two clients at a time commit in the sandbox, and are merged", async (stage) => {
    const names = ["one", "two"];
    const items = names.map((name) => `- [ ] write ${name}.txt [parallel]\n`);
    await stage.write(PLAN, `# Plan\n\n${items.join("")}`);
    for (
      const args of [["init", "-q", "-b", "main"], ["add", PLAN], ["commit", "-q", "-m", "first"]]
    ) {
      await stage.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", ...args]);
    }
    const work = (name: string) =>
      bash(
        `echo w >${name}.txt && git add ${name}.txt && ` +
          `git -c user.name=a -c user.email=a@b.c commit -q -m ${name} && ` +
          `sed -i '/${name}.txt/s/\\[ \\]/[x]/' ${PLAN} && echo ticked`,
      );
    // The clients' requests arrive in any order.
    const api = stage.serve((asked) => {
      const prompt = asked.messages.map(({ text }) => text).join("\n");
      const name = names.find((name) => /^- \[ \] write (\w+)/m.exec(prompt)?.[1] === name);
      const isDone = asked.messages.some(({ role }) => role === "assistant");
      return name === undefined || isDone ? say("Done.") : work(name);
    });

    const run = await runRalph(stage, api, ["--sandbox", "bwrap", "--parallel", "2"]);

    assertEquals(run.code, 0, `${run.stderr}\n${run.stdout}`);
    const log = await stage.run(["git", "log", "--format=%s", "--reverse"]);
    assertEquals(log.stdout.trim().split("\n").slice(-2).toSorted(), names);
    for (const name of names) assertEquals(await stage.read(`${name}.txt`), "w\n");
  });
}

client.test("the client prints while a model streams, so it is not idle", async (stage) => {
  await writePlan(stage);
  const api = stage.serve(script([tick(), say("Done.")]));

  const run = await runRalph(stage, api);

  assertEquals(run.code, 0, run.stderr);
  const { loop } = run.events[0];
  const log = await stage.read(`~/.claude/ralph/loops/${loop}/iterations/001.log`) ?? "";
  assertStringIncludes(log, '"type":"stream_event"');
  assertStringIncludes(log, "message_start");
});

client.test("a run whose client fails ends with 1 and the client's reason", async (stage) => {
  await writePlan(stage);
  const broken = fail(400, "invalid_request_error", "The model is broken today");
  const api = stage.serve(script([broken], broken));

  const run = await runRalph(stage, api, ["--max-iterations", "1"]);

  assertEquals(run.code, 1, run.stderr);
  const end = run.events.at(-1);
  assertEquals(end.code, "agent-failed");
  assertStringIncludes(await stage.read(".ralph-result") ?? "", "agent-failed");
});

client.test("a run whose client is rate-limited pauses, and ends at --rate-limit-wait", async (stage) => {
  await writePlan(stage);
  const refused = fail(429, "rate_limit_error", "Too much for this account", {
    "x-should-retry": "false",
  });
  const api = stage.serve(script([refused], refused));

  const run = await runRalph(stage, api, ["--rate-limit-wait", "10"]);

  assertEquals(run.code, 1, run.stderr);
  const end = run.events.at(-1);
  assertEquals([end.code, end.iterations], ["rate-limited", 0]);
  assertStringIncludes(end.sentence, "Too much for this account");
});

client.test("a run whose client has an outage waits, and one whose login expired is blocked", async (stage) => {
  await writePlan(stage);
  const once = { "x-should-retry": "false" };
  const outage = fail(500, "api_error", "Internal server error", once);
  const waited = await runRalph(stage, stage.serve(script([outage], outage)), [
    ...["--rate-limit-wait", "10"],
  ]);
  const end = waited.events.at(-1);
  assertEquals([waited.code, end.code, end.iterations], [1, "api-error", 0], waited.stderr);
  assertStringIncludes(end.sentence, "500 Internal server error");

  const expired = fail(401, "authentication_error", "OAuth token has expired", once);
  const blocked = await runRalph(stage, stage.serve(script([expired], expired)));
  assertEquals([blocked.code, blocked.events.at(-1).code], [4, "blocked"], blocked.stderr);
  assertStringIncludes(blocked.events.at(-1).sentence, "OAuth token has expired");
});

client.test("inside a run the guard is active: no agent ends its own run", async (stage) => {
  await writePlan(stage);
  await installHooks(stage);
  const api = stage.serve(script([bash("touch .claude/STOP_LOOP"), tick(), say("All done.")]));

  const run = await runRalph(stage, api);

  assertEquals(run.code, 0, `${run.stderr}\n${run.stdout}`);
  assertStringIncludes(api.main[1]!.news, "ralph");
  assertEquals(run.events.at(-1).code, "complete");
  assertEquals(await stage.read(".claude/STOP_LOOP"), undefined);
});
