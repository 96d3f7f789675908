/** What the runner knows, the next agent is told. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { describeLastTurn } from "../../../src/run/iteration/last_turn.ts";
import { typed } from "../../_trusted.ts";
import { type Act, play, tick } from "./_play.ts";

/** Lines of an agent that reports what it does. */
const say = (run: Parameters<Act>[0], ...lines: unknown[]) => {
  for (const line of lines) run.callbacks.onLine(JSON.stringify(line));
};

Deno.test("tell the next agent: the check of an item passes, and its box is open", async () => {
  const prompts: string[] = [];
  const [check] = await typed("test -e done-1");
  const { end } = await play(1, (run, time) => {
    prompts.push(run.command.at(-1) ?? "");
    if (prompts.length > 1) return tick(run, time);
    run.callbacks.onLine("I made done-1, all is well.");
  }, { job: { itemCommands: new Map([["item 0#0", check!]]) } });
  assertEquals(end.reason.code, "complete");
  assertMatch(
    prompts[1] ?? "",
    /^Turn 1 left "item 0" open\. .*Its last words: "I made done-1, all is well\." `test -e done-1` passes now, but the box is open/m,
  );
});

Deno.test("tell the next agent: no two prompts of an item are equal", async () => {
  const prompts: string[] = [];
  await play(1, (run) => {
    prompts.push(run.command.at(-1)?.replace(/^Turn .*\n/, "") ?? "");
  });
  assert(prompts.length >= 4);
  assertEquals(new Set(prompts).size, prompts.length);
});

Deno.test("tell the next agent: one line for files, commits, words and the check", () => {
  assertEquals(
    describeLastTurn({
      number: 3,
      item: "Add it",
      changed: ["a", "b", "c", "d", "e", "f"],
      commits: ["1a2b3c4 Add it (feature-1)"],
      hasMoved: true,
      words: "",
      check: { command: "make", hasPassed: false },
    }),
    'Turn 3 left "Add it" open. It changed a, b, c, d, e and 1 more. ' +
      "Its commits: 1a2b3c4 Add it (feature-1). `make` fails.",
  );
  const onBranch = {
    number: 2,
    item: "Add it",
    changed: [],
    commits: ["1a2b3c4 Add it (feature-1)"],
    hasMoved: true,
    words: "",
    check: null,
  };
  assertEquals(
    describeLastTurn(onBranch),
    'Turn 2 left "Add it" open. Its commits: 1a2b3c4 Add it (feature-1).',
  );
});

Deno.test("tell the end: an agent whose every tool call failed is named with the cause", async () => {
  const fail = {
    type: "item.completed",
    item: {
      id: "1",
      type: "command_execution",
      status: "failed",
      aggregated_output: "bwrap: setting up uid map: Operation not permitted",
    },
  };
  const { end } = await play(1, (run) => say(run, fail));
  assertEquals(end.reason.code, "stuck");
  assertMatch(
    end.reason.sentence,
    /the last time each tool call failed: bwrap: setting up uid map: Operation not permitted$/,
  );
});

Deno.test("tell the end: the line that begins with error is the cause, without escape codes", async () => {
  const { end } = await play(1, (run) => {
    run.callbacks.onLine("\x1b[1m\x1b[31merror:\x1b[0m unexpected argument '--full-auto' found");
    run.callbacks.onLine("For more information, try '\x1b[1m--help\x1b[0m'");
    return { exitCode: 2 };
  });
  assertMatch(end.reason.sentence, /: error: unexpected argument '--full-auto' found$/);
});

Deno.test("tell the end: a notice of codex about a model is no error", async () => {
  const notice = { type: "error", id: "0", message: "Model metadata for m not found" };
  const { end } = await play(1, (run) => {
    say(run, { type: "item.completed", item: notice });
    run.callbacks.onLine("error: the key is wrong");
    return { exitCode: 1 };
  });
  assertMatch(end.reason.sentence, /: error: the key is wrong$/);
});

Deno.test("limits: a run whose only turn is cut off by the hours is at its limit, not failed", async () => {
  const { end } = await play(
    1,
    () => ({ endedBy: "limit", exitCode: 143, durationMs: 3_600_000 }),
    {
      settings: { max_hours: 1 },
    },
  );
  assertEquals([end.reason.code, end.exitCode], ["max-runtime", 1]);
});
