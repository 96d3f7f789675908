import { assert, assertEquals } from "@std/assert";
import { type Due, MIN_VISITS, NOTHING_DUE, ScanQueue } from "../../src/tree/scan_queue.ts";

const TIME_IS_OVER = () => true;

/** The paths of one continuation that has no time at all, and what it leaves. */
function lookWithoutTime(due: Due, fresh: readonly string[]): { seen: string[]; left: Due } {
  const queue = new ScanQueue(due, fresh, TIME_IS_OVER);
  const seen = [...queue.take()];
  const { once, twice } = queue.left;
  return { seen, left: { once, twice } };
}

function paths(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

Deno.test("scan queue: a small project is finished whatever the time", () => {
  const fresh = paths(MIN_VISITS, "f");
  assertEquals(lookWithoutTime(NOTHING_DUE, fresh), { seen: fresh, left: NOTHING_DUE });
});

Deno.test("scan queue: what is left is visited within the next two continuations, without any time", () => {
  let due = NOTHING_DUE;
  const waiting = new Map<string, number>();
  for (let turn = 0; turn < 30; turn++) {
    // Another share each turn, some of it the same.
    const fresh = [...paths(500, "always "), ...paths(700, `turn ${turn} `)];
    const { seen, left } = lookWithoutTime(due, fresh);
    for (const path of seen) waiting.delete(path);
    for (const path of [...left.once, ...left.twice]) {
      waiting.set(path, (waiting.get(path) ?? 0) + 1);
    }
    const longest = Math.max(0, ...waiting.values());
    assert(longest <= 2, `turn ${turn}: left ${longest} times`);
    due = left;
  }
});

Deno.test("scan queue: with time everything is visited, each path once", () => {
  const queue = new ScanQueue({ once: ["b"], twice: ["a"] }, ["b", "c/", "a"], () => false);
  const seen: string[] = [];
  for (const path of queue.take()) {
    seen.push(path);
    if (path === "c/") queue.add("c/d");
  }
  assertEquals([seen, queue.left], [
    ["a", "b", "c/", "c/d"],
    { ...NOTHING_DUE, isCut: false },
  ]);
});

Deno.test("scan queue: what is read for the floor is bounded", () => {
  const queue = new ScanQueue(NOTHING_DUE, paths(100, "f"), TIME_IS_OVER);
  let looks = 0;
  for (const _path of queue.take()) {
    looks++;
    queue.noteBytes(1024 * 1024);
  }
  assertEquals([looks, queue.left.once.length], [4, 96]);
});
