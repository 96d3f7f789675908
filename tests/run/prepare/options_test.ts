import { assertEquals, assertThrows } from "@std/assert";
import { limitAgents, recallOptions, rememberOptions } from "../../../src/run/prepare/options.ts";
import type { RunOptions } from "../../../src/run/prepare/run_options.ts";
import { UsageError } from "../../../src/error.ts";

/** Options as the parser gives them, with only what a test looks at. */
function options(values: Record<string, unknown>): RunOptions {
  return { terminal: "auto", "idle-timeout": 60, ...values } as unknown as RunOptions;
}

Deno.test("run options: options are kept over several resumes, new values take precedence", () => {
  const first = rememberOptions(
    options({ agent: "codex", prompt: "extra.md", "idle-timeout": 300 }),
    new Set(["agent", "prompt", "idle-timeout", "json"]),
    "/project",
  );
  assertEquals(first, { agent: "codex", prompt: "/project/extra.md", "idle-timeout": 300 });
  const given = new Set(["agent"]);
  const now = recallOptions(options({ agent: "claude" }), given, first);
  assertEquals([now.agent, now.prompt, now["idle-timeout"], now.terminal], [
    "claude",
    "/project/extra.md",
    300,
    "auto",
  ]);
  const second = rememberOptions(now, given, "/elsewhere", first);
  assertEquals(second, { ...first, agent: "claude" });
});

Deno.test("run options: the number of agents depends on the open items, and a resumed run gets as many again", () => {
  assertEquals(limitAgents(undefined, false, { open: 3, started: 0 }), 10);
  assertEquals(limitAgents(undefined, false, { open: 30, started: 0 }), 60);
  assertEquals(limitAgents(undefined, false, { open: 3, started: 10 }), 20);
  assertEquals(limitAgents(4, true, { open: 30, started: 0 }), 4);
  assertEquals(limitAgents(20, false, { open: 3, started: 12 }), 20, "not reached yet");
  assertEquals(limitAgents(10, false, { open: 3, started: 10 }), 20, "reached: it goes on");
  assertEquals(limitAgents(10, true, { open: 0, started: 10 }), 10, "only the checks are left");
});

Deno.test("run options: a limit that is used up is refused with the line that has enough, and counts are words", () => {
  for (const [started, count] of [[1, "1 turn already"], [10, "10 turns already"]] as const) {
    const limit = () => limitAgents(1, true, { open: 3, started });
    const error = assertThrows(limit, UsageError, count) as UsageError;
    for (const words of [["--max-iterations", "1"], ["--max-iterations=1"]]) {
      const rest = ["--parallel", "1", "--resume", ...words];
      const enough = ["run", "--parallel", "1", "--resume", "--max-iterations", `${started + 10}`];
      assertEquals(error.again?.({ path: ["run"], rest }), enough);
    }
  }
});
