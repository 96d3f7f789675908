/** What a hook does at most of its calls makes no error: the first one costs it a hundredth of its time. */
import { assertEquals } from "@std/assert";
import { attempt } from "../../src/error.ts";
import { makeStage } from "./_stage.ts";

/** Counts the calls of Deno that throw while something runs, by name and path. */
async function listErrors(run: () => Promise<unknown>): Promise<string[]> {
  const errors: string[] = [];
  const before = { ...Deno };
  for (const [name, call] of Object.entries(Deno)) {
    if (typeof call !== "function" || !name.endsWith("Sync")) continue;
    const noting = (...args: unknown[]) => {
      try {
        return Reflect.apply(call, Deno, args);
      } catch (error) {
        // Other processes, which this one takes for the call's: it notes and ends the call itself.
        if (!`${args[0]}`.startsWith("/proc/")) errors.push(`${name} ${args[0]}`);
        throw error;
      }
    };
    Object.assign(Deno, { [name]: noting });
  }
  try {
    await run();
  } finally {
    Object.assign(Deno, before);
  }
  return errors;
}

Deno.test("hooks: a call that has nothing to report makes no error, with a loop and without", async () => {
  using stage = await makeStage({ plan: "# Plan\n\n- [ ] one\n" });
  await stage.turn();
  const call = { tool_name: "Bash", tool_use_id: "toolu_1", tool_input: { command: "npm test" } };
  const ended = { ...call, duration_ms: 5, tool_response: {} };
  const calls: Record<string, () => Promise<unknown>> = {
    "a command": () => stage.bash("npm test"),
    "its end": () => stage.raise("PostToolUse", ended),
    "an edit": () => stage.guard("Write", { file_path: stage.plan, content: "" }),
    "words": () => stage.bash("rm -rf build; cp PLAN.md PLAN.md"),
    "no loop here": () => stage.bash("npm test", { env: { CLAUDE_PROJECT_DIR: stage.root } }),
  };
  // Folders are made at the first call.
  for (const run of Object.values(calls)) await run();
  for (const [what, run] of Object.entries(calls)) assertEquals(await listErrors(run), [], what);
  assertEquals(await listErrors(() => Promise.try(attempt, () => Deno.lstatSync("/nowhere"))), [
    "lstatSync /nowhere",
  ]);
});
