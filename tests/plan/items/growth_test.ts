/** A page of any size is read in a time that grows with its size. */
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { assertLinear } from "../../_growth.ts";

const PIECES = [
  "<!-- ",
  "<!--\n- [ ] b\n-->\n",
  "<!-- a\n\n- [ ] b\n<!-- c -->\n",
  "<pre>\n- [ ] b\n</pre>\n",
  "1.1.1.",
  "a) [ ",
  "| [ ] ",
  "<li>[ ] b",
  "<input checkbox",
  "> - [ ] b\n",
  "- [~] b (a\n",
  "- [ ] ~~b~~ (c\n",
  "- [~] Draw\n  `[~]` means\n",
  "**[ ]** b\n",
];

for (const piece of PIECES) {
  Deno.test(`growth: ${JSON.stringify(piece)}`, () => {
    assertLinear(piece, 8_000, (times) => readMarkdown(`- [x] a\n\n${piece.repeat(times)}`));
  });
}
