/** The rule by which files are put back or changes stand. */
import { assertEquals } from "@std/assert";
import { AGAIN_WITHIN_MS, planRepair, type RepairFacts } from "../../src/guard/repair.ts";
import type { ChangedFile } from "../../src/store/records/loop_copies.ts";
import type { KeptKind } from "../../src/store/project_files.ts";
import type { TextRead } from "../../src/store/files/text_file.ts";

const ABSENT: TextRead = { kind: "absent" };
const UNREADABLE: TextRead = { kind: "unreadable", why: "it is not a regular file" };
const text = (content: string): TextRead => ({ kind: "text", text: content });

function file(kind: KeptKind, copied: string | null, now: TextRead): ChangedFile {
  return { name: `${kind}-file`, kind, copied, now };
}

function plan(changed: ChangedFile[], facts: Partial<RepairFacts> = {}) {
  const made = planRepair({
    changed,
    isDuringCall: true,
    isStopAsked: false,
    nowMs: 10_000_000,
    putBackAtMs: null,
    ...facts,
  });
  return {
    putBack: made.putBack.map(({ kind }) => kind),
    accept: made.accept.map(({ kind }) => kind),
    isMarkerGivenUp: made.isMarkerGivenUp,
  };
}

const MARKER = file("marker", "id\n", ABSENT);
const RECORD = file("record", "{}", ABSENT);

Deno.test("repair: puts back files that a call removed, emptied or damaged", () => {
  for (const now of [ABSENT, UNREADABLE, text("")]) {
    const changed = [
      file("marker", "id", now),
      file("record", "{}", now),
      file("json", "{}", now),
      file("text", "Work.", now),
    ];
    assertEquals(plan(changed).putBack, ["marker", "record", "json", "text"], now.kind);
  }
});

Deno.test("repair: accepts every change outside of a call", () => {
  const changed = [MARKER, RECORD, file("json", "{}", ABSENT)];
  assertEquals(plan(changed, { isDuringCall: false }), {
    putBack: [],
    accept: ["marker", "record", "json"],
    isMarkerGivenUp: false,
  });
});

Deno.test("repair: after a stop request only the record is put back", () => {
  const changed = [MARKER, RECORD, file("json", "{}", ABSENT)];
  assertEquals(plan(changed, { isStopAsked: true }).putBack, ["record"]);
});

Deno.test("repair: a marker that is removed again within ten minutes counts as removed by the user", () => {
  const within = { putBackAtMs: 10_000_000 - AGAIN_WITHIN_MS + 1 };
  assertEquals(plan([MARKER, RECORD], within), {
    putBack: ["record"],
    accept: ["marker"],
    isMarkerGivenUp: true,
  });
  const later = { putBackAtMs: 10_000_000 - AGAIN_WITHIN_MS };
  assertEquals(plan([MARKER, RECORD], later).putBack, ["marker", "record"]);
});

Deno.test("repair: other files are put back each time", () => {
  assertEquals(plan([RECORD], { putBackAtMs: 9_999_000 }).putBack, ["record"]);
  assertEquals(plan([file("json", "{}", ABSENT)], { putBackAtMs: 9_999_000 }).putBack, ["json"]);
});

Deno.test("repair: only ralph writes the record and the marker", () => {
  const changed = [
    file("record", '{"state":"running"}', text('{"state":"stopped"}')),
    file("marker", "id", text("other")),
  ];
  assertEquals(plan(changed).putBack, ["record", "marker"]);
});

Deno.test("repair: a valid edit of the configuration is kept, an invalid edit is not", () => {
  const edit = (now: string, before = '{"max_hours":1}') =>
    plan([file("json", before, text(now))]).putBack.length;
  assertEquals(edit('{"max_hours":2}'), 0);
  for (const garbage of ["", '{"max_hours":', "[]", "null", "\u0000\u0000"]) {
    assertEquals(edit(garbage), 1, garbage);
  }
  // Where the copy was no better, there is nothing to gain.
  assertEquals(edit("{{", "{"), 0);
});

Deno.test("repair: an edited template is kept, an emptied template is put back", () => {
  assertEquals(plan([file("text", "Work.", text("Work harder."))]).putBack, []);
  assertEquals(plan([file("text", "Work.", text(" \n"))]).putBack, ["text"]);
});

Deno.test("repair: a file without a copy is never put back", () => {
  const changed = [file("marker", null, text("id")), file("json", null, text("{"))];
  assertEquals(plan(changed).putBack, []);
});
