import { assertEquals } from "@std/assert";
import { findWaiting } from "../../../src/evidence/completion/waiting_items.ts";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";

const WAITS = { key: "ask a [parallel]#0", text: "ask a", need: "a key" };

function waiting(lines: readonly string[], known: Partial<Parameters<typeof findWaiting>[1]>) {
  const document = readMarkdown(`# Plan\n\n${lines.join("\n")}\n`);
  return findWaiting(document, { before: [], named: null, need: null, ...known });
}

const MARKED = ["- [ ] ask a [parallel]", "- [ ] write b [parallel]", "- [ ] write c [parallel]"];

Deno.test("waiting items: the item that the instruction named waits, and the next independent one is found", () => {
  assertEquals(waiting(MARKED, { need: "a key", named: "ask a" }), {
    items: [WAITS],
    next: "write b",
  });
  const second = waiting(MARKED, { need: "b key", named: "write b", before: [WAITS] });
  assertEquals(second.items.map(({ text, need }) => [text, need]), [
    ["ask a", "a key"],
    ["write b", "b key"],
  ]);
  assertEquals(second.next, "write c");
});

Deno.test("waiting items: without a named item that is open, the first one waits", () => {
  const lines = ["- [x] draw it [parallel]", ...MARKED];
  assertEquals(waiting(lines, { need: "a key", named: "draw it" }).items, [WAITS]);
});

Deno.test("waiting items: without marks nothing else can be worked on", () => {
  const { items, next } = waiting(["- [ ] ask a", "- [ ] write b"], { need: "a key" });
  assertEquals([items.length, next], [1, null]);
});

Deno.test("waiting items: a plan with nothing open has no item that waits", () => {
  assertEquals(waiting(["- [x] ask a"], { need: "a key" }), { items: [], next: null });
});

Deno.test("waiting items: a tick ends the wait, other ticks do not", () => {
  const ticked = (index: number) =>
    MARKED.map((line, at) => at === index ? line.replace("[ ]", "[x]") : line);
  assertEquals(waiting(ticked(0), { before: [WAITS] }), { items: [], next: null });
  assertEquals(waiting(ticked(1), { before: [WAITS] }), { items: [WAITS], next: "write c" });
});

Deno.test("waiting items: the same need said again holds up no other item", () => {
  const again = waiting(MARKED, { before: [WAITS], need: "a key", named: "write b" });
  assertEquals(again, { items: [WAITS], next: "write b" });
});
