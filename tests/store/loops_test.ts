// deno-lint-ignore-file camelcase -- the names are those of the files
import { FRESH_VALIDATION, type LoopRecord } from "../../src/store/records/loop_record.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { join } from "@std/path";
import fc from "fast-check";
import { appendBeat, readBeats } from "../../src/store/records/beats.ts";
import { appendHistory, historyEntryOf } from "../../src/store/records/history.ts";
import { readLastJsonLines } from "../../src/store/files/jsonl.ts";
import { isLoopId, newLoopId } from "../../src/store/records/loop_id.ts";
import {
  archiveLoopRecord,
  createLoop,
  listLoops,
  readLoop,
} from "../../src/store/records/loops.ts";
import { loopPlaces, type Places, placesOf, projectPlaces } from "../../src/store/places.ts";
import { findLoop, findUnmarkedLoop } from "../../src/lifecycle/loop.ts";
import {
  findKillSwitch,
  hasMarker,
  readLoopRecord,
  readMarker,
  writeLoopRecord,
  writeMarker,
} from "../../src/store/records/project_marks.ts";
import {
  readSessionRecord,
  type SessionRecord,
  writeSessionRecord,
} from "../../src/store/records/session_record.ts";
import { RecordError, StateError } from "../../src/error.ts";
import { withStage } from "./_stage.ts";
import { loopFacts, loopRecord } from "./_records.ts";

const factsOf = (places: Places, id: string, project: string) =>
  findUnmarkedLoop(places, project, id)?.facts ?? null;

Deno.test("newLoopId: ids sort by time and differ within a millisecond", () => {
  fc.assert(fc.property(fc.nat(4e12), fc.nat(4e12), (firstMs, secondMs) => {
    const [left, right] = [newLoopId(firstMs, "00000000"), newLoopId(secondMs, "00000000")];
    assert(isLoopId(left));
    assertEquals(left < right, firstMs < secondMs);
  }));
  assertEquals(new Set(Array.from({ length: 100 }, () => newLoopId(0))).size, 100);
});

Deno.test("loop: exists for its project only, and only in the home folder", () =>
  withStage(({ places, project, root }) => {
    const facts = loopFacts(project);
    assertEquals(factsOf(places, facts.id, project), null);
    createLoop(places, facts);
    assertEquals(factsOf(places, facts.id, project), facts);
    assertEquals(factsOf(places, facts.id, root), null);
    assertEquals(readLoop(places, facts.id), { facts, hasEnded: false });
  }));

Deno.test("loop: the marks of a cloned repository are not a loop", () =>
  withStage(({ places, project, write }) => {
    const record = loopRecord(project);
    writeMarker(project, record.id);
    writeLoopRecord(places, project, record);
    assertEquals(findLoop(places, project), null);
    // Nor does the repository bring a home of its own along.
    for (const id of ["", "../../../project/.claude/evil", "..", record.id, "x".repeat(9_000)]) {
      write(
        "project/.claude/evil/loop.json",
        JSON.stringify(loopFacts(project, { id: record.id })),
      );
      assertEquals(factsOf(places, id, project), null);
    }
  }));

Deno.test("loop: without a home there are no loops", () => {
  const nowhere = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  const facts = loopFacts("/p");
  assertThrows(() => createLoop(nowhere, facts), StateError);
  assertEquals(factsOf(nowhere, facts.id, "/p"), null);
  assertEquals([...listLoops(nowhere, null)], []);
});

Deno.test("loop: facts are written once, and facts of another id or shape count as absent", () =>
  withStage(({ places, project }) => {
    const facts = loopFacts(project);
    createLoop(places, facts);
    assertThrows(() => createLoop(places, { ...facts, task: "other" }), StateError);
    const { facts: path } = loopPlaces(places, facts.id);
    Deno.writeTextFileSync(path, JSON.stringify(loopFacts(project)));
    assertThrows(() => readLoop(places, facts.id), RecordError);
    assertEquals(factsOf(places, facts.id, project), null);
    Deno.writeTextFileSync(path, "{");
    assertEquals(factsOf(places, facts.id, project), null);
    assertEquals([...listLoops(places, project)], []);
  }));

Deno.test("listLoops: newest first, of one project or of all", () =>
  withStage(({ places, project, root }) => {
    const ids = [3, 1, 2].map((day) => newLoopId(Date.UTC(2026, 0, day)));
    for (const id of ids) createLoop(places, loopFacts(project, { id }));
    createLoop(places, loopFacts(root));
    const listed = listLoops(places, project).map(({ facts }) => facts.id).toArray();
    assertEquals(listed, ids.sort().reverse());
    assertEquals([...listLoops(places, null)].length, 4);
  }));

Deno.test("listLoops: those that have not ended, newest first, without a look at others", () =>
  withStage(({ places, project, root }) => {
    const [oldest, ended, newest] = [1, 2, 3].map((day) => newLoopId(Date.UTC(2026, 0, day)));
    for (const id of [oldest, ended, newest]) createLoop(places, loopFacts(project, { id: id! }));
    createLoop(places, loopFacts(root));
    archiveLoopRecord(places, loopRecord(project, { id: ended! }));
    Deno.removeSync(loopPlaces(places, ended!).facts);
    const active = (of: string | null) =>
      listLoops(places, of, { isActive: true }).map(({ facts }) => facts.id).toArray();
    assertEquals(active(project), [newest, oldest]);
    assertEquals(active(null).length, 3);
  }));

