import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { client, installHooks, PLAN, runClient, say, script, writePlan } from "./harness/mod.ts";

const SETTINGS = "~/.claude/settings.json";

/** The client reads plain JSON only, and ralph must agree. */
for (
  const [what, change, isRead] of [
    ["plain JSON", (text: string) => text, true],
    ["a byte order mark", (text: string) => `\uFEFF${text}`, true],
    ["a comment", (text: string) => text.replace("{", "{ // mine\n"), false],
    ["a trailing comma", (text: string) => text.replace(/\}\s*$/, ",}\n"), false],
  ] as const
) {
  client.test(`settings with ${what} are ${isRead ? "" : "not "}read by the client`, async (stage) => {
    await writePlan(stage);
    await installHooks(stage);
    await stage.ralph(["start", "-f", PLAN, "--until-done", "--session", SESSION]);
    await stage.write(SETTINGS, change((await stage.read(SETTINGS))!));
    const api = stage.serve(script([say("Hello."), say("Again.")]));
    await runClient(stage, api, "Work", { sessionId: SESSION });
    assertEquals(api.main.length > 1, isRead, "the Stop hook was called");
    const status = await stage.ralph(["hooks", "status"], true);
    assertEquals(status.code, isRead ? 0 : 1, status.stdout + status.stderr);
    if (isRead) return;
    assertStringIncludes(status.stdout, "reads nothing of such a file");
    const started = await stage.ralph(["start", "--dry-run", "-f", PLAN]);
    assertStringIncludes(started.stdout, "--rewrite");
    await stage.ralph(["hooks", "install", "--rewrite"]);
    const again = stage.serve(script([say("Hello."), say("Again.")]));
    await runClient(stage, again, "Work", { resume: SESSION });
    assert(again.main.length > 1, "the rewritten file is not read");
  });
}

const SESSION = "0a1b2c3d-0000-4000-8000-00000000c11e";

client.test("beside the earlier plugin's hooks start is refused until they are removed", async (stage) => {
  await writePlan(stage);
  const trace = `${stage.root}/earlier-ran`;
  await stage.write("~/earlier/ralph/hooks/loop-until-done.sh", `#!/bin/sh\ntouch '${trace}'\n`);
  const settings = JSON.parse((await stage.read(SETTINGS))!);
  const command = `sh ${stage.home}/earlier/ralph/hooks/loop-until-done.sh`;
  settings.hooks = { Stop: [{ hooks: [{ type: "command", command }] }] };
  await stage.write(SETTINGS, JSON.stringify(settings));
  await installHooks(stage);
  const refused = await stage.ralph(["start", "-f", PLAN], true);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "two loops would drive");
  await stage.ralph(["migrate", "--yes"]);
  await stage.ralph(["start", "-f", PLAN, "--until-done", "--session", SESSION]);
  const api = stage.serve(script([say("Hello."), say("Again.")]));
  await runClient(stage, api, "Work", { sessionId: SESSION });
  assert(api.main.length > 1, "the loop continues");
  const ran = await Deno.stat(trace).then(() => true, () => false);
  assertEquals(ran, false, "the earlier one ran");
});
