/** Bash lines as commands and words. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { splitLine } from "../../src/guard/_split.ts";

Deno.test("split: a line of plain words has the same commands as with a redirect behind it", () => {
  const part = fc.constantFrom(
    ..."npm test -rf a.b/c x=1 @%+:, 2 ; & | && || |& \t \n - _ é".split(" "),
    " ",
    "  ",
  );
  const lines = fc.array(part).map((parts) => parts.join(""));
  fc.assert(fc.property(lines, (line) => {
    // What a redirect is in is read character by character.
    assertEquals(splitLine(line), splitLine(`${line}\n>file`).slice(0, -1));
  }));
});