Deno.test("marks: marker, record and kill switch, whatever is in their places", () =>
  withStage(({ project, root, write }) => {
    assertEquals([readMarker(project), hasMarker(project)], [null, false]);
    writeMarker(project, "an-id");
    assertEquals([readMarker(project), hasMarker(project)], ["an-id", true]);
    const { marker } = projectPlaces(project);
    Deno.removeSync(marker);
    Deno.mkdirSync(marker);
    assertEquals([readMarker(project), hasMarker(project)], [null, true]);
    assertEquals(findKillSwitch(project, root), null);
    const atTop = write(".claude/STOP_LOOP", "");
    assertEquals(findKillSwitch(project, root), atTop);
    assertEquals(findKillSwitch(project, null), null);
    const here = write("project/.claude/STOP_LOOP", "");
    assertEquals(findKillSwitch(project, root), here);
    Deno.removeSync(here);
    Deno.symlinkSync("nowhere", here);
    assertEquals(findKillSwitch(project, root), here, "a link that leads nowhere");
  }));

Deno.test("session record: nothing leaks from another loop, session or project", () =>
  withStage(({ places, project }) => {
    const record: SessionRecord = {
      sessionId: "../s 1",
      loopId: "l1",
      project,
      transcriptPath: null,
      clientVersion: null,
      recentOutputs: [{
        text: "done",
        mark: { atMs: 1, commit: "", checklist: "", metrics: 0, tree: null },
      }],
      toollessAtMs: [1_500],
      answered: null,
    };
    writeSessionRecord(places, record);
    const read = (session: string, at: string, loop: string) =>
      readSessionRecord(places, session, at, loop);
    assertEquals(read("../s 1", project, "l1"), record);
    assertEquals(read("../s 1", project, "l2"), null);
    assertEquals(read("s 2", project, "l1"), null);
    assertEquals(read("../s 1", "/other", "l1"), null);
  }));

Deno.test("records: times are in the files as they always were, in seconds and as text", () =>
  withStage(({ places, project }) => {
    const start = Date.UTC(2026, 0, 5, 18);
    const record: LoopRecord = {
      ...loopRecord(project, { id: newLoopId(start) }),
      startedAt: start,
      accumulatedRuntimeMs: 61_500,
      lastHookAtMs: start + 61_250,
      countedSinceMs: start + 1,
      stopAskedAt: start + 2_000,
      turn: { state: "running", since: start + 3_000 },
      validation: { ...FRESH_VALIDATION, round: 1, roundBeganMs: 30_000 },
    };
    writeLoopRecord(places, project, record);
    const path = projectPlaces(project).state;
    const file = JSON.parse(Deno.readTextFileSync(path));
    assertEquals(
      [
        file.started_at,
        file.accumulated_runtime_seconds,
        file.last_hook_timestamp,
        file.counted_since,
        file.stop_asked_at,
        file.turn.since,
        file.validation.round_began_seconds,
      ],
      [
        "2026-01-05T18:00:00Z",
        61.5,
        1_767_636_061.25,
        1_767_636_000.001,
        "2026-01-05T18:00:02Z",
        "2026-01-05T18:00:03Z",
        30,
      ],
    );
    assertEquals(readLoopRecord(project), { ...record, revision: 1 });
  }));

Deno.test("beats: each is read once, in pieces, and a partial last line waits for its end", () =>
  withStage(({ root }) => {
    const file = join(root, "loops/x/beats.jsonl");
    assertEquals(readBeats(file, 0), { entries: [], unread: 0, nextOffset: 0 });
    appendBeat(file, { atMs: 1_250, event: "PreToolUse", toolUseId: "t1" });
    const first = readBeats(file, 0);
    assertEquals(first.entries, [{ atMs: 1_250, event: "PreToolUse", toolUseId: "t1" }]);
    assertEquals(readBeats(file, first.nextOffset).entries, []);
    Deno.writeTextFileSync(file, '{"at":2,"event":"Stop","hum', { append: true });
    assertEquals(readBeats(file, first.nextOffset), { ...first, entries: [] });
    Deno.writeTextFileSync(file, 'an":true}\n', { append: true });
    const last = readBeats(file, first.nextOffset);
    assertEquals(last.entries, [{ atMs: 2_000, event: "Stop", human: true }]);
    assertEquals(last.nextOffset, Deno.statSync(file).size);
    assertEquals(readBeats(file, 1e9).entries, []);
  }));

Deno.test("beats: what is not a beat is skipped", () =>
  withStage(({ write }) => {
    const lines = [
      "garbage",
      "[]",
      '{"at":"1","event":"x"}',
      '{"at":-1,"event":"x"}',
      '{"at":1e999,"event":"x"}',
      '{"at":1}',
      '{"at":5,"event":"ok","duration_ms":"long","tool_use_id":9,"human":"yes"}',
      "\0\0\0",
    ];
    const file = write("beats.jsonl", `${lines.join("\n")}\n`);
    assertEquals(readBeats(file, 0).entries, [{ atMs: 5_000, event: "ok" }]);
  }));

Deno.test("history: one line per ended loop, of all projects", () =>
  withStage(({ places, project }) => {
    const reason = { code: "complete", sentence: "Task complete" };
    const end = (at: string) => historyEntryOf(loopRecord(at), reason, Date.UTC(2026, 0, 1, 9), []);
    appendHistory(places, end(project));
    appendHistory(places, end("/other"));
    assertEquals(
      readLastJsonLines(places.historyFile, 10).map((entry) => [entry["project"], entry["code"]]),
      [[project, "complete"], ["/other", "complete"]],
    );
    assertMatch(Deno.readTextFileSync(places.historyFile), /^\{.*\}\n\{.*\}\n$/);
  }));
