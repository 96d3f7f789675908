import { assert, assertEquals } from "@std/assert";
import { tailOf } from "../../src/evidence/transcript/tail.ts";
import { jsonl, withTranscript, words } from "./_entries.ts";

const filler = (count: number) =>
  jsonl(...Array.from({ length: count }, (_, at) => words(at, "x".repeat(2000))));

Deno.test(
  "tail: the last records, whole ones only",
  withTranscript(filler(50) + jsonl(words(60, "last")), (path) => {
    const records = tailOf(path, 6000);
    assert(records.length >= 2 && records.length <= 4);
    assertEquals(tailOf(path, 10_000_000).length, 51);
    assertEquals(tailOf(`${path}.absent`, 100), []);
  }),
);
