import { assertEquals, assertNotEquals } from "@std/assert";
import { cursorAtEnd, START_OF_TRANSCRIPT } from "../../src/evidence/transcript/transcript.ts";
import { hashMessage, isTwin, type TwinQuestion, wentOnSince } from "../../src/evidence/twin.ts";
import { attachment, jsonl, prompt, T0, testTranscript, words } from "./transcript/_entries.ts";
import { FakePacer } from "./transcript/_fake_pacer.ts";

const HASH = hashMessage("Done.", true);
const given: TwinQuestion = {
  answered: { promptId: "p1", messageHash: HASH, atMs: T0 },
  promptId: "p1",
  messageHash: HASH,
  receivedAtMs: T0 + 400,
  wentOn: () => false,
};

Deno.test("twin: the same Stop a moment later is a twin, the same words in a next turn are not", () => {
  assertEquals(isTwin(given), true);
  assertEquals(isTwin({ ...given, wentOn: () => true }), false);
});

Deno.test("twin: an event that waited while its twin was answered is a twin, whatever the transcript says", () => {
  const wentOn = () => {
    throw new Error("not asked");
  };
  assertEquals(isTwin({ ...given, receivedAtMs: T0 - 1_900, wentOn }), true);
});

Deno.test("twin: in doubt an event is not a twin", () => {
  assertEquals(isTwin({ ...given, answered: null }), false);
  assertEquals(isTwin({ ...given, promptId: "p2" }), false);
  assertEquals(
    isTwin({ ...given, promptId: "", answered: { ...given.answered!, promptId: "" } }),
    false,
  );
  assertEquals(isTwin({ ...given, messageHash: hashMessage("Done!", true) }), false);
  assertEquals(isTwin({ ...given, receivedAtMs: T0 + 1_600 }), false);
  // A system clock set back by an hour.
  assertEquals(isTwin({ ...given, receivedAtMs: T0 - 3_600_000 }), false);
  assertEquals(isTwin({ ...given, receivedAtMs: NaN }), false);
  // No transcript to look into.
  assertEquals(isTwin({ ...given, wentOn: () => null }), false);
});

Deno.test("twin: the fingerprint tells words and the Stop's own flag apart", () => {
  assertNotEquals(hashMessage("Done.", true), hashMessage("Done.", false));
  assertNotEquals(hashMessage("", true), hashMessage(" ", true));
  assertEquals(hashMessage("Done.", true), HASH);
});

testTranscript(
  "twin: a real next turn is seen in the transcript though it lags",
  jsonl(prompt(-9, "go"), words(-1, "Done.")),
  (path) => {
    const cursor = cursorAtEnd(path);
    const pacer = new FakePacer((elapsed) => {
      if (elapsed === 100) {
        Deno.writeTextFileSync(path, jsonl(words(0.9, "Done.")), { append: true });
      }
    });
    assertEquals(wentOnSince(path, cursor, T0, pacer), true);
  },
);

testTranscript("twin: the answered turn's own late lines are not a next turn", "", (path) => {
  const pacer = new FakePacer((elapsed) => {
    if (elapsed !== 50) return;
    // The last answer comes late, and the client notes that a hook has run.
    const late = jsonl(words(-0.2, "Done."), attachment(0.1, { type: "hook_success" }));
    Deno.writeTextFileSync(path, late, { append: true });
  });
  assertEquals(wentOnSince(path, START_OF_TRANSCRIPT, T0, pacer), false);
  assertEquals(pacer.elapsed, 200);
});

Deno.test("twin: without a transcript nothing is known", () =>
  assertEquals(wentOnSince(null, START_OF_TRANSCRIPT, T0, new FakePacer()), null));
