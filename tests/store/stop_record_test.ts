import { assertEquals, assertThrows } from "@std/assert";
import { StateError } from "../../src/error.ts";
import { placesOf } from "../../src/store/places.ts";
import {
  clearStopRecord,
  readStopRecord,
  type Stop,
  stopRecordOf,
  writeStopRecord,
} from "../../src/store/records/stop_record.ts";
import { withStage } from "./_stage.ts";

const stop = (project: string, change: Partial<Stop> = {}): Stop => ({
  kind: "let-go",
  code: "max-runtime",
  sentence: "Maximum runtime (9h) reached",
  session: "cbe3a408-25a9-45b7-880d-70c26f19a1f6",
  project,
  loopId: "l1",
  openFindings: [{ severity: "low", text: "a typo" }],
  ...change,
});

Deno.test("stop record: has its fields, with UTC time and the session of the event", () =>
  withStage(({ places }) => {
    const at = Date.UTC(2025, 11, 22, 21, 32, 27, 123);
    writeStopRecord(places, stopRecordOf(stop("/Users/dev/app"), at));
    assertEquals(JSON.parse(Deno.readTextFileSync(places.stopRecord)), {
      timestamp: "2025-12-22T21:32:27Z",
      reason: "Maximum runtime (9h) reached",
      decision: "stop",
      type: "normal",
      session_id: "cbe3a408-25a9-45b7-880d-70c26f19a1f6",
      project_dir: "/Users/dev/app",
      code: "max-runtime",
      loop_id: "l1",
      open_findings: [{ severity: "low", text: "a typo" }],
    });
  }));

Deno.test("stop record: a halt is a hard stop, and an unknown session is named so", () => {
  const { decision, type, sessionId: session } = stopRecordOf(
    stop("/p", { kind: "halt", session: null }),
    0,
  );
  assertEquals([decision, type, session], ["hard_stop", "hard", "unknown"]);
});

Deno.test("stop record: is removed only if it is this project's", () =>
  withStage(({ places, project }) => {
    writeStopRecord(places, stopRecordOf(stop("/other"), 0));
    clearStopRecord(places, project);
    assertEquals(readStopRecord(places)?.projectDir, "/other");
    clearStopRecord(places, "/other");
    assertEquals(readStopRecord(places), null);
    clearStopRecord(places, "/other");
  }));

Deno.test("stop record: a record without the fields of ours is read, a broken record is absent", () =>
  withStage(({ places, write }) => {
    const file = {
      timestamp: "2025-12-22T21:32:27Z",
      reason: "r",
      decision: "stop",
      type: "normal",
      session_id: "unknown",
      project_dir: "",
    };
    write("home/.claude/ralph-stop-reason.json", JSON.stringify(file));
    const { session_id: sessionId, project_dir: projectDir, ...rest } = file;
    const read = { ...rest, sessionId, projectDir };
    assertEquals(readStopRecord(places), read as never);
    write("home/.claude/ralph-stop-reason.json", "{");
    assertEquals(readStopRecord(places), null);
  }));

Deno.test("stop record: a failed write is an error", () => {
  const nowhere = placesOf({ home: null, claudeConfigDir: null, ralphHome: null });
  assertThrows(() => writeStopRecord(nowhere, stopRecordOf(stop("/p"), 0)), StateError);
});
