/** What any form of the program has to do. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { answerOf, continuationOf, makeStage, type Stage } from "./_stage.ts";

/** A loop from its start to its end: a Stop is continued, every other hook answers, a Stop ends it. */
export async function keepLoop(program: string): Promise<void> {
  using stage = await makeStage({ program, plan: "# Plan\n\n- [ ] one\n" });
  assertStringIncludes(continuationOf(await stage.turn()) ?? "", "one");
  await callOthers(stage);
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
  assertEquals(await stage.lastTurn(), "complete");
}

/** Calls the guard, the hooks of session events and of prompts, and the status line. */
async function callOthers(stage: Stage): Promise<void> {
  const call = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
  const denied = stage.event("PreToolUse", call("rm -f .claude/loop-enabled"));
  const { hookSpecificOutput } = await stage.hook("guard", denied);
  assertEquals(hookSpecificOutput?.permissionDecision, "deny");
  assertEquals(await stage.hook("guard", stage.event("PreToolUse", call("npm test"))), {});
  assertEquals(await stage.hook("session", stage.event("PostToolUse", call("npm test"))), {});
  const prompt = (text: string) => stage.event("UserPromptSubmit", { prompt: text });
  const slash = await stage.registered("prompt", prompt("/ralph:status"));
  assertStringIncludes(answerOf(slash)["reason"], "PLAN.md");
  assertEquals(answerOf(await stage.registered("prompt", prompt("go on")))["decision"], undefined);
  assertStringIncludes(await stage.ok(["statusline"]), "1/99");
}
