/** The rule by which files are restored or changes are kept. */
import { assertEquals } from "@std/assert";
import { AGAIN_WITHIN_MS, planRepair, type RepairFacts } from "../../src/repair/plan_repair.ts";
import type { ChangedFile } from "../../src/store/repair/loop_copies.ts";
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
    by: "call",
    isStopAsked: false,
    nowMs: 10_000_000,
    putBackAtMs: null,
    ...facts,
  });
  return {
    putBack: made.putBack.map(({ kind }) => kind),
    undo: made.undo.map(({ kind }) => kind),
    accept: made.accept.map(({ kind }) => kind),
    isMarkerGivenUp: made.isMarkerGivenUp,
    isDoubtful: made.isDoubtful,
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
  assertEquals(plan(changed, { by: "user" }), {
    putBack: [],
    undo: [],
    accept: ["marker", "record", "json"],
    isMarkerGivenUp: false,
    isDoubtful: false,
  });
});

Deno.test("repair: after a stop request only the record is put back", () => {
  const changed = [MARKER, RECORD, file("json", "{}", ABSENT)];
  assertEquals(plan(changed, { isStopAsked: true }).putBack, ["record"]);
});

const JUST_NOW = { putBackAtMs: 10_000_000 - AGAIN_WITHIN_MS + 1 };

Deno.test("repair: a marker that disappears alone twice within ten minutes was removed by the user", () => {
  assertEquals(plan([MARKER]), {
    putBack: ["marker"],
    undo: [],
    accept: [],
    isMarkerGivenUp: false,
    isDoubtful: true,
  });
  assertEquals(plan([MARKER], JUST_NOW), {
    putBack: [],
    undo: [],
    accept: ["marker"],
    isMarkerGivenUp: true,
    isDoubtful: false,
  });
  const later = { putBackAtMs: 10_000_000 - AGAIN_WITHIN_MS };
  assertEquals(plan([MARKER], later).putBack, ["marker"]);
});

Deno.test("repair: a call that took more than the marker was a cleanup, however often", () => {
  for (const more of [RECORD, file("json", "{}", ABSENT), file("text", "Work.", text(""))]) {
    const made = plan([MARKER, more], JUST_NOW);
    assertEquals([made.putBack, made.isDoubtful], [["marker", more.kind], false]);
  }
  // An edit beside it may be the user's too.
  assertEquals(plan([MARKER, file("json", "{}", text('{"a":1}'))], JUST_NOW).putBack, []);
});

Deno.test("repair: an agent without reports of its calls loses both marks to a cleanup once", () => {
  const by = "unseen-call";
  assertEquals(plan([MARKER], { by }).isMarkerGivenUp, true);
  const once = plan([MARKER, RECORD], { by });
  assertEquals([once.putBack, once.isDoubtful], [["marker", "record"], true]);
  assertEquals(plan([MARKER, RECORD], { by, ...JUST_NOW }).isMarkerGivenUp, true);
});

Deno.test("repair: a call that took a mark loses its edits too, new files included", () => {
  const edits = [
    file("json", '{"max_hours":9}', text('{"max_hours":999}')),
    file("text", "Work.", text("Stop early.")),
    file("json", null, text('{"max_hours":999}')),
  ];
  for (const mark of [MARKER, RECORD, file("record", "{}", text("{ }"))]) {
    const made = plan([mark, ...edits]);
    assertEquals([made.undo, made.accept], [["json", "text", "json"], []], mark.kind);
  }
  assertEquals(plan(edits).undo, []);
  assertEquals(plan([MARKER, ...edits], { isStopAsked: true }).undo, []);
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
