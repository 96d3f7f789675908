/** `ralph replay` over sessions of every kind, made line by line. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { PROJECT, Session } from "../replay/_session.ts";
import { TestCli } from "./_cli.ts";

const UNTIL_DONE = ["min_hours=0", "min_iterations=0", "enable_validation_phase=false"];
const PLAN = `${PROJECT}/PLAN.md`;

interface Given {
  readonly settings?: readonly string[];
  readonly words?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Sessions of subagents. */
  readonly subagents?: readonly Session[];
}

/** Replays a session and returns its loops. */
// deno-lint-ignore no-explicit-any -- a document of JSON
async function replay(session: Session, given: Given = {}): Promise<any[]> {
  using cli = new TestCli();
  const folder = join(cli.home, "recorded");
  const path = cli.write(join(folder, "one.jsonl"), session.text);
  for (const [index, subagent] of (given.subagents ?? []).entries()) {
    cli.write(join(folder, "one", "subagents", `agent-${index}.jsonl`), subagent.text);
  }
  const settings = [...UNTIL_DONE, ...given.settings ?? []].flatMap((each) => ["--set", each]);
  const words = ["replay", path, "--verbose", ...settings, ...given.words ?? []];
  const { variables = {} } = given;
  const { transcripts } = await cli.json(words, { variables });
  return transcripts[0].loops;
}

/** The ends as `code at stop`, with `…` where the recording ended first. */
async function endsOf(session: Session, given: Given = {}): Promise<string[]> {
  const loops = await replay(session, given);
  return loops.flatMap(({ results: [{ ends, has_ended: hasEnded }] }) => [
    ...ends.map(({ code, stop }: { code: string; stop: number }) => `${code} at ${stop}`),
    ...hasEnded ? [] : ["…"],
  ]);
}

/** A session of so many turns, each with a tool call and an answer of its own. */
function turns(count: number, session = new Session().prompt("Work"), from = 1): Session {
  for (let turn = from; turn < from + count; turn++) {
    session.use("Read", { file_path: `${PROJECT}/${turn}` })
      .say(`${"abcdefghijklmnopqrstuvwxyz".charAt(turn % 26).repeat(40)} ${turn}`).stopped();
  }
  return session;
}

const USAGE = { input_tokens: 900, output_tokens: 100 };

Deno.test("replay: a pause is not active time", async () => {
  const session = turns(2, turns(2).pause(360), 3);
  const [{ results: [{ active_seconds: active }] }] = await replay(session);
  // Some minutes of each turn, not the six hours.
  assertEquals(active < 30 * 60, true, `${active}`);
  assertEquals(await endsOf(session, { settings: ["max_hours=1"] }), ["…"]);
});

Deno.test("replay: active time and iterations reach their limits", async () => {
  assertEquals(await endsOf(turns(9), { settings: ["max_iterations=4"] }), ["max-iterations at 5"]);
  const [first] = await endsOf(turns(40), { settings: ["max_hours=0.5"] });
  assertStringIncludes(first ?? "", "max-runtime at ");
});

Deno.test("replay: tokens count, those of subagents too; unknown tokens reach no limit", async () => {
  const spend = () =>
    new Session().prompt("Work").use("Read", {}).say("one", {
      message: {
        id: "a",
        content: [{ type: "text", text: "one" }],
        stop_reason: "end_turn",
        usage: USAGE,
      },
    }).stopped();
  const settings = ["max_tokens=1500"];
  assertEquals(await endsOf(spend(), { settings }), ["…"]);
  const subagent = new Session().say("found", {
    message: { id: "b", content: [{ type: "text", text: "found" }], usage: USAGE },
  });
  assertEquals(await endsOf(spend(), { settings, subagents: [subagent] }), ["max-tokens at 1"]);
  assertEquals(await endsOf(turns(3), { settings }), ["…"]);
});

Deno.test("replay: an item that a subagent ticks is ticked", async () => {
  const read = {
    file: { filePath: PLAN, content: "- [ ] one\n", startLine: 1, numLines: 1, totalLines: 1 },
  };
  const session = new Session().prompt("Work").use("Read", { file_path: PLAN }, read)
    .say("I let somebody do it.");
  const edit = {
    filePath: PLAN,
    originalFile: "- [ ] one\n",
    structuredPatch: [{ oldStart: 1, lines: ["-- [ ] one", "+- [x] one"] }],
  };
  const subagent = new Session().use("Edit", { file_path: PLAN }, edit);
  const words = ["--focus", PLAN];
  assertEquals(await endsOf(session, { words }), ["…"]);
  assertEquals(await endsOf(session, { words, subagents: [subagent] }), ["complete at 1"]);
});

