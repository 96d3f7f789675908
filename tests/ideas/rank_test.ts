import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { blankKnowledge, noteShown } from "../../src/ideas/knowledge/knowledge.ts";
import {
  type CheckName,
  CHECKS,
  makeOpportunity,
  type Opportunity,
} from "../../src/ideas/opportunity.ts";
import { rankOpportunities, type RankRequest } from "../../src/ideas/rank.ts";
import { isAbout } from "../../src/ideas/rank.ts";

function rank(opportunities: readonly Opportunity[], more: Partial<RankRequest> = {}) {
  return rankOpportunities({
    opportunities,
    guidance: { encouraged: [], forbidden: [] },
    knowledge: blankKnowledge(),
    isBusyworkOut: false,
    ...more,
  });
}

function opportunity(check: CheckName, key = "", file: string | null = null): Opportunity {
  return makeOpportunity(check, { key, text: `Some ${check} ${key}`, file });
}

const link = opportunity("broken-link", "a", "docs/old/a.md");
const readme = opportunity("missing-readme", "src", "src/core");
const todo = opportunity("todo-density", "b", "src/b.ts");
const git = opportunity("uncommitted-changes");
const task = opportunity("project-task");

function checks(list: readonly Opportunity[]): string[] {
  return list.map(({ check }) => check);
}

Deno.test("rank: by impact, and busywork after everything else", () => {
  assertEquals(checks(rank([todo, git, readme, link, task]).ranked), [
    ...["project-task", "broken-link", "missing-readme"],
    ...["uncommitted-changes", "todo-density"],
  ]);
});

Deno.test("rank: busywork is left out after convergence, but not what the user encourages", () => {
  const { ranked, leftOut } = rank([todo, git, link], { isBusyworkOut: true });
  assertEquals([checks(ranked), leftOut.busywork], [["broken-link"], 2]);
  const guidance = { encouraged: ["clear the TODOs"], forbidden: [] };
  const wanted = rank([todo, git, link], { isBusyworkOut: true, guidance });
  assertEquals(checks(wanted.ranked), ["todo-density", "broken-link"]);
});

const ABOUT: readonly (readonly [text: string, opportunity: Opportunity, isAbout: boolean])[] = [
  ["broken-link", link, true],
  ["no broken links please", link, true],
  ["Leave DOCS/OLD alone", link, true],
  ["not `docs/old/a.md`!", link, true],
  ["do not touch docs/old/.", link, true],
  ["README work", readme, true],
  ["never write READMEs", readme, true],
  ["src/core", readme, true],
  ["some todo-density", todo, true],
  ["docs/ol", link, true], // part of its text, see below
  ["src/co", readme, false],
  ["hadrian's wall", opportunity("adr-without-implementation"), false],
  ["an ADR a day", opportunity("adr-without-implementation"), true],
  ["refactor the parser", link, false],
  ["docs/older", link, false],
  ["a", link, false],
  ["", link, false],
];

Deno.test("rank: what an item of guidance is about", () => {
  for (const [text, opportunity, expected] of ABOUT) {
    const subject = text === "docs/ol"
      ? { ...opportunity, text: "Broken link in docs/old" }
      : opportunity;
    assertEquals(isAbout(text, subject), expected, text);
  }
});

Deno.test("rank: forbidden is left out, encouraged comes first and wins", () => {
  const guidance = { encouraged: ["docs/old"], forbidden: ["broken links", "readme"] };
  const other = opportunity("broken-link", "z", "docs/new.md");
  const { ranked, leftOut } = rank([task, readme, other, link], { guidance });
  assertEquals(ranked.map(({ id }) => id), [link.id, task.id]);
  assertEquals(leftOut.forbidden, 2);
});

Deno.test("rank: what was shown before and is still there comes after what was not", () => {
  const both = [link, opportunity("doc-feature-gap", "x")];
  assertEquals(checks(rank(both).ranked)[0], "doc-feature-gap");
  const round = { loopId: "loop 1", iteration: 1, nowMs: 0, shown: [both[1]!] };
  const knowledge = noteShown(blankKnowledge(), { ...round, isGone: () => false });
  assertEquals(checks(rank(both, { knowledge }).ranked)[0], "broken-link");
});

Deno.test("rank: many opportunities of one check do not displace all others", () => {
  const links = Array.from({ length: 50 }, (_, index) => opportunity("broken-link", `${index}`));
  const shown = checks(rank([...links, readme]).ranked.slice(0, 5));
  assert(shown.includes("missing-readme"), shown.join());
});

const anything = fc.array(
  fc.record({
    check: fc.constantFrom(...Object.keys(CHECKS) as CheckName[]),
    key: fc.string({ maxLength: 3 }),
    weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
  }).map(({ check, key, weight }) => makeOpportunity(check, { key, text: `t ${key}`, weight })),
  { maxLength: 30 },
).map((list) => [...new Map(list.map((item) => [item.id, item])).values()]);

Deno.test("rank: the order of the input does not matter, and nothing is lost or doubled", () => {
  fc.assert(fc.property(anything, fc.boolean(), (list, isBusyworkOut) => {
    const guidance = { encouraged: ["readme"], forbidden: ["broken links"] };
    const forwards = rank(list, { guidance, isBusyworkOut });
    const backwards = rank(list.toReversed(), { guidance, isBusyworkOut });
    assertEquals(forwards, backwards);
    const { forbidden, busywork } = forwards.leftOut;
    assertEquals(forwards.ranked.length + forbidden + busywork, list.length);
    assertEquals(new Set(forwards.ranked.map(({ id }) => id)).size, forwards.ranked.length);
    const wanted = forwards.ranked.map(({ check }) => check === "missing-readme");
    assert(wanted.lastIndexOf(true) < wanted.filter(Boolean).length, "encouraged first");
  }));
});
