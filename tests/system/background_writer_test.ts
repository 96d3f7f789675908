import { assertEquals } from "@std/assert";
import { BackgroundWriter } from "../../src/system/background_writer.ts";

/** A source of pieces, and a stream that takes each when it is told to. */
function stage(pieces: string[]) {
  const written: string[] = [];
  const waiting: PromiseWithResolvers<void>[] = [];
  const target = {
    write: async (bytes: Uint8Array) => {
      const gate = Promise.withResolvers<void>();
      waiting.push(gate);
      await gate.promise;
      written.push(new TextDecoder().decode(bytes));
      return bytes.length;
    },
  };
  const writer = new BackgroundWriter(target, () => pieces.shift() ?? "", 1);
  return { written, waiting, writer };
}

Deno.test("background writer: one piece at a time, and a waker never waits", async () => {
  const { written, waiting, writer } = stage(["a", "b"]);
  writer.wake();
  writer.wake();
  assertEquals([waiting.length, written.length], [1, 0]);
  waiting[0]?.resolve();
  while (waiting.length < 2) await Promise.resolve();
  const settled = writer.settle();
  waiting[1]?.resolve();
  await settled;
  assertEquals(written, ["a", "b"]);
});

Deno.test("background writer: what nobody reads is given up at the end", async () => {
  const { written, writer } = stage(["a", "b"]);
  writer.wake();
  await writer.settle();
  writer.wake();
  await writer.settle();
  assertEquals(written, []);
});

Deno.test("background writer: a closed stream is no failure, and is not written again", async () => {
  let calls = 0;
  const target = { write: () => Promise.reject(new Deno.errors.BrokenPipe(`${++calls}`)) };
  const writer = new BackgroundWriter(target, () => "text");
  writer.wake();
  await writer.settle();
  writer.wake();
  await writer.settle();
  assertEquals(calls, 1);
});
