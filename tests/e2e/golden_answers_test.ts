/** What each hook answers in its main situations, as the client gets it, as files in `golden/`. */
import { openGolden } from "../_golden.ts";
import { type Answer, makeStage, RALPH, type Stage, STRANGER } from "./_stage.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".json",
  "tests/e2e/golden_answers_test.ts",
);

/** An answer as text, with placeholders for what differs from run to run. */
function textOf(stage: Stage, answer: Answer): string {
  return `${JSON.stringify(answer, null, 2)}\n`.replaceAll(stage.root, "/ROOT")
    .replaceAll(/\d{8}-\d{9}-[0-9a-f]{8}/g, "LOOP")
    .replaceAll(/\d+ s (active|of 9 h)/g, "N s $1").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
}

/** Compares the answer of a situation that begins with a running loop. */
function answerTest(
  name: string,
  ask: (stage: Stage) => Promise<Answer>,
  options?: Parameters<typeof makeStage>[0],
): void {
  Deno.test(`answer: ${name}`, async () => {
    using stage = await makeStage({ program: RALPH, ...options });
    assertGolden(name, textOf(stage, await ask(stage)));
  });
}

const write = (stage: Stage, text: string) => stage.put("PLAN.md", text);
const bash = (stage: Stage, command: string) => stage.bash(command);

answerTest("stop_continue", (stage) => stage.turn());
answerTest("stop_complete", (stage) => {
  write(stage, "- [x] one\n- [x] two\n- [x] three\n");
  return stage.turn();
});
answerTest("stop_limit", async (stage) => {
  await stage.turn();
  return await stage.turn();
}, {
  start: ["-f", "PLAN.md", "--max-iterations", "1", "--min-iterations", "0", "--min-hours", "0"],
});
answerTest("stop_kill_switch", (stage) => {
  stage.kill();
  return stage.turn();
});
answerTest("stop_marker_deleted", (stage) => {
  Deno.removeSync(stage.mark("loop-enabled"));
  return stage.turn();
});
answerTest("stop_asked", async (stage) => {
  await stage.raise("UserPromptSubmit", { prompt: "go on" });
  await stage.ok(["stop"]);
  return await stage.turn();
});
answerTest(
  "stop_blocked",
  (stage) =>
    stage.turn({ message: "<blocked>The key of the payment service is missing</blocked>" }),
);
answerTest("stop_waits_for_subagent", (stage) =>
  stage.turn({
    fields: {
      background_tasks: [{ id: "a1", type: "subagent", status: "running", description: "read" }],
    },
  }));
answerTest("stop_other_session", (stage) => stage.turn({ fields: { session_id: STRANGER } }));
answerTest("stop_record_damaged", async (stage) => {
  await stage.turn();
  Deno.writeTextFileSync(stage.mark("ralph-state.json"), "{");
  return await stage.turn();
});
answerTest("guard_deny_command", (stage) => bash(stage, "rm -f .claude/loop-enabled"));
answerTest("guard_allow_command", (stage) => bash(stage, "npm test"));
answerTest(
  "guard_deny_edit",
  (stage) => stage.guard("Write", { file_path: stage.mark("ralph-state.json"), content: "{}" }),
);
answerTest(
  "guard_question",
  (stage) =>
    stage.guard("AskUserQuestion", {
      questions: [{ question: "Which?", options: [{ label: "a" }] }],
    }),
);
answerTest("guard_kill_switch", (stage) => {
  stage.kill();
  return bash(stage, "npm test");
});
answerTest("archive_plan", (stage) => {
  Deno.mkdirSync(stage.mark("plans"));
  Deno.writeTextFileSync(`${stage.mark("plans")}/a.md`, "old");
  return stage.guard("Write", { file_path: `${stage.mark("plans")}/a.md`, content: "new" });
});
answerTest(
  "session_start_claims",
  (stage) => stage.raise("SessionStart", { source: "startup" }),
  { session: null },
);
answerTest("session_start_resumes", async (stage) => {
  await stage.raise("SessionEnd", { reason: "prompt_input_exit" });
  return await stage.raise("SessionStart", { source: "resume" });
});
answerTest("session_start_compacted", async (stage) => {
  await stage.turn();
  return await stage.raise("SessionStart", { source: "compact" });
});
answerTest(
  "session_end",
  (stage) => stage.raise("SessionEnd", { reason: "prompt_input_exit" }),
);
answerTest(
  "session_prompt",
  (stage) => stage.raise("UserPromptSubmit", { prompt: "go on" }),
);
answerTest(
  "prompt_status",
  (stage) => stage.hook("prompt", stage.event("UserPromptSubmit", { prompt: "/ralph:stop" })),
);
answerTest("no_loop", (stage) => stage.turn(), { start: null });

Deno.test("answer: every golden file has its situation", assertNoneLeft);
