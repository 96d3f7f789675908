import { assertEquals } from "@std/assert";
import { appendJournal, type JournalEntry, readJournal } from "../../src/store/records/journal.ts";
import { TestProject } from "../_project.ts";

const ENTRY: JournalEntry = {
  atMs: Date.parse("2026-01-05T18:00:00Z"),
  event: "Stop",
  kind: "continue",
  code: "work",
  sentence: "",
  evidence: [],
  iteration: 4,
};

/** The same as its file has it. */
const { atMs: _, ...SAME } = ENTRY;
const LINE = { ...SAME, at: "2026-01-05T18:00:00Z" };

Deno.test("readJournal: reads what was appended, in order", () => {
  using project = new TestProject();
  const file = project.path("journal.jsonl");
  const pause: JournalEntry = {
    ...ENTRY,
    kind: "pause",
    runtimeMs: 61_500,
    phase: "implementation",
    span: { from: ENTRY.atMs, to: null },
    guidance: { encouraged: ["tests"], forbidden: [] },
  };
  appendJournal(file, ENTRY);
  appendJournal(file, pause);
  const { entries, unread } = readJournal(file);
  assertEquals([entries, unread], [[ENTRY, pause], 0]);
});

Deno.test("readJournal: a decision in another version's form is read without what it was made by", () => {
  using project = new TestProject();
  const forms = [{ facts: { rule: "stuck", iteration: 3 } }, { rule: 7, inputs: { record: {} } }];
  const lines = forms.map((form) => JSON.stringify({ ...LINE, ...form }));
  const { entries, unread } = readJournal(project.write("journal.jsonl", `${lines.join("\n")}\n`));
  assertEquals([entries.map(({ kind, inputs }) => [kind, inputs]), unread], [
    [["continue", undefined], ["continue", undefined]],
    0,
  ]);
});

Deno.test("readJournal: counts the lines that cannot be read, and reads the others", () => {
  using project = new TestProject();
  const line = JSON.stringify(LINE);
  const file = project.write(
    "journal.jsonl",
    [line, "not JSON", '{"kind":"continue"}', line.slice(0, 20), line, ""].join("\n"),
  );
  const { entries, unread } = readJournal(file);
  assertEquals([entries.length, unread], [2, 3]);
});

Deno.test("readJournal: facts that cannot be read cost the line nothing else", () => {
  using project = new TestProject();
  const line = { ...LINE, facts: { rule: 3 }, agent: "one" };
  const file = project.write("journal.jsonl", `${JSON.stringify(line)}\n`);
  assertEquals(readJournal(file).entries, [{ ...ENTRY }]);
});

Deno.test("readJournal: a line that is being written is read once it is complete", () => {
  using project = new TestProject();
  const line = JSON.stringify(LINE);
  const file = project.write("journal.jsonl", `${line}\n${line.slice(0, 30)}`);
  const first = readJournal(file);
  assertEquals([first.entries.length, first.unread], [1, 0]);
  project.write("journal.jsonl", `${line}\n${line}\n`);
  const rest = readJournal(file, first.nextOffset);
  assertEquals([rest.entries.length, rest.unread], [1, 0]);
  assertEquals(readJournal(file, rest.nextOffset).entries, []);
});

Deno.test("readJournal: reads a journal of many megabytes, and none where there is no file", () => {
  using project = new TestProject();
  const file = project.write("journal.jsonl", `${JSON.stringify(LINE)}\n`.repeat(60_000));
  assertEquals(readJournal(file).entries.length, 60_000);
  assertEquals(readJournal(project.path("missing.jsonl")), {
    entries: [],
    unread: 0,
    nextOffset: 0,
  });
});