Deno.test("replay: the client's cap of the environment applies", async () => {
  const session = new Session().prompt("Work", { promptId: "p" });
  for (const text of ["apple pie", "blue skies are wide", "cold", "dark as the night", "every"]) {
    session.say(text).stopped();
  }
  assertEquals(await endsOf(session), ["…"]);
  const variables = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3" };
  assertEquals(await endsOf(session, { variables }), ["no-tools at 3"]);
});

Deno.test("replay: plan mode waits, and the promise of a task ends it", async () => {
  const session = new Session().prompt("Build it", { permissionMode: "plan" })
    .use("Read", {}).say("Here is my plan.").stopped()
    .prompt("Go on", { permissionMode: "acceptEdits", promptId: "p2" })
    .use("Read", {}).say("Done.\n\n<promise>TASK_COMPLETE</promise>").stopped();
  const [loop] = await replay(session);
  const [{ decisions, ends }] = loop.results;
  assertEquals(decisions[0].onward.kind, "wait");
  assertEquals([ends[0].code, ends[0].stop, ends[0].iteration], ["complete", 2, 0]);
});

Deno.test("replay: a queued /ralph:stop ends the loop", async () => {
  const session = new Session().prompt("Work").use("Read", {})
    .line({ type: "queue-operation", operation: "enqueue", content: "/ralph:stop" })
    .say("One step is done.").stopped();
  assertEquals(await endsOf(session), ["stopped-by-user at 1"]);
});

Deno.test("replay: a compaction and the client's own lines are not turns", async () => {
  const session = new Session().prompt("Work").use("Read", {})
    .line({ type: "system", subtype: "compact_boundary" })
    .prompt("The conversation so far", { isCompactSummary: true })
    .line({ type: "api-request-blob", hash: "x" })
    .use("Read", {}).say("Done with the first.").stopped()
    .prompt("<local-command-stdout>ok</local-command-stdout>");
  const [loop] = await replay(session);
  assertEquals(loop.stops, 1);
});

Deno.test("replay: each loop of a session is a row of its own", async () => {
  const started = (task: string) => ({
    type: "attachment",
    attachment: {
      type: "hook_additional_context",
      hookEvent: "UserPromptSubmit",
      content: [`Ralph loop started in ${PROJECT}\nTask: ${task}\n`],
    },
  });
  const session = turns(1);
  turns(2, session.prompt("/ralph:start one").line(started("one")));
  turns(3, session.prompt("/ralph:start two").line(started("two")));
  const loops = await replay(session);
  assertEquals(loops.map(({ stops, is_marked: isMarked }) => [stops, isMarked]), [
    [2, true],
    [3, true],
  ]);
});

Deno.test("replay: a validation that the recorded agent did not know is said to be open", async () => {
  const tick = {
    filePath: PLAN,
    originalFile: "- [ ] one\n",
    structuredPatch: [{ oldStart: 1, lines: ["-- [ ] one", "+- [x] one"] }],
  };
  const session = new Session().prompt("Work").use("Edit", { file_path: PLAN }, tick)
    .say("The item is done.").stopped().prompt("Thanks", { promptId: "p2" }).say(
      "You are welcome.",
    );
  const given = { words: ["--focus", PLAN], settings: ["enable_validation_phase=true"] };
  const [loop] = await replay(session, given);
  const [{ decisions, has_ended: hasEnded }] = loop.results;
  assertEquals(hasEnded, false);
  assertEquals(decisions.map(({ onward }: { onward: { what: string } }) => onward.what), [
    "validate",
    "validate",
  ]);
});

Deno.test("replay: --as-recorded takes the limits of the loop's start; given ones are stronger", async () => {
  const header = (limits: string) => ({
    type: "attachment",
    attachment: {
      type: "hook_additional_context",
      hookEvent: "UserPromptSubmit",
      content: [
        `**IMPLEMENTATION** | ${limits}\n**Adapter [mine]**: STOP\n\n**Task**, as the user gave it:\n\nWork`,
      ],
    },
  });
  const shown = "Iteration 0/3 | Runtime: 0.0h/8.0h | Wall: 0.0h | 0.0h / 2 iters to min";
  const session = () => turns(6, new Session().prompt("Work").line(header(shown)));
  assertEquals(await endsOf(session()), ["…"]);
  const words = ["--as-recorded"];
  const [loop] = await replay(session(), { words });
  assertEquals(loop.limits, {
    max_hours: 8,
    max_iterations: 3,
    min_hours: 0,
    min_iterations: 2,
    decimals: 1,
  });
  // UNTIL_DONE gives the minimums, so only the maximums are taken.
  assertEquals(loop.results[0].ends.map(({ stop }: { stop: number }) => stop), [4]);
  assertEquals([loop.results[0].has_other_limits, loop.adapter], [false, "mine"]);
  const given = { words, settings: ["max_iterations=2"] };
  assertEquals(await endsOf(session(), given), ["max-iterations at 3"]);
});
