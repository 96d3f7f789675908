import { assertEquals } from "@std/assert";
import {
  holdsMessage,
  pollTranscript,
  systemPacer,
} from "../../../src/evidence/transcript/poll.ts";
import { START_OF_TRANSCRIPT } from "../../../src/evidence/transcript/transcript.ts";
import { FakePacer } from "./_fake_pacer.ts";
import { jsonl, testTranscript, words } from "./_entries.ts";

testTranscript(
  "poll: waits until the lagging transcript has the last message",
  jsonl(words(1, "earlier")),
  (path) => {
    const pacer = new FakePacer((elapsed) => {
      if (elapsed === 70) {
        Deno.writeTextFileSync(path, jsonl(words(2, "All done.")), { append: true });
      }
    });
    const polled = pollTranscript(path, START_OF_TRANSCRIPT, holdsMessage("All done.\n"), pacer);
    assertEquals([polled.isThere, pacer.elapsed], [true, 70]);
    assertEquals(polled.reading.pointsMs.length, 2);
  },
);

testTranscript("poll: never waits longer than its limit", jsonl(words(1, "earlier")), (path) => {
  const pacer = new FakePacer();
  const polled = pollTranscript(path, START_OF_TRANSCRIPT, holdsMessage("never"), pacer);
  assertEquals([polled.isThere, pacer.elapsed], [false, 200]);
  assertEquals(polled.reading.lastText, "earlier");
});

Deno.test("poll: waits for nothing without a transcript or without a message", () => {
  const pacer = new FakePacer();
  pollTranscript(null, START_OF_TRANSCRIPT, holdsMessage("x"), pacer);
  pollTranscript("/nowhere/x.jsonl", START_OF_TRANSCRIPT, holdsMessage(""), pacer);
  assertEquals(pacer.elapsed, 0);
});

Deno.test("poll: the machine's pacer waits as long as it says", () => {
  const began = systemPacer.now();
  systemPacer.sleep(15);
  assertEquals(systemPacer.now() - began >= 14, true);
});
