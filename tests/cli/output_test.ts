import { assertEquals, assertThrows } from "@std/assert";
import { createOutput, hasColor } from "../../src/cli/core/output.ts";

function output(write: (bytes: Uint8Array) => number) {
  const sink = { writeSync: write };
  return createOutput({ stdout: sink, stderr: sink, colorOut: false, colorTalk: false });
}

Deno.test("output: colour only on a terminal that is not dumb and without NO_COLOR", () => {
  const env = (variables: Record<string, string>) => ({ get: (name: string) => variables[name] });
  assertEquals(hasColor(true, env({ TERM: "xterm" })), true);
  assertEquals(hasColor(false, env({ TERM: "xterm" })), false);
  assertEquals(hasColor(true, env({ TERM: "dumb" })), false);
  assertEquals(hasColor(true, env({ NO_COLOR: "1" })), false);
  assertEquals(hasColor(true, env({ NO_COLOR: "" })), true);
});

Deno.test("output: writes all of a text that the stream takes in pieces", () => {
  let text = "";
  output((bytes) => {
    const piece = bytes.subarray(0, 3);
    text += new TextDecoder().decode(piece);
    return piece.length;
  }).data("a longer text");
  assertEquals(text, "a longer text\n");
});

Deno.test("output: a closed pipe is not a failure, a full disk is", () => {
  output(() => {
    throw new Deno.errors.BrokenPipe("gone");
  }).data("text");
  assertThrows(
    () =>
      output(() => {
        throw new Error("disk full");
      }).data("text"),
    Error,
    "full",
  );
});

Deno.test("output: JSON begins with its schema version", () => {
  let text = "";
  output((bytes) => {
    text += new TextDecoder().decode(bytes);
    return bytes.length;
  }).json({ loop: null });
  assertEquals(text, '{\n  "schema_version": 1,\n  "loop": null\n}\n');
});
