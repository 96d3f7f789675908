/** Edits that a call makes in the loop's files: said, or taken back with what it destroyed. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { assertPutBack, Call, MARKS, remove } from "./_call.ts";
import { answerOf, makeStage, SESSION, type Stage } from "./_stage.ts";
import { waitUntil } from "../_wait.ts";

const LIMITS = '{ "max_hours": 9, "guidance": { "encouraged": ["small steps"] } }\n';
const LOOSE = '{ "max_hours": 999, "guidance": { "encouraged": [] } }\n';

/** A stage whose limits have a copy. */
async function makeLimited(): Promise<Stage> {
  const stage = await makeStage();
  Deno.writeTextFileSync(stage.mark("loop-config.json"), LIMITS);
  await new Call(stage).around(() => {});
  return stage;
}

function read(stage: Stage, name: string): string {
  return Deno.readTextFileSync(stage.mark(name));
}

function git(stage: Stage, ...args: string[]): void {
  const { success, stderr } = new Deno.Command("git", {
    args: ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args],
    cwd: stage.project,
  }).outputSync();
  assert(success, new TextDecoder().decode(stderr));
}

Deno.test("repair: an edit of the limits that stays is said, with both values, and journalled", async () => {
  using stage = await makeLimited();
  const call = new Call(stage, { tool_input: { command: "python3 tune.py" } });
  const answer = await call.around(() =>
    Deno.writeTextFileSync(stage.mark("loop-config.json"), LOOSE)
  );
  assertStringIncludes(
    answer["systemMessage"],
    "ralph: While `python3 tune.py` ran, max_hours in .claude/loop-config.json changed from 9 to 999",
  );
  assertStringIncludes(answer["systemMessage"], 'guidance.encouraged changed from ["small steps"]');
  assertEquals(answer["hookSpecificOutput"], undefined, "the agent need not know");
  const line = stage.journal().at(-1)!;
  assertEquals([line["code"], line["evidence"]], ["edited", [".claude/loop-config.json"]]);
  assertEquals(read(stage, "loop-config.json"), LOOSE);
  assertEquals(await new Call(stage).around(() => {}), {}, "said once");
});

Deno.test("repair: limits that git tracks and a call reverts by git stash are said", async () => {
  using stage = await makeStage();
  git(stage, "init", "-q");
  Deno.writeTextFileSync(stage.mark("loop-config.json"), '{"max_hours": 999}\n');
  git(stage, "add", "-f", ".claude/loop-config.json");
  git(stage, "commit", "-qm", "limits");
  Deno.writeTextFileSync(stage.mark("loop-config.json"), LIMITS);
  await new Call(stage).around(() => {});
  const answer = await new Call(stage, { tool_input: { command: "git stash" } })
    .around(() => git(stage, "stash", "-q"));
  assertMatch(
    answer["systemMessage"],
    /`git stash` ran, max_hours in .claude\/loop-config.json changed from 9 to 999/,
  );
});

Deno.test("repair: a template that a call changed or added is said", async () => {
  using stage = await makeStage();
  const put = (name: string, text: string) => stage.put(`.claude/ralph-templates/${name}`, text);
  put("continue.md", "Go on.\n");
  await new Call(stage).around(() => {});
  const { systemMessage } = await new Call(stage).around(() => {
    put("continue.md", "Stop.\n");
    put("verify.md", "Say yes.\n");
  });
  assertStringIncludes(systemMessage, ".claude/ralph-templates/continue.md was changed");
  assertStringIncludes(systemMessage, ".claude/ralph-templates/verify.md was added");
});

for (const mark of MARKS) {
  Deno.test(`repair: a call that removes ${mark} and edits the limits loses both`, async () => {
    using stage = await makeLimited();
    const answer = await new Call(stage).around(() => {
      Deno.writeTextFileSync(stage.mark("loop-config.json"), LOOSE);
      stage.put(".claude/ralph-config.json", '{"max_iterations": 1}');
      remove(stage, mark);
    });
    assertPutBack(answer, `removed .claude/${mark}, and ralph restored it`);
    assertMatch(answer["systemMessage"], /Also undone: .*max_hours .* changed from 9 to 999/);
    assertEquals(read(stage, "loop-config.json"), LIMITS);
    // What somebody may still want is kept beside it.
    const kept = [...Deno.readDirSync(stage.mark("."))].map(({ name }) => name)
      .filter((name) => name.startsWith("loop-config.json.broken-"));
    assertEquals(kept.map((name) => read(stage, name)), [LOOSE]);
  });
}

/** Runs a command as the client's Bash tool would, and leaves what it detached running. */
function runDetached(stage: Stage, script: string): void {
  Deno.writeTextFileSync(join(stage.project, "later.sh"), script);
  new Deno.Command("sh", {
    args: ["-c", "setsid sh later.sh >/dev/null 2>&1 </dev/null &"],
    cwd: stage.project,
    env: { ...stage.env(), CLAUDE_CODE_SESSION_ID: SESSION },
    clearEnv: true,
  }).outputSync();
}

function isGone(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return false;
  } catch {
    return true;
  }
}

Deno.test("repair: what a call left running counts as that call until the next Stop", async () => {
  using stage = await makeStage();
  const marker = stage.mark("loop-enabled");
  const go = join(stage.project, "go");
  const strike = "until [ -e go ]; do sleep 0.05; done; rm -f .claude/loop-enabled\n";
  const call = new Call(stage);
  assertEquals(await call.around(() => runDetached(stage, strike)), {});
  Deno.writeTextFileSync(go, "");
  await waitUntil(() => isGone(marker), () => "the marker to be removed");
  assertPutBack(await new Call(stage).begin(), "`make clean` removed", "loop-enabled");

  // After the turn it is the user's own doing.
  await stage.registered("stop", stage.stopEvent());
  Deno.removeSync(marker);
  assertEquals((await new Call(stage).begin())["systemMessage"], undefined);
  assert(isGone(marker));
});

Deno.test("repair: a call that the client runs in the background counts until the next Stop", async () => {
  using stage = await makeStage();
  const tool_input = { command: "make watch", run_in_background: true };
  await new Call(stage, { tool_input }).around(() => {});
  remove(stage, "loop-enabled");
  assertPutBack(answerOf(await stage.registered("stop", stage.stopEvent())), "loop-enabled");
});

Deno.test("repair: a call that left nothing running is over with its end", async () => {
  using stage = await makeStage();
  await new Call(stage).around(() => {});
  remove(stage, "loop-enabled");
  assertEquals((await new Call(stage).begin())["systemMessage"], undefined);
  assert(isGone(stage.mark("loop-enabled")));
});
