import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { endAtEvent, endLoop } from "../../src/lifecycle/end.ts";
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
