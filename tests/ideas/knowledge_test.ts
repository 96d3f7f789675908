import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  addNotes,
  blankKnowledge,
  countsOf,
  forget,
  type Knowledge,
  noteShown,
  offeredInLoop,
} from "../../src/ideas/knowledge/knowledge.ts";
import { makeOpportunity } from "../../src/ideas/opportunity.ts";

const link = makeOpportunity("broken-link", { key: "a", text: "a" });
const todo = makeOpportunity("todo-density", { key: "b", text: "b" });

function show(knowledge: Knowledge, round: Partial<Parameters<typeof noteShown>[1]> = {}) {
  const usual = { loopId: "loop 1", iteration: 1, nowMs: 5, shown: [link], isGone: () => false };
  return noteShown(knowledge, { ...usual, ...round });
}

Deno.test("knowledge: an opportunity counts once, however often it is shown; a turn counts once", () => {
  let knowledge = show(show(blankKnowledge()));
  assertEquals(offeredInLoop(knowledge, link.id, "loop 1"), 1);
  knowledge = show(knowledge, { iteration: 2, shown: [link, todo] });
  assertEquals(offeredInLoop(knowledge, link.id, "loop 1"), 2);
  assertEquals(offeredInLoop(knowledge, link.id, "loop 2"), 0);
  assertEquals(countsOf(knowledge, "broken-link"), { offered: 1, done: 0 });
  assertEquals(knowledge.tried.map(({ id }) => id), [link.id, todo.id]);
});

Deno.test("knowledge: what is gone is counted once; what comes back is a new opportunity", () => {
  const isGone = ({ id }: { readonly id: string }) => id === link.id;
  let knowledge = show(show(blankKnowledge()), { iteration: 2, shown: [], isGone });
  knowledge = show(knowledge, { iteration: 3, shown: [], isGone });
  assertEquals(countsOf(knowledge, "broken-link"), { offered: 1, done: 1 });
  assertEquals(offeredInLoop(knowledge, link.id, "loop 1"), 0);
  knowledge = show(knowledge, { iteration: 4 });
  assertEquals(countsOf(knowledge, "broken-link"), { offered: 2, done: 1 });
});

Deno.test("knowledge: fifty opportunities are kept, whatever is shown", () => {
  const keys = fc.array(fc.nat(200), { maxLength: 120 });
  fc.assert(fc.property(keys, (all) => {
    let knowledge = blankKnowledge();
    for (const [iteration, key] of all.entries()) {
      const shown = [makeOpportunity("broken-link", { key: `${key}`, text: "x" })];
      knowledge = show(knowledge, { iteration, shown });
    }
    assertEquals(knowledge.tried.length, Math.min(50, new Set(all).size));
    assertEquals(new Set(knowledge.tried.map(({ id }) => id)).size, knowledge.tried.length);
  }));
});

Deno.test("knowledge: a note is kept once, on one line, the last fifty of each kind", () => {
  const noted = {
    loopId: "l",
    iteration: 1,
    nowMs: 0,
    worked: [" Small \n steps "],
    ideas: ["dark"],
  };
  const first = addNotes(blankKnowledge(), noted);
  assertEquals(first.notedWorked.map(({ text }) => text), ["Small steps"]);
  assertEquals(addNotes(first, { ...noted, worked: ["small steps"], ideas: ["DARK"] }), first);
  const many = Array.from({ length: 60 }, (_, index) => `${index}`);
  const last = addNotes(first, { ...noted, worked: many }).notedWorked;
  assertEquals([last.length, last.at(-1)?.text], [50, "59"]);
});

Deno.test("knowledge: forgetting one check keeps the others, and what agents noted", () => {
  const noted = { loopId: "l", iteration: 1, nowMs: 0, worked: ["w"], ideas: [] };
  const knowledge = addNotes(show(blankKnowledge(), { shown: [link, todo] }), noted);
  const after = forget(knowledge, "broken-link");
  assertEquals([Object.keys(after.checks), after.tried.length], [["todo-density"], 1]);
  assertEquals(after.notedWorked.length, 1);
  assertEquals(forget(after, "broken-link"), after);
  assertEquals(forget(after, null), blankKnowledge());
});
