/** Which items' commands gate completion. */
import { assertEquals } from "@std/assert";
import {
  listItemChecks,
  listItemCommands,
} from "../../../src/evidence/verification/command_needs.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";

const PLAN = readMarkdown(`# Plan

- [x] One | \`make one\`
- [ ] Two | \`make two\`
- [-] Three | \`make three\`
- [x] Four
- [x] Five | \` \`

\`\`\`
- [x] Six | \`make six\`
\`\`\`

## Out of scope

- [x] Seven | \`make seven\`
`);

Deno.test("item checks: lists the checks of ticked items that prevent the end", () =>
  assertEquals(listItemChecks([PLAN, null]), [{ text: "One", command: "make one" }]));

Deno.test("item checks: a command that was removed since the start is run too", () => {
  const known = [{ text: "Four", command: "make four" }, { text: "One", command: "old" }, {
    text: "Gone",
    command: "make gone",
  }];
  assertEquals(listItemChecks([PLAN], known), [
    { text: "One", command: "make one" },
    { text: "Four", command: "make four" },
  ]);
});

Deno.test("item checks: whatever may be run later is trusted before, the design spec's too", () => {
  const spec = readMarkdown("- [ ] Measure | `make measure`\n");
  assertEquals(listItemCommands([PLAN, spec]).map(({ command }) => command), [
    "make one",
    "make two",
    "make three",
    "make measure",
  ]);
});
