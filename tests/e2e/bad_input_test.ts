/** Whatever is on standard input, a hook answers one valid document and exits with 0. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hashTree } from "./_tree.ts";
import { answerOf, continuationOf, makeStage, RALPH, type Stage } from "./_stage.ts";

const HOOKS = ["stop", "guard", "archive", "session", "prompt"] as const;

/** Deeper than any parser's stack. */
const DEEP = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

/** Inputs that are not an event. */
const NO_EVENTS: Readonly<Record<string, (stage: Stage) => string | Uint8Array>> = {
  "nothing": () => "",
  "spaces": () => " \n\t\n",
  "garbage": () => "ceci n'est pas du JSON",
  "half a document": () => '{"session_id": "x", "hook_event_na',
  "null": () => "null",
  "a list": () => "[]",
  "a number": () => "42",
  "a text": () => '"Stop"',
  "deep JSON": () => DEEP,
  "a deep field": () => `{"hook_event_name": ${DEEP}}`,
  "no name of an event": () => "{}",
  "binary": () => crypto.getRandomValues(new Uint8Array(60_000)),
  "zero bytes": () => new Uint8Array(10_000),
  "two documents": (stage) => {
    const event = JSON.stringify(stage.event("Stop"));
    return event + event;
  },
  "two lines": (stage) => {
    const event = JSON.stringify(stage.event("Stop"));
    return `${event}\n${event}\n`;
  },
  "Latin-1": () => Uint8Array.from([0x7b, 0x22, 0xe4, 0xf6, 0x22, 0x7d]),
};

Deno.test("bad input: every hook answers input that is not an event with {}, and changes no file", async () => {
  using stage = await makeStage({ program: RALPH });
  const before = await hashTree(stage.root);
  for (const [index, [name, input]] of Object.entries(NO_EVENTS).entries()) {
    // All read with the same code, and the hook of prompts hands on to that of the session.
    for (const hook of ["prompt", HOOKS[index % 3]!]) {
      assertEquals(answerOf(await stage.raw(hook, input(stage))), {}, `${hook}: ${name}`);
    }
  }
  assertEquals(await hashTree(stage.root), before);
  assert(continuationOf(await stage.turn()) !== null, "the loop continues");
});

Deno.test("bad input: 100 MB on standard input are read and answered with {}", async () => {
  using stage = await makeStage({ program: RALPH });
  const huge = new Uint8Array(100 * 1024 * 1024).fill(0x61);
  // What reads for the hook of prompts reads for the other hooks too; the guard has its own pack.
  for (const hook of ["guard", "prompt"]) {
    assertEquals(answerOf(await stage.raw(hook, huge)), {}, hook);
  }
});

Deno.test("bad input: a Write of 20 MB is judged", async () => {
  using stage = await makeStage({ program: RALPH });
  const content = "x".repeat(20 * 1024 * 1024);
  const event = (path: string) =>
    stage.event("PreToolUse", {
      tool_name: "Write",
      tool_use_id: "t",
      tool_input: { file_path: `${stage.project}/${path}`, content },
    });
  assertEquals(await stage.hook("guard", event("big.txt")), {});
  const denied = await stage.hook("guard", event(".claude/loop-enabled"));
  assertEquals(denied["hookSpecificOutput"].permissionDecision, "deny");
});

Deno.test("bad input: fields of the wrong type count as missing", async () => {
  using stage = await makeStage({ program: RALPH });
  const wrong = [null, 5, [null], {}, "\u0000".repeat(100_000)];
  const fields = [
    "transcript_path",
    "cwd",
    "prompt_id",
    "permission_mode",
    "stop_hook_active",
    "last_assistant_message",
    "background_tasks",
    "session_crons",
    "tool_name",
    "tool_use_id",
    "tool_input",
    "duration_ms",
    "source",
    "reason",
    "prompt",
    "error",
  ];
  for (const value of wrong) {
    const all = Object.fromEntries(fields.map((field) => [field, value]));
    const events = [
      ["stop", "Stop"],
      ["guard", "PreToolUse"],
      ["session", "SessionStart"],
      ["session", "UserPromptSubmit"],
      ["session", "PostToolUse"],
    ] as const;
    await Promise.all(events.map(async ([hook, name]) => {
      answerOf(await stage.raw(hook, JSON.stringify(stage.event(name, all))));
    }));
  }
  assertEquals(stage.record()["state"], "running");
});

