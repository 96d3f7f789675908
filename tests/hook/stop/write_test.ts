import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { RecordError } from "../../../src/error.ts";
import { fileOf } from "../../../src/store/records/loop_record.ts";
import { hashMessage } from "../../../src/evidence/twin.ts";
import { answerEnd } from "../../../src/hook/end.ts";
import { gather } from "../../../src/hook/stop/gather.ts";
import { type JudgedStop, judgeStop, satisfyBy } from "../../../src/hook/stop/judge.ts";
import { openStop, type StopEvent } from "../../../src/hook/stop/session.ts";
import { recordAfter, remember, sessionAfter, writeJudged } from "../../../src/hook/stop/write.ts";
import { halt, plain } from "../../../src/hook/answer.ts";
import { readLoop } from "../../../src/store/records/loops.ts";
import { readJournal } from "../../../src/store/records/journal.ts";
import {
  readSessionRecord,
  writeSessionRecord,
} from "../../../src/store/records/session_record.ts";
import { decide, givenFacts, givenRecord, givenSettings } from "../../loop/_given.ts";
import { LoopProject, NOW, OWNER } from "../../lifecycle/_loop.ts";

/** A judged Stop that is not written yet. */
async function given(project: LoopProject): Promise<{ stop: StopEvent; judged: JudgedStop }> {
  const stop = await openStop(project.event());
  return { stop, judged: await judgeStop(stop, await gather(stop), satisfyBy(stop)) };
}

Deno.test("writeJudged: writes both records, and the decision into the journal", async () => {
  using project = new LoopProject();
  const { stop, judged } = await given(project);
  assert("record" in (writeJudged(stop, judged, null) as object));
  const { record } = project.event().loop;
  assertEquals([record.iteration, record.turn.state, record.lastDecision?.kind], [
    1,
    "running",
    "continue",
  ]);
  const session = readSessionRecord(project.places, OWNER, project.project, project.id);
  assertEquals(session?.answered?.atMs, NOW);
  assertEquals(session?.toollessAtMs, [NOW]);
  const journal = project.read(`~/.claude/ralph/loops/${project.id}/journal.jsonl`);
  assertStringIncludes(journal, '"kind":"continue"');
});

Deno.test("writeJudged: the journal keeps the facts, those of an end too, in less than 1.5 KB", async () => {
  using project = new LoopProject();
  const file = `~/.claude/ralph/loops/${project.id}/journal.jsonl`;
  const first = await given(project);
  writeJudged(first.stop, first.judged, null);
  const second = await given(project);
  const { basis } = second.judged.outcome;
  const reason = { code: "stuck", sentence: "Stuck" } as const;
  writeJudged(
    second.stop,
    second.judged,
    () => answerEnd(second.stop, { kind: "halt", reason, evidence: [], basis }),
  );
  const { entries } = readJournal(project.path(file));
  const judgements = entries.filter(({ kind }) => kind !== "note");
  assertEquals(judgements.map(({ kind, rule, inputs }) => [kind, rule, inputs?.record.iteration]), [
    ["continue", null, 0],
    ["halt", null, 1],
  ]);
  for (const line of project.read(file).trim().split("\n")) assert(line.length < 1_500, line);
});

Deno.test("writeJudged: each write increments the revision, and a late judgement is not written", async () => {
  using project = new LoopProject();
  const before = project.event().loop.record.revision ?? 0;
  const first = await given(project);
  const late = await given(project);
  assert("record" in (writeJudged(first.stop, first.judged, null) as object));
  assertEquals(project.event().loop.record.revision, before + 1);
  assertEquals(writeJudged(late.stop, late.judged, null), "changed");
  assertEquals(project.event().loop.record.iteration, 1, "the late one counts nothing");
});

Deno.test("writeJudged: a record of an older ralph has no revision and counts as the first", async () => {
  using project = new LoopProject();
  const { revision: _, ...old } = project.event().loop.record;
  project.write(".claude/ralph-state.json", JSON.stringify(fileOf(old)));
  const { stop, judged } = await given(project);
  assertEquals(stop.loop.record.revision, undefined);
  assert("record" in (writeJudged(stop, judged, null) as object));
  assertEquals(project.event().loop.record.revision, 1);
});

