import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { answerStop } from "../../src/hook/stop/stop.ts";
import { endAtEvent, endLoop, finishCutEnds } from "../../src/lifecycle/end.ts";
import { stopLoop } from "../../src/lifecycle/stop_loop.ts";
import { readHistory } from "../../src/store/records/history.ts";
import { loopPlaces } from "../../src/store/places.ts";
import { noteActive } from "../../src/store/repair/calls.ts";
import { killSwitch, stoppedByUser } from "../../src/loop/reason.ts";
import { placesOf } from "../../src/store/places.ts";
import { isThere } from "../../src/store/files/presence.ts";
import { readLastRecord, readLoop } from "../../src/store/records/loops.ts";
import { findLoop } from "../../src/lifecycle/loop.ts";
import { hasMarker, readLoopRecord, writeMarker } from "../../src/store/records/project_marks.ts";
import { readStopRecord } from "../../src/store/records/stop_record.ts";
import { LoopProject, NOW, OWNER } from "./_loop.ts";

Deno.test("endAtEvent: record, stop record, history, journal and marks agree", () => {
  using project = new LoopProject({ iteration: 3 });
  const path = project.write(".claude/STOP_LOOP", "");
  const call = project.event();
  assertEquals(
    endAtEvent(call, { kind: "halt", reason: killSwitch(path), evidence: ["seen"] }),
    [],
  );
  const last = readLastRecord(project.places, project.id);
  assertEquals([last?.state, last?.lastDecision?.code], ["stopped", "kill-switch"]);
  const stop = readStopRecord(project.places);
  assertEquals([stop?.code, stop?.sessionId, stop?.loopId], ["kill-switch", OWNER, project.id]);
  assertStringIncludes(project.read("~/.claude/ralph/history.jsonl"), '"code":"kill-switch"');
  const journal = project.read(`~/.claude/ralph/loops/${project.id}/journal.jsonl`);
  assertEquals(JSON.parse(journal.trim()), {
    at: "2026-01-01T00:10:00Z",
    event: "Stop",
    kind: "halt",
    code: "kill-switch",
    sentence: killSwitch(path).sentence,
    evidence: ["seen"],
    brief: killSwitch(path).brief,
    iteration: 3,
    session: OWNER,
    runtime_seconds: 0,
    phase: "implementation",
    commit: "",
  });
  for (const mark of ["loop-enabled", "ralph-state.json", "STOP_LOOP"]) {
    assertEquals(isThere(project.path(`.claude/${mark}`)), false, mark);
  }
  // A marker that comes back (a stash, a checkout) does not bring the loop back.
  writeMarker(project.project, project.id);
  assertEquals(findLoop(project.places, project.project), null);
  assert(readLoop(project.places, project.id)?.hasEnded);
});

Deno.test("endLoop: of two ends at once the first records why", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  const end = { kind: "halt", evidence: [], event: "stop", sessionId: null, nowMs: NOW } as const;
  endLoop(project.places, loop.record, { ...end, reason: stoppedByUser(), killSwitch: null });
  const path = project.write(".claude/STOP_LOOP", "");
  endLoop(project.places, loop.record, { ...end, reason: killSwitch(path), killSwitch: path });
  assertEquals(readStopRecord(project.places)?.code, "stopped-by-user");
  assertEquals(
    isThere(project.path(".claude/STOP_LOOP")),
    false,
    "the kill switch has done its work",
  );
});

Deno.test("endLoop: reports what cannot be written, and ends the loop all the same", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  project.write("~/.claude/ralph/history.jsonl/in-the-way", "");
  const problems = endAtEvent(project.event(), { kind: "halt", reason: stoppedByUser() });
  assertEquals(problems.length, 1);
  assert(readLoop(project.places, loop.facts.id)?.hasEnded);
});

Deno.test("endLoop: the marks are removed even if the home folder cannot be written", () => {
  using project = new LoopProject();
  const nowhere = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  const end = { kind: "halt", evidence: [], event: "stop", sessionId: null, nowMs: NOW } as const;
  const { record } = project.event().loop;
  const problems = endLoop(nowhere, record, { ...end, reason: stoppedByUser(), killSwitch: null });
  assert(problems.length > 0);
  assertEquals([hasMarker(project.project), readLoopRecord(project.project)], [false, null]);
});

