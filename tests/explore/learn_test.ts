import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { forget } from "../../src/explore/knowledge/knowledge.ts";
import {
  blankKnowledge,
  hitRate,
  isSunk,
  type Knowledge,
  knowledgeOf,
  learnedWeight,
  offeredInLoop,
} from "../../src/explore/knowledge/knowledge.ts";
import { learn, type Round } from "../../src/explore/knowledge/learn.ts";
import { addNotes } from "../../src/explore/knowledge/knowledge.ts";
import { CHECKS, makeOpportunity, type Opportunity } from "../../src/explore/opportunity.ts";

const NOW = Date.UTC(2026, 0, 2);
const ALL = new Set(Object.keys(CHECKS));

function opportunity(key: string, check: keyof typeof CHECKS = "broken-link"): Opportunity {
  return makeOpportunity(check, { key, text: `t ${key}` });
}

/** A continuation that shows opportunities; all that it finds, unless `more` adds others. */
function round(iteration: number, shown: readonly Opportunity[], more: Partial<Round> = {}): Round {
  return {
    loopId: "loop 1",
    iteration,
    nowMs: NOW + iteration * 60_000,
    shown,
    present: new Set(shown.map(({ id }) => id)),
    checked: ALL,
    stamp: `tree ${iteration}`,
    hasMoved: false,
    ...more,
  };
}

function play(rounds: readonly Round[], from: Knowledge = blankKnowledge()): Knowledge {
  return rounds.reduce(learn, from);
}

function numbers(knowledge: Knowledge, check: keyof typeof CHECKS = "broken-link"): number[] {
  const { offered, acted, ignored } = knowledgeOf(knowledge, check);
  return [offered, acted, ignored];
}

Deno.test("knowledge: shown, then gone after a change, counts as acted on", () => {
  const after = play([round(1, [opportunity("a")]), round(2, [])]);
  assertEquals(numbers(after), [1, 1, 0]);
  assertEquals(
    after.tried.map((
      { id, iteration, loopId, outcome },
    ) => [id, iteration, loopId, outcome]),
    [
      [opportunity("a").id, 1, "loop 1", "acted"],
    ],
  );
});

Deno.test("knowledge: gone without a change does not count; a change that the loop saw does", () => {
  const same = { stamp: "tree 1" };
  assertEquals(numbers(play([round(1, [opportunity("a")]), round(2, [], same)])), [1, 0, 0]);
  const moved = { ...same, hasMoved: true };
  assertEquals(numbers(play([round(1, [opportunity("a")]), round(2, [], moved)])), [1, 1, 0]);
});

Deno.test("knowledge: what was not checked is not gone", () => {
  const after = play([round(1, [opportunity("a")]), round(2, [], { checked: new Set() })]);
  assertEquals([numbers(after), after.tried[0]?.outcome], [[1, 0, 0], "open"]);
});

Deno.test("knowledge: shown repeatedly without effect counts as ignored, once", () => {
  const rounds = [1, 2, 3, 4, 5, 6].map((iteration) => round(iteration, [opportunity("a")]));
  assertEquals(numbers(play(rounds.slice(0, 3))), [1, 0, 0]);
  assertEquals(numbers(play(rounds.slice(0, 4))), [1, 0, 1]);
  assertEquals(numbers(play(rounds)), [1, 0, 1]);
  // Acted on after all.
  assertEquals(numbers(play([...rounds, round(7, [])])), [1, 1, 0]);
});

Deno.test("knowledge: a loop counts its own offers; the next loop starts at zero", () => {
  const [a] = [opportunity("a")];
  const three = play([1, 2, 3].map((iteration) => round(iteration, [a])));
  assertEquals(offeredInLoop(three, a.id, "loop 1"), 3);
  assertEquals(offeredInLoop(three, a.id, "loop 2"), 0);
  const next = play([round(1, [a], { loopId: "loop 2" })], three);
  assertEquals([offeredInLoop(next, a.id, "loop 2"), offeredInLoop(next, a.id, "loop 1")], [1, 0]);
  // It remains, and this loop no longer offers it.
  const worn = play([round(4, [], { present: new Set([a.id]) })], three);
  assertEquals(worn.tried.map(({ outcome }) => outcome), ["ignored"]);
  assertEquals(numbers(worn), [1, 0, 1]);
});

