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

Deno.test("output: on a terminal, what a person reads is wrapped, and colours take no columns", () => {
  const texts = ["", ""];
  const sink = (at: number) => ({
    writeSync: (bytes: Uint8Array) => {
      texts[at] += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  });
  const out = createOutput({
    stdout: sink(0),
    stderr: sink(1),
    colorOut: true,
    colorTalk: false,
    wrapOut: true,
    width: 20,
  });
  out.text(`${out.style.bold("Found")}: 1234567890123`);
  out.text("  - an item of more than one line");
  out.data("data stay in one line, as they are");
  out.say("nobody reads this one on a terminal");
  assertEquals(texts, [
    "\x1b[1mFound\x1b[22m: 1234567890123\n" + "  - an item of more\n    than one line\n" +
    "data stay in one line, as they are\n",
    "nobody reads this one on a terminal\n",
  ]);
});
