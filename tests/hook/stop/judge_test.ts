import { assertEquals, assertRejects } from "@std/assert";
import type { Exploration } from "../../../src/ideas/at_continuation.ts";
import type { Gathered } from "../../../src/hook/stop/gather.ts";
import { judgeStop, type Satisfy } from "../../../src/hook/stop/judge.ts";
import type { Facts } from "../../../src/loop/facts.ts";
import type { Need } from "../../../src/loop/rules/rules.ts";
import type { LoopRecord } from "../../../src/store/records/loop_record.ts";
import { givenFacts, givenRecord, givenSettings } from "../../loop/_given.ts";

const DONE: Facts["completion"] = {
  ...givenFacts().completion,
  verdict: "complete",
  strongest: { name: "all_checkboxes", confidence: 0.9, detail: "3 of 3" },
  done: 3,
  openItems: [],
};
const NO_PLAN: Partial<LoopRecord> = { focus: { path: null, method: "no_focus", candidates: [] } };
const IDLE: Partial<Facts> = {
  completion: { ...givenFacts().completion, done: 0, total: 0, openItems: [] },
  idlePhrase: "nothing to do",
};

/** Judges, satisfies each need by the given facts, and records the order of the needs. */
async function judged(
  record: Partial<LoopRecord>,
  facts: Partial<Facts>,
  answers: Partial<Record<Need, Partial<Facts>>> = {},
) {
  const asked: Need[] = [];
  const satisfy = (need: Need) => () => {
    asked.push(need);
    const answer = answers[need];
    if (answer === undefined) throw new Error(`${need} was not to be asked for`);
    const exploration = need === "exploration" ? { exploration: {} as Exploration } : {};
    return Promise.resolve({ facts: answer, ...exploration });
  };
  const needs: Satisfy = {
    exploration: satisfy("exploration"),
    verification: satisfy("verification"),
  };
  const given = givenRecord(record);
  const gathered = { facts: givenFacts(facts), tick: { record: given } } as unknown as Gathered;
  const { outcome, exploration } = await judgeStop({ settings: givenSettings() }, gathered, needs);
  const { decision } = outcome;
  const ends = decision.kind === "let-go" || decision.kind === "halt";
  const what = ends ? decision.reason.code : decision.kind;
  return { what, asked, exploration, iteration: outcome.record.iteration };
}

Deno.test("judgeStop: open work needs nothing and continues", async () => {
  const { what, asked, exploration, iteration } = await judged({}, { checks: ["npm test"] });
  assertEquals([what, asked, exploration, iteration], ["continue", [], null, 4]);
});

Deno.test("judgeStop: one need is satisfied after the other", async () => {
  const { what, asked } = await judged(NO_PLAN, { ...IDLE, checks: ["npm test"] }, {
    exploration: { opportunities: 0 },
    verification: { verification: { kind: "unknown", why: "not trusted" } },
  });
  assertEquals([what, asked], ["continue", ["exploration", "verification"]]);
});

Deno.test("judgeStop: an error while satisfying a need is thrown", async () => {
  await assertRejects(() => judged({}, { completion: DONE, checks: ["npm test"] }), Error, "asked");
});