Deno.test("writeJudged: a judgement on a changed record is not written", async () => {
  using project = new LoopProject();
  const { stop, judged } = await given(project);
  project.writeRecord(stop.loop.record);
  assertEquals(writeJudged(stop, judged, null), "changed");
});

Deno.test("writeJudged: notices a twin's answer, the kill switch and a deleted marker", async () => {
  for (
    const change of [
      (project: LoopProject) => project.write(".claude/STOP_LOOP", ""),
      (project: LoopProject) => Deno.removeSync(project.path(".claude/loop-enabled")),
      (project: LoopProject, { stop }: { stop: StopEvent }) =>
        writeSessionRecord(project.places, {
          ...stop.session,
          answered: { promptId: "p", messageHash: "h", atMs: NOW },
        }),
    ]
  ) {
    using project = new LoopProject();
    const one = await given(project);
    change(project, one);
    assertEquals(writeJudged(one.stop, one.judged, null), "changed");
  }
});

Deno.test("writeJudged: does not bring back a loop that another process ended", async () => {
  using project = new LoopProject();
  const { stop, judged } = await given(project);
  Deno.removeSync(project.path(".claude/ralph-state.json"));
  assertEquals(writeJudged(stop, judged, null), plain());
  assertEquals(project.read(".claude/ralph-state.json"), "");
});

Deno.test("writeJudged: a record that cannot be read under the lock ends the attempts", async () => {
  using project = new LoopProject();
  const { stop, judged } = await given(project);
  project.write(".claude/ralph-state.json", "{");
  assertThrows(() => writeJudged(stop, judged, null), RecordError);
});

Deno.test("writeJudged: ends the loop under the lock, and only if nothing changed", async () => {
  using project = new LoopProject();
  const { stop, judged } = await given(project);
  const reason = { code: "stuck", sentence: "The last answers were alike" } as const;
  const end = () => answerEnd(stop, { kind: "let-go", reason, evidence: [] }, stop.loop.record);
  const written = writeJudged(stop, judged, end);
  assert(written !== "changed" && "answer" in written);
  assertStringIncludes(String(written.answer["systemMessage"]), "ralph: stuck");
  assert(readLoop(project.places, project.id)?.hasEnded);
  assertEquals(writeJudged(stop, judged, () => halt("again")), plain(), "once only");
});

Deno.test("recordAfter: the turn runs after a continuation and rests after a wait", () => {
  const facts = givenFacts();
  const outcome = decide(givenRecord(), facts, givenSettings());
  const before = { lastDecision: null, wakes: 2 };
  const goesOn = recordAfter({ facts, outcome, tick: { lastToolCallAtMs: null } }, before, [
    "a line",
  ]);
  assertEquals([goesOn.turn.state, goesOn.wakes, goesOn.said], ["running", 2, ["a line"]]);
  assertEquals(goesOn.lastDecision?.code, "work");
  const waits = decide(givenRecord(), givenFacts({ waitsOn: "a build" }), givenSettings());
  const rests = recordAfter({ facts, outcome: waits, tick: { lastToolCallAtMs: 1 } }, before, []);
  assertEquals([rests.turn.state, rests.wakes, rests.said], ["resting", 0, ["a build"]]);
  assertEquals(rests.lastDecision?.sentence, "waits for a build");
});

Deno.test("sessionAfter: only a continuation counts against the client's cap", async () => {
  using project = new LoopProject();
  const { stop, judged } = await given(project);
  const after = sessionAfter(stop, judged, 7);
  assertEquals(after.toollessAtMs, [7]);
  assertEquals(after.answered, {
    promptId: "prompt-1",
    messageHash: hashMessage("Worked on it.", false),
    atMs: 7,
  });
  const decision = { kind: "wait", code: "background", on: "x", evidence: [] } as const;
  const waits = sessionAfter(stop, { ...judged, outcome: { ...judged.outcome, decision } }, 7);
  assertEquals([waits.toollessAtMs, waits.answered?.atMs], [[], 7]);
});

Deno.test("remember: the newest fifty lines are kept", () => {
  const said = Array.from({ length: 50 }, (_, index) => String(index));
  assertEquals(remember({ said }, ["new"]).length, 50);
  assertEquals(remember({ said }, ["new"]).at(-1), "new");
});