Deno.test("knowledge: notes are kept once, on one line, and up to a limit", () => {
  const noted = { loopId: "loop 1", iteration: 3, nowMs: NOW, worked: ["  a\nb  "], ideas: ["c"] };
  const first = addNotes(blankKnowledge(), noted);
  assertEquals([first.notedWorked.map(({ text }) => text), first.notedIdeas[0]?.iteration], [[
    "a b",
  ], 3]);
  assertStrictEquals(addNotes(first, { ...noted, worked: ["A B"] }), first);
  const many = Array.from({ length: 60 }, (_, index) => `idea ${index}`);
  const full = addNotes(first, { ...noted, worked: [], ideas: many });
  assertEquals([full.notedIdeas.length, full.notedIdeas.at(-1)?.text], [50, "idea 59"]);
});

Deno.test("knowledge: what comes back is tried again", () => {
  const after = play([round(1, [opportunity("a")]), round(2, []), round(3, [opportunity("a")])]);
  assertEquals([numbers(after), after.tried.map(({ outcome }) => outcome)], [
    [2, 1, 0],
    ["acted", "open"],
  ]);
});

Deno.test("knowledge: a continuation counts once, whoever notes it", () => {
  const first = play([round(1, [opportunity("a")])]);
  assertStrictEquals(learn(first, round(1, [opportunity("a"), opportunity("b")])), first);
  const second = play([round(2, [opportunity("a")])], first);
  assertStrictEquals(learn(second, round(1, [opportunity("c")])), second);
  assertEquals(numbers(play([round(1, [opportunity("c")], { loopId: "loop 2" })], second))[0], 2);
});

Deno.test("knowledge: over loops, a check that helps rises and another sinks", () => {
  let knowledge = blankKnowledge();
  const left: string[] = [];
  for (let loop = 0; loop < 12; loop++) {
    const loopId = `loop ${loop}`;
    const stays = opportunity(`stays ${loop}`, "missing-readme");
    const goes = opportunity(`goes ${loop}`);
    left.push(stays.id);
    const present = new Set(left);
    knowledge = play([
      round(1, [goes, stays], { loopId, present: new Set([...left, goes.id]) }),
      ...[2, 3, 4].map((iteration) => round(iteration, [stays], { loopId, present })),
    ], knowledge);
  }
  const links = knowledgeOf(knowledge, "broken-link");
  const readmes = knowledgeOf(knowledge, "missing-readme");
  assertEquals([hitRate(links), hitRate(readmes)], [1, 0]);
  assert(learnedWeight(links) > 1.5 && learnedWeight(readmes) < 0.5);
  assertEquals([isSunk(links, NOW), isSunk(readmes, NOW)], [false, true]);
  const forgotten = forget(knowledge, "missing-readme");
  assertEquals(isSunk(knowledgeOf(forgotten, "missing-readme"), NOW), false);
  assertEquals(hitRate(knowledgeOf(forgotten, "broken-link")), 1);
  assertEquals(forgotten.tried.some(({ check }) => check === "missing-readme"), false);
});

Deno.test("knowledge: the last fifty are kept, open opportunities before settled", () => {
  const settled = Array.from({ length: 60 }, (_, index) => opportunity(`s${index}`));
  const open = Array.from({ length: 10 }, (_, index) => opportunity(`o${index}`));
  const after = play([round(1, open), round(2, settled, { checked: new Set() }), round(3, open)]);
  assertEquals(after.tried.length, 50);
  const tooMany = play([round(1, [...settled, ...open])]);
  assertEquals([tooMany.tried.length, tooMany.tried.at(-1)?.text], [50, "t o9"]);
  const later = play(
    [round(4, [opportunity("new")], { present: new Set(open.map(({ id }) => id)) })],
    after,
  );
  assert(later.tried.some(({ text }) => text === "t new"));
});

Deno.test("knowledge: no count is ever negative or exceeds what was shown", () => {
  const step = fc.record({
    shown: fc.subarray(["a", "b", "c", "d"]),
    present: fc.subarray(["a", "b", "c", "d"]),
    stamp: fc.constantFrom("x", "y"),
    hasMoved: fc.boolean(),
    nowMs: fc.integer({ min: 0, max: NOW }),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    const rounds = steps.map(({ shown, present, ...more }, index) =>
      round(index, shown.map((key) => opportunity(key)), {
        present: new Set([...shown, ...present].map((key) => opportunity(key).id)),
        ...more,
      })
    );
    const [offered = 0, acted = 0, ignored = 0] = numbers(play(rounds));
    assert(
      acted >= 0 && ignored >= 0 && acted + ignored <= offered,
      `${[offered, acted, ignored]}`,
    );
  }));
});
