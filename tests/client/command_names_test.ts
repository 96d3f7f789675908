/** The commands that README and the messages name exist in the real client where they are read. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  bash,
  client,
  inPane,
  Pane,
  readLoop,
  readStop,
  REPOSITORY,
  runClient,
  say,
  script,
  type Stage,
  startLoop,
  tick,
  waitForEnd,
  waitUntil,
  writePlan,
} from "./harness/mod.ts";
import { findClientPath } from "./harness/install.ts";
import { runCommand } from "./harness/run_command.ts";

/** The commands of README that install the plugin. */
function readInstallation(): string[] {
  const readme = Deno.readTextFileSync(`${REPOSITORY}/README.md`);
  return readme.split("\n").filter((line) => line.startsWith("claude plugin "));
}

inPane.test("README's two commands in the clone install the plugin with its commands", async (stage) => {
  const lines = readInstallation();
  assertEquals(lines.length, 2);
  for (const line of lines) {
    const [, ...args] = line.split(" ");
    const command = [await findClientPath(), ...args];
    const options = { cwd: REPOSITORY, env: stage.clientEnv(), timeoutMs: 20_000 };
    const { code, stdout, stderr } = await runCommand(command, options);
    assertEquals(code, 0, `${line}: ${stdout}${stderr}`);
  }
  await writePlan(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api);
  await pane.type("/ralph:start PLAN.md --until-done");
  await pane.waitFor("/ralph:stop, or touch");
  assertEquals(await waitForEnd(stage), "complete");
});

/** Leaves a loop paused whose session is closed. */
async function startAndClose(stage: Stage): Promise<string> {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  const api = stage.serve(script([bash("echo one"), say("One."), bash("sleep 20"), say("Two.")]));
  const terminator = new AbortController();
  const run = runClient(stage, api, "Work", { sessionId, terminate: terminator.signal });
  await waitUntil(() => api.main.length >= 3, () => "the loop did not go on");
  terminator.abort();
  await run;
  assertEquals((await readLoop(stage)).state, "paused");
  return sessionId;
}

inPane.test("without the plugin a session is handed the loop by what the message names", async (stage) => {
  const owner = await startAndClose(stage);
  const api = stage.serve(script([tick(), say("Done.")]));
  const pane = await Pane.start(stage, api);
  const shown = await pane.waitFor("! ralph start --resume");
  assert(!shown.includes("/ralph:"), shown);
  await pane.type("! ralph start --resume");
  await pane.waitFor("resumed after");
  assert((await readLoop(stage)).owner_session !== owner);
  await pane.type("Go on");
  assertEquals(await waitForEnd(stage), "complete");
});

client.test("`claude -p` is told how it gets a waiting loop, and gets it so", async (stage) => {
  await startLoop(stage);
  const other = stage.serve(script([say("Hello.")]));
  // The client shows this hook's message in the stream only.
  const { lines } = await runClient(stage, other, "go");
  assertStringIncludes(JSON.stringify(lines), "`ralph start --resume --session ID`");
  const sessionId = crypto.randomUUID();
  await stage.ralph(["start", "--resume", "--session", sessionId]);
  const api = stage.serve(script([tick(), say("Done.")]));
  await runClient(stage, api, "go on", { sessionId });
  assertEquals((await readStop(stage))!.session_id, sessionId);
});
