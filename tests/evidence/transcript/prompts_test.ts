import { assertEquals } from "@std/assert";
import { PromptQueue } from "../../../src/evidence/transcript/prompts.ts";

const STOP = { operation: "enqueue", content: "/ralph:stop" };

function holdsStopAfter(...lines: Record<string, unknown>[]): boolean {
  const queue = new PromptQueue();
  for (const line of lines) queue.note(line);
  return queue.holdsStop;
}

Deno.test("prompt queue: a typed /ralph:stop waits until it is taken out", () => {
  assertEquals(holdsStopAfter(STOP), true);
  assertEquals(holdsStopAfter({ ...STOP, content: "/ralph:stop --all" }), true);
  assertEquals(holdsStopAfter(STOP, { operation: "dequeue" }), false);
  assertEquals(holdsStopAfter(STOP, { operation: "remove", content: "/ralph:stop" }), false);
  assertEquals(holdsStopAfter(STOP, { operation: "popAll" }), false);
});

Deno.test("prompt queue: words typed after it do not make it forgotten", () => {
  const words = { operation: "enqueue", content: "thanks, that is enough" };
  const absorbed = {
    operation: "remove",
    content: "thanks, that is enough",
    reason: "absorbed_mid_turn",
  };
  assertEquals(holdsStopAfter(STOP, words, absorbed), true);
});

Deno.test("prompt queue: first in, first out", () => {
  const model = { operation: "enqueue", content: "/model" };
  assertEquals(holdsStopAfter(model, STOP, { operation: "dequeue" }), true);
  assertEquals(
    holdsStopAfter(model, STOP, { operation: "dequeue" }, { operation: "dequeue" }),
    false,
  );
});

Deno.test("prompt queue: another command, and words that only mention it, are not a stop", () => {
  assertEquals(holdsStopAfter({ operation: "enqueue", content: "/ralph:stopwatch" }), false);
  assertEquals(holdsStopAfter({ operation: "enqueue", content: "do not type /ralph:stop" }), false);
  assertEquals(holdsStopAfter({ operation: "enqueue" }, {}), false);
});
