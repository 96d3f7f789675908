import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { planOf } from "../../../src/run/plan/plan.ts";
import {
  areIndependent,
  countIndependent,
  groupItems,
  type ItemScope,
  listReady,
  readScopes,
} from "../../../src/plan/order/independence.ts";

const PLAN = `# Plan

### Task 1: Parser
**Files:**
- Create: \`src/parser.ts:1-20\`

### Task 2: Printer
**Files:**
- Modify: \`./src/printer.ts\`

### Task 3: Both
**Files:**
- Modify: \`src/parser.ts\`

## Checklist

- [ ] Parser
- [ ] Printer
- [ ] Both
- [ ] Write the changelog
- [ ] Sort the imports [parallel]
- [ ] Rename the logo [parallel]
`;

function planFrom(text: string) {
  return planOf("/p/PLAN.md", readMarkdown(text));
}

Deno.test("independence: items whose files differ start together, others keep the order", async () => {
  const plan = await planFrom(PLAN);
  const scopes = readScopes(plan);
  const ready = (...blocked: string[]) =>
    listReady(plan, scopes, new Set(blocked)).map(({ text }) => text);
  assertEquals(ready(), ["Parser", "Printer"]);
  assertEquals(ready("Parser#0"), ["Printer"]);
  assertEquals(ready("Printer#0"), ["Parser"]);
});

Deno.test("independence: what can be worked on side by side is a group, at most as many as there are agents", async () => {
  const plan = await planFrom(PLAN);
  const groups = (workers: number) =>
    groupItems(plan, readScopes(plan), workers).map((group) => group.map(({ text }) => text));
  assertEquals(groups(4), [
    ["Parser", "Printer"],
    ["Both"],
    ["Write the changelog"],
    ["Sort the imports", "Rename the logo"],
  ]);
  assertEquals(groups(1).map(({ length }) => length), [1, 1, 1, 1, 1, 1]);
});

Deno.test("independence: an item without files and without a mark waits, and lets nobody pass", async () => {
  const text = PLAN.replace("- [ ] Parser", "- [x] Parser").replace(
    "- [ ] Printer",
    "- [x] Printer",
  );
  const plan = await planFrom(text);
  const scopes = readScopes(plan);
  const ready = (open: typeof plan) => listReady(open, scopes, new Set()).map(({ text }) => text);
  assertEquals(ready(plan), ["Both"]);
  const later = await planFrom(text.replace("- [ ] Both", "- [x] Both"));
  assertEquals(ready(later), ["Write the changelog"]);
  const last = await planFrom(
    text.replace("- [ ] Both", "- [x] Both").replace("- [ ] Write", "- [x] Write"),
  );
  assertEquals(ready(last), ["Sort the imports", "Rename the logo"]);
});

Deno.test("independence: a plan without files and marks has no independent items", async () => {
  const plan = await planFrom("- [ ] a\n- [ ] b\n- [ ] c\n");
  assertEquals(countIndependent(plan, readScopes(plan)), 0);
  assertEquals(listReady(plan, readScopes(plan), new Set()).length, 1);
});

const path = fc.constantFrom(
  "src",
  "src/a.ts",
  "./src/a.ts",
  "src/b.ts",
  "docs/",
  "docs/x.md",
  "*",
);
const scope: fc.Arbitrary<ItemScope> = fc.oneof(
  fc.constant<ItemScope>({ kind: "marked" }),
  fc.constant<ItemScope>({ kind: "unknown" }),
  fc.record({
    kind: fc.constant("files" as const),
    task: fc.nat(5),
    files: fc.array(path, { minLength: 1, maxLength: 3 }),
  }),
);

Deno.test("independence: what starts together is independent in pairs, and something always starts", () => {
  fc.assert(fc.property(fc.array(scope, { minLength: 1, maxLength: 8 }), (all) => {
    const scopes = new Map(all.map((each, index) => [`i${index}`, each]));
    const items = all.map((_, index) => ({
      key: `i${index}`,
      text: `i${index}`,
      state: "open" as const,
      line: index,
      rawLine: "",
      command: null,
      isParallel: false,
      parent: null,
      steps: [],
      closes: [],
    }));
    const started = new Set<string>();
    for (;;) {
      const [next] = listReady({ items }, scopes, started);
      if (next === undefined) break;
      for (const key of started) assert(areIndependent(scopes.get(key)!, scopes.get(next.key)!));
      started.add(next.key);
    }
    assert(started.has("i0"));
  }));
});

Deno.test("independence: a mark is that of the item's steps, too, but not among them", () => {
  const text = "- [ ] A [parallel]\n  - [ ] a1\n  - [ ] a2\n- [ ] B [parallel]\n  - [ ] b1\n" +
    "  - [ ] b2 [parallel]\n- [ ] C\n";
  const plan = planOf("PLAN.md", readMarkdown(text));
  const groups = groupItems(plan, readScopes(plan), 9);
  assertEquals(groups.map((group) => group.map(({ text }) => text)), [
    ["a1", "b1"],
    ["a2", "b2"],
    ["A", "B"],
    ["C"],
  ]);
});