Deno.test("bad input: an event with nothing but its name and session is answered", async () => {
  using stage = await makeStage({ program: RALPH });
  const bare = { hook_event_name: "Stop", session_id: stage.event("Stop")["session_id"] };
  assert(continuationOf(await stage.hook("stop", bare)) !== null);
});

Deno.test("bad input: unknown fields and events are ignored", async () => {
  using stage = await makeStage({ program: RALPH });
  assertEquals(await stage.raise("MessageDisplay", { turn_id: "1" }), {});
  assert(continuationOf(await stage.turn({ fields: { brand_new: { deep: [1] } } })) !== null);
});

Deno.test("bad input: an event for another hook is answered with {}, and changes nothing", async () => {
  using stage = await makeStage({ program: RALPH });
  await stage.turn();
  const wrong = [["stop", "PreToolUse"], ["stop", "SubagentStop"], ["guard", "Stop"], [
    "session",
    "PreCompact",
  ]] as const;
  const before = stage.record();
  for (const [action, name] of wrong) {
    const event = stage.event(name, { tool_name: "Bash", tool_input: { command: "rm .claude/*" } });
    assertEquals(await stage.hook(action, event), {}, `${action} ${name}`);
  }
  assertEquals(stage.record(), before);
});

Deno.test("bad input: `ralph hook --help` shows the help", async () => {
  using stage = await makeStage({ program: RALPH, start: null, isInstalled: false });
  for (const word of ["--help", "-h"]) {
    assertStringIncludes(await stage.ok(["hook", word]), "Answer one event of Claude Code");
  }
});

Deno.test("bad input: a wrong hook name is reported with exit code 0", async () => {
  using stage = await makeStage({ program: RALPH });
  for (const name of ["stpo", "", "toString", "__proto__", "constructor"]) {
    const answer = answerOf(await stage.raw(name, JSON.stringify(stage.event("Stop"))));
    assertStringIncludes(answer["systemMessage"], "No hook named");
  }
});

Deno.test("bad input: a session id with path separators writes no file outside of the home", async () => {
  const session = "../../../../escape/..\u0000/🌀";
  using stage = await makeStage({ program: RALPH, session: null, start: ["-f", "PLAN.md"] });
  await stage.raise("UserPromptSubmit", { prompt: "go", session_id: session });
  const event = stage.event("Stop", { session_id: session, last_assistant_message: "x" });
  assert(continuationOf(await stage.hook("stop", event)) !== null);
  const outside = [...Deno.readDirSync(stage.root)].map(({ name }) => name).sort();
  assertEquals(outside, ["home", "project"]);
});

Deno.test("bad input: the loop continues with a transcript that is broken, a folder or a device", async () => {
  using stage = await makeStage({ program: RALPH });
  const garbage = `${stage.root}/garbage.jsonl`;
  Deno.writeFileSync(garbage, crypto.getRandomValues(new Uint8Array(60_000)));
  Deno.writeTextFileSync(garbage, `\n{"type":"assistant","timestamp":5}\nnull\n[]\n{"type":`, {
    append: true,
  });
  for (const path of [garbage, stage.project, "/dev/zero", "/dev/null", "/no/such", "relative"]) {
    const event = stage.event("Stop", { transcript_path: path, last_assistant_message: path });
    assert(continuationOf(await stage.hook("stop", event)) !== null, path);
  }
});
