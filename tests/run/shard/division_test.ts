import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { areIndependent, readScopes } from "../../../src/plan/order/independence.ts";
import { planOf } from "../../../src/run/plan/plan.ts";
import { divide, findShardWork } from "../../../src/run/shard/division.ts";

function planFrom(text: string) {
  return planOf("/p/PLAN.md", readMarkdown(text));
}

/** A plan with one item per task, or with marks; `""` is an item that says nothing of its files. */
async function planOfKinds(kinds: readonly string[], done: readonly boolean[] = []) {
  const tasks = kinds.map((kind, index) => {
    const files = [...kind].filter((name) => /[a-e]/.test(name));
    const lines = files.map((name) => `- Modify: \`src/${name}.ts\``).join("\n");
    return `### Task ${index + 1}: Part ${index}\n\n${lines}\n`;
  });
  const items = kinds.map((kind, index) =>
    `- [${done[index] ? "x" : " "}] Part ${index}${kind === "p" ? " [parallel]" : ""}`
  );
  return await planFrom(`# Plan\n\n${tasks.join("\n")}\n## Checklist\n\n${items.join("\n")}\n`);
}

const kinds = fc.array(fc.constantFrom("", "p", "a", "b", "ab", "bc", "d", "e"), {
  minLength: 1,
  maxLength: 14,
});

Deno.test("division: each item is in exactly one section, and of one shard that exists", async () => {
  await fc.assert(fc.asyncProperty(kinds, fc.integer({ min: 1, max: 9 }), async (parts, count) => {
    const plan = await planOfKinds(parts);
    const sections = divide(plan, count);
    const keys = sections.flatMap((section) => section.keys);
    assertEquals(keys.toSorted(), plan.items.map(({ key }) => key).toSorted());
    assert(sections.every(({ shard }) => shard >= 1 && shard <= count));
  }));
});

Deno.test("division: what is done already does not change it", async () => {
  const ticks = fc.array(fc.boolean(), { minLength: 14, maxLength: 14 });
  await fc.assert(fc.asyncProperty(kinds, ticks, async (parts, done) => {
    assertEquals(divide(await planOfKinds(parts), 3), divide(await planOfKinds(parts, done), 3));
  }));
});

Deno.test("division: items of two sections of a stage are independent", async () => {
  await fc.assert(fc.asyncProperty(kinds, async (parts) => {
    const plan = await planOfKinds(parts);
    const scopes = readScopes(plan);
    const sections = divide(plan, 4);
    for (const [at, one] of sections.entries()) {
      for (const two of sections.slice(at + 1).filter(({ stage }) => stage === one.stage)) {
        for (const left of one.keys) {
          for (const right of two.keys) {
            assert(areIndependent(scopes.get(left)!, scopes.get(right)!), `${left} ${right}`);
          }
        }
      }
    }
  }));
});

Deno.test("division: all shards together do the first open stage, and nothing of a later one", async () => {
  const ticks = fc.array(fc.boolean(), { minLength: 14, maxLength: 14 });
  const counts = fc.integer({ min: 1, max: 5 });
  await fc.assert(fc.asyncProperty(kinds, ticks, counts, async (parts, done, count) => {
    const plan = await planOfKinds(parts, done);
    const works = Array.from(
      { length: count },
      (_, at) => findShardWork(plan, { index: at + 1, count }),
    );
    const open = plan.items.filter(({ state }) => state === "open");
    const now = open.filter(({ key }) => works.some(({ own }) => own.has(key)));
    for (const { key } of now) assertEquals(works.filter(({ own }) => own.has(key)).length, 1);
    for (const { later } of works) assertEquals(later, open.length - now.length);
    assertEquals(now.length === 0, open.length === 0, "somebody can always go on");
  }));
});

Deno.test("division: a plan in order is done by shard 1", async () => {
  const plan = await planFrom("# Plan\n\n- [ ] one\n- [ ] two\n- [ ] three\n");
  assertEquals(divide(plan, 3).map(({ shard, keys }) => [shard, keys.length]), [[1, 3]]);
  assertEquals(findShardWork(plan, { index: 2, count: 3 }), { own: new Set<string>(), later: 0 });
});

Deno.test("division: sections go to the shards in turn, dependent items stay together", async () => {
  const plan = await planOfKinds(["a", "b", "ab", "d", "p", "e"]);
  assertEquals(divide(plan, 2).map(({ shard, keys }) => [shard, keys.length]), [
    [1, 3],
    [2, 1],
    [1, 1],
    [2, 1],
  ]);
});
