/** The ledger of a plan knows which open items were removed, and which were only reworded. */
import { assert, assertEquals } from "@std/assert";
import { noteItems } from "../../../src/evidence/completion/ledger.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { assertLinear } from "../../_growth.ts";

/** Enters plans one after the other. @returns What is gone after the last. */
function goneAfter(...plans: string[]): readonly string[] {
  return plans.reduce<ReturnType<typeof noteItems> | undefined>(
    (ledger, plan) => noteItems(ledger, readMarkdown(plan).items),
    undefined,
  )!.gone;
}

const PLAN = "- [x] Read\n- [ ] Parse it\n- [ ] Export rows\n- [ ] Measure time\n";

// deno-fmt-ignore
const CASES: Record<string, [after: string[], gone: string[]]> = {
  "deleted": [["- [x] Read\n"], ["Parse it", "Export rows", "Measure time"]],
  "commented out": [["- [x] Read\n- [x] Parse it\n<!--\n- [ ] Export rows\n- [ ] Measure time\n-->\n"], ["Export rows", "Measure time"]],
  "gone for several turns": [["- [x] Read\n", "- [x] Read\n- [ ] Draw a map\n"], ["Parse it", "Export rows", "Measure time"]],
  "put back": [["- [x] Read\n", PLAN], []],
  "put back as skipped": [["- [x] Read\n", PLAN.replaceAll("[ ]", "[SKIP]")], []],
  "all ticked": [[PLAN.replaceAll("[ ]", "[x]")], []],
  "ticked, then removed": [[PLAN.replaceAll("[ ]", "[x]"), "- [x] Read\n"], []],
  "ticked with a note": [[PLAN.replace("[ ] Parse it", "[x] Parse it: by hand")], []],
  "reworded and ticked": [[PLAN.replace("[ ] Export rows", "[x] Export all rows")], []],
  "moved below Later": [["- [x] Read\n- [x] Parse it\n\n## Later\n\n- [ ] Export rows\n- [ ] Measure time\n"], []],
  "restructured": [["- [x] Read\n- [ ] Tokens\n- [ ] Tree\n- [ ] Writer\n"], []],
  "another ticked item in the place of one": [["- [x] Read\n- [x] Draw a map\n- [ ] Export rows\n- [ ] Measure time\n"], ["Parse it"]],
  "fewer others in the place of three": [["- [x] Read\n- [ ] Tokens\n"], ["Parse it", "Export rows", "Measure time"]],
};

for (const [what, [after, gone]] of Object.entries(CASES)) {
  Deno.test(`ledger: items that are ${what}`, () => {
    assertEquals(goneAfter(PLAN, ...after), gone);
  });
}

Deno.test("ledger: of items with the same words, each counts", () => {
  const three = "- [ ] Test\n- [ ] Test\n- [ ] Test\n";
  assertEquals(goneAfter(three, "- [x] Test\n- [ ] Test\n"), ["Test"]);
  assertEquals(goneAfter(three, "- [x] Test\n- [ ] Test\n- [ ] Test\n"), []);
  assertEquals(goneAfter("- [x] Test\n- [ ] Test\n", "- [ ] Test\n"), []);
});

Deno.test("ledger: a long plan has a bounded ledger that takes no later item for a new one", () => {
  const line = (index: number, box = " ") => `- [${box}] Item ${index} ${"long ".repeat(40)}\n`;
  const plan = Array.from({ length: 1_500 }, (_, index) => line(index));
  const ledger = noteItems(undefined, readMarkdown(plan.join("")).items);
  assert(JSON.stringify(ledger).length < 64_000);
  // One of the first is removed; the first 500 are done meanwhile.
  const later = plan.map((_, index) => line(index, index < 500 ? "x" : " ")).filter((_, index) =>
    index !== 7
  );
  const { gone } = noteItems(ledger, readMarkdown(later.join("")).items);
  assertEquals(gone.map((title) => title.slice(0, 6)), ["Item 7"]);
});

Deno.test("ledger: a plan that was not seen before has lost nothing", () => {
  assertEquals(goneAfter("- [x] Read\n"), []);
});

Deno.test("ledger: a plan that is written anew costs what its items are, not the square of them", () => {
  assertLinear("items", 400, (size) => {
    const items = (kind: string) =>
      Array.from({ length: size }, (_, index) => ({
        title: `Write ${kind}${index} of ${kind}part${index} for ${kind}reader${index}`,
        state: "open" as const,
        optional: false,
      }));
    const before = noteItems(undefined, items("old"));
    noteItems({ ...before, gone: before.open.slice(0, 200) }, items("new"));
  });
});