/** Lets a call that changes the disk fail, or all from it on, as after a kill. @returns How many there were. */
function withFault(at: number, isKilled: boolean, work: () => void): number {
  const own = { ...Deno };
  let count = 0;
  const mayChange = () => {
    count++;
    if (count === at || isKilled && count > at) throw new Deno.errors.PermissionDenied("a fault");
  };
  try {
    Deno.openSync = (path, options = { read: true }) => {
      if (options.write || options.append) mayChange();
      return own.openSync(path, options);
    };
    Deno.renameSync = (from, to) => (mayChange(), own.renameSync(from, to));
    Deno.removeSync = (path, options) => (mayChange(), own.removeSync(path, options));
    work();
  } finally {
    const { openSync, renameSync, removeSync } = own;
    Object.assign(Deno, { openSync, renameSync, removeSync });
  }
  return count;
}

/** What is left of an end: marks, copies, and the lines in the history. */
function leftOf(project: LoopProject) {
  const { id, places } = project;
  const marks = ["loop-enabled", "ralph-state.json"];
  return {
    marks: marks.filter((mark) => isThere(project.path(`.claude/${mark}`))),
    hasCopies: isThere(loopPlaces(places, id).copiesDir),
    lines: readHistory(places).filter((entry) => entry.id === id).length,
  };
}

const WHOLE = { marks: [], hasCopies: false, lines: 1 };

for (const isKilled of [true, false]) {
  const what = isKilled ? "a kill" : "a fault";
  Deno.test(`endLoop: after ${what} at any call, the next events make the end whole, once`, () => {
    let isReached = true;
    for (let at = 1; isReached; at++) {
      using project = new LoopProject();
      const { places } = project;
      noteActive(places, { id: project.id, project: project.project }, OWNER);
      const call = project.event();
      const calls = withFault(at, isKilled, () => {
        endAtEvent(call, { kind: "let-go", reason: stoppedByUser() });
      });
      isReached = calls >= at;
      // Where it has not ended, the user ends it again.
      stopLoop(places, project.project, { typedIn: OWNER, nowMs: NOW + 5_000 });
      finishCutEnds(places, project.project, null);
      assertEquals(leftOf(project), WHOLE, `call ${at}`);
    }
  });
}

Deno.test("endLoop: the owner's next Stop finishes an end that was cut off", async () => {
  using project = new LoopProject();
  noteActive(project.places, { id: project.id, project: project.project }, OWNER);
  const { event, ...context } = project.event();
  const marks = withFaultAtRemoval(() => {
    endAtEvent(project.event(), { kind: "let-go", reason: stoppedByUser() });
    return leftOf(project).marks;
  });
  assertEquals(marks.length, 2);
  const env = { ...context.env, claudeProjectDir: project.project };
  await answerStop(event, { ...context, env });
  assertEquals(leftOf(project), WHOLE);
});

/** Lets no file be removed. */
function withFaultAtRemoval<T>(work: () => T): T {
  const { removeSync } = Deno;
  Deno.removeSync = () => {
    throw new Deno.errors.PermissionDenied("a fault");
  };
  try {
    return work();
  } finally {
    Deno.removeSync = removeSync;
  }
}

Deno.test("endLoop: a line that could not be written is there later, and no second one", () => {
  using project = new LoopProject();
  project.write("~/.claude/ralph/history.jsonl/in-the-way", "");
  endAtEvent(project.event(), { kind: "halt", reason: stoppedByUser() });
  finishCutEnds(project.places, project.project, null);
  Deno.removeSync(project.places.historyFile, { recursive: true });
  for (let time = 0; time < 3; time++) finishCutEnds(project.places, project.project, null);
  assertEquals(leftOf(project), WHOLE);
});

Deno.test("endLoop: what finishes an end leaves the marks of the next loop alone", () => {
  using project = new LoopProject();
  const { loop } = project.event();
  endAtEvent(project.event(), { kind: "halt", reason: stoppedByUser() });
  Deno.mkdirSync(loopPlaces(project.places, loop.facts.id).copiesDir, { recursive: true });
  writeMarker(project.project, "another-loop");
  finishCutEnds(project.places, project.project, null);
  assertEquals(leftOf(project), { ...WHOLE, marks: ["loop-enabled"] });
});
