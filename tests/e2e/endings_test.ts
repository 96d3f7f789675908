/** Every end of a loop is reported by the hook, the records, the journal and `status`. */
import { stateOfEnd } from "../../src/loop/reasons.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import {
  type Answer,
  answerOf,
  makeStage,
  type Ran,
  SESSION,
  type Stage,
  type StageOptions,
} from "./_stage.ts";

/** How a loop ends, and how that is reported. */
interface Ending {
  readonly code: string;
  readonly sentence: RegExp;
  readonly kind: "let-go" | "halt";
  readonly stage?: StageOptions;
  /** Ends the loop; returns the hook's process, or null if no hook ended it. */
  readonly end: (stage: Stage) => Promise<Ran | null>;
}

const DONE = "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n";
const UNTIL_DONE = ["-f", "PLAN.md", "--until-done"];

async function stop(stage: Stage, what: Parameters<Stage["stopEvent"]>[0] = {}): Promise<Ran> {
  return await stage.raw("stop", JSON.stringify(stage.stopEvent(what)));
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  "complete": {
    code: "complete",
    sentence: /^Task complete \(all_checkboxes, confidence=0\.90\) and all requirements met$/,
    kind: "let-go",
    end: async (stage) => {
      await stop(stage);
      stage.put("PLAN.md", DONE);
      return await stop(stage);
    },
  },
  "complete by a promise, without a file": {
    code: "complete",
    sentence: /^Task complete \(promise, confidence=1\.00\)/,
    kind: "let-go",
    stage: { start: ["--no-focus", "--until-done", "--promise", "TESTS PASS"] },
    end: (stage) => stop(stage, { message: "Done.\n\n<promise>TESTS PASS</promise>" }),
  },
  "max-iterations": {
    code: "max-iterations",
    sentence: /^Maximum iterations \(2\) reached$/,
    kind: "let-go",
    stage: { start: ["-f", "PLAN.md", "--max-iterations=2", "--min-iterations=0"] },
    end: async (stage) => {
      for (const iteration of [1, 2]) {
        await stage.turn();
        assertEquals(stage.record()["iteration"], iteration);
      }
      return await stop(stage);
    },
  },
  "max-runtime": {
    code: "max-runtime",
    sentence: /^Maximum runtime \(9h\) reached$/,
    kind: "let-go",
    end: (stage) => {
      stage.patchRecord({ accumulated_runtime_seconds: 9 * 3600 });
      return stop(stage);
    },
  },
  "max-tokens": {
    code: "max-tokens",
    sentence: /^Maximum tokens \(1000\) reached: 1500 used$/,
    kind: "let-go",
    end: async (stage) => {
      stage.configure({ max_tokens: 1000 });
      stage.write({
        type: "assistant",
        message: {
          id: "msg_1",
          role: "assistant",
          content: [{ type: "text", text: "long" }],
          usage: { input_tokens: 500, output_tokens: 1000 },
        },
      });
      return await stop(stage);
    },
  },
  "blocked": {
    code: "blocked",
    sentence: /^Blocked, needs a human: the key of the staging server$/,
    kind: "let-go",
    end: (stage) =>
      stop(stage, { message: "No key.\n<blocked>the key of the staging server</blocked>" }),
  },
  "no-tools": {
    code: "no-tools",
    sentence: /^No tool call in 7 turns in a row/,
    kind: "let-go",
    end: async (stage) => {
      for (let turn = 0; turn < 7; turn++) await stage.turn({ tool: false });
      return await stop(stage, { tool: false });
    },
  },
  "stuck: the same answer again and again": {
    code: "stuck",
    sentence: /^Loop detected: 5 outputs in a row >90% similar/,
    kind: "let-go",
    end: async (stage) => {
      const message = "I looked at the failing build once more and found no cause.";
      for (let turn = 0; turn < 4; turn++) await stage.turn({ message });
      return await stop(stage, { message });
    },
  },
  "stuck: a verification that keeps failing": {
    code: "stuck",
    sentence: /^Verification `exit 3` rejected 5 times$/,
    kind: "let-go",
    stage: { plan: DONE, start: [...UNTIL_DONE, "--verify", "exit 3"] },
    end: async (stage) => {
      stage.patchRecord({ verify_rejections: 3 });
      assertStringIncludes(JSON.stringify(await stage.turn()), "exit 3");
      return await stop(stage);
    },
  },
  "the kill switch, at Stop": {
    code: "kill-switch",
    sentence: /^Loop stopped via kill switch \(\.claude\/STOP_LOOP\)$/,
    kind: "halt",
    end: (stage) => {
      stage.kill();
      return stop(stage);
    },
  },
  "the kill switch, at a tool call": {
    code: "kill-switch",
    sentence: /^Loop stopped via kill switch/,
    kind: "halt",
    end: (stage) => {
      stage.kill();
      const event = stage.event("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
      return stage.raw("guard", JSON.stringify(event));
    },
  },
  "the kill switch at the git top": {
    code: "kill-switch",
    sentence: /^Loop stopped via kill switch/,
    kind: "halt",
    end: (stage) => {
      Deno.mkdirSync(join(stage.root, ".git"));
      Deno.mkdirSync(join(stage.root, ".claude"));
      Deno.writeTextFileSync(join(stage.root, ".claude", "STOP_LOOP"), "");
      return stop(stage);
    },
  },
  "ralph stop, during a turn": {
    code: "stopped-by-user",
    sentence: /^Loop stopped on request/,
    kind: "halt",
    end: async (stage) => {
      await stage.turn();
      await stage.ok(["stop"]);
      assertEquals(stage.record()["state"], "draining");
      return await stop(stage);
    },
  },
  "ralph stop, at rest": {
    code: "stopped-by-user",
    sentence: /^Loop stopped on request/,
    kind: "halt",
    end: async (stage) => {
      await stage.raise("SessionEnd", { reason: "other" });
      await stage.ok(["stop"]);
      return null;
    },
  },
  "ralph stop, and the session closes before the turn ends": {
    code: "stopped-by-user",
    sentence: /^Loop stopped on request/,
    kind: "halt",
    end: async (stage) => {
      await stage.turn();
      await stage.ok(["stop"]);
      await stage.raise("SessionEnd", { reason: "other" });
      return null;
    },
  },
  "disabled: the marker was deleted": {
    code: "disabled",
    sentence: /^Loop disabled: \.claude\/loop-enabled was deleted$/,
    kind: "halt",
    end: (stage) => {
      Deno.removeSync(stage.mark("loop-enabled"));
      return stop(stage);
    },
  },
};

for (const [way, ending] of Object.entries(ENDINGS)) {
  Deno.test(`endings: ${way} is reported everywhere`, async () => {
    using stage = await makeStage(ending.stage);
    const id = stage.record()["id"];
    const ran = await ending.end(stage);
    if (ran !== null) assertAnswered(ran, ending);
    assertRecorded(stage, id, ending);
    await assertShown(stage, ending);
    assertEquals(await stage.turn(), {}, "the loop is over");
  });
}

/** What the client shows: `systemMessage`, stop reason, stderr. */
function assertAnswered(ran: Ran, { kind, sentence }: Ending): void {
  const answer: Answer = answerOf(ran);
  const isHalt = kind === "halt";
  const prefix = isHalt ? "[RALPH] HARD STOP: " : "[RALPH] Session stopped: ";
  const line = ran.stderr.split("\n").find((line) => line.startsWith(prefix));
  assertMatch(line?.slice(prefix.length) ?? ran.stderr, sentence);
  assertMatch(answer["systemMessage"], /^ralph: [a-z].*\. (\d+ turns?, )?\d.* active/);
  assertEquals(answer["continue"], isHalt ? false : undefined);
  if (isHalt) assertMatch(answer["stopReason"], /^ralph: [a-z]/);
}

/** Stop record, history and journal; no file of the loop is left in the project. */
function assertRecorded(stage: Stage, id: string, { code, kind, sentence }: Ending): void {
  const stopped = stage.stopRecord();
  assert(stopped !== null, "there must be a stop record");
  assertMatch(stopped["timestamp"], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert(Math.abs(Date.parse(stopped["timestamp"]) - Date.now()) < 60_000, "UTC, and now");
  assertMatch(stopped["reason"], sentence);
  assertEquals({ ...stopped, timestamp: "", reason: "" }, {
    timestamp: "",
    reason: "",
    decision: kind === "halt" ? "hard_stop" : "stop",
    type: kind === "halt" ? "hard" : "normal",
    session_id: SESSION,
    project_dir: stage.project,
    code,
    loop_id: id,
    open_findings: [],
  });
  const history = stage.lines(stage.inHome("ralph", "history.jsonl"));
  assertEquals(history.length, 1);
  assertStringIncludes(JSON.stringify(history[0]), id);
  assertEquals(history[0]?.["code"], code);
  const last = stage.journal().at(-1);
  assertEquals([last?.["kind"], last?.["code"]], [kind, code]);
  assertEquals(stage.hasLoop(), false);
}

/** `status`, for people and for scripts. */
async function assertShown(stage: Stage, { code, sentence }: Ending): Promise<void> {
  const env = { CLAUDE_CODE_SESSION_ID: SESSION };
  const { schema_version, state, loop, last_loop } = await stage.status({ env });
  assertEquals([schema_version, state, loop], [3, stateOfEnd(code), null]);
  assertEquals(last_loop.code, code);
  assertMatch(last_loop.sentence, sentence);
}
