import { assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import * as fc from "fast-check";
import { readMarkdown } from "../../../src/plan/items/read_document.ts";
import { firstOpenItem, planOf } from "../../../src/run/plan/plan.ts";
import { taskOf } from "../../../src/plan/order/tasks.ts";
import { untickItem } from "../../../src/run/plan/untick.ts";
import { type PlanRead, readPlan } from "../../../src/run/plan/plan.ts";

function plan(text: string) {
  return planOf("PLAN.md", readMarkdown(text));
}

Deno.test("plan: all items count that completion waits for, not those in code and optional parts", async () => {
  const cases: [text: string, open: string[]][] = [
    ["- [ ] a\n- [x] b\n", ["a"]],
    ["- [ ] a\n\n## Checklist\n\n- [ ] b\n", ["a", "b"]],
    ["## Checklist\n\n- [ ] a\n\n## Checklist\n\n- [ ] b\n", ["a", "b"]],
    ["## Checklist\n\n- [x] a\n\n### Part\n\n- [ ] b\n\n## Notes\n\n- [ ] c\n", ["b", "c"]],
    ["```\n- [ ] a\n```\n\n## Checklist\n\n- [ ] b | `make`\n", ["b"]],
    ["## Checklist\n\nnothing\n\n## Steps\n\n- [ ] a\n", ["a"]],
    ["```\n- [ ] a\n```\n- [ ] b\n", ["b"]],
    ["- [ ] a\n\n## Optional\n\n- [ ] b\n", ["a"]],
    ["* [ ] a\n1. [ ] b\n", ["a", "b"]],
  ];
  for (const [text, open] of cases) {
    const { items } = await plan(text);
    assertEquals(
      items.filter(({ state }) => state === "open").map((item) => item.text),
      open,
      text,
    );
  }
});

Deno.test("plan: skipped items count neither as done nor as open", async () => {
  const { done, open, skipped, total } = await plan("- [x] a\n- [ ] b\n- [SKIP] c\n- [-] d\n");
  assertEquals([done, open, skipped, total], [1, 1, 2, 2]);
});

Deno.test("plan: an item's command is in backticks after its last pipe", async () => {
  const { items } = await plan("- [ ] a | `make a | tee log`\n- [ ] b | `x` not\n- [ ] c `y`\n");
  assertEquals(items.map(({ command }) => command), ["make a | tee log", null, null]);
});

Deno.test("plan: equal items have different keys", async () => {
  const read = await plan("- [x] same\n- [ ] same\n");
  assertEquals(read.items.map(({ key }) => key), ["same#0", "same#1"]);
  assertEquals(firstOpenItem(read)?.line, 2);
});

Deno.test("tasks: files come from the task's own lines, items find their task", async () => {
  const { tasks, items } = await plan(
    [
      "### Task 1: PTY runner",
      "- Create: `src/pty.ts`",
      "- Test: `tests/pty_test.ts`",
      "### Task 2: Idle watchdog",
      "- Modify: `src/pty.ts`",
      "```\n- Create: `not/this.ts`\n```",
      "## Notes",
      "- Create: `nor/this.ts`",
      "## Checklist",
      "- [ ] The idle watchdog kills | `x`",
      "- [ ] Everything else",
      "- [ ] And more",
    ].join("\n"),
  );
  assertEquals(tasks.map(({ files }) => files), [["src/pty.ts", "tests/pty_test.ts"], [
    "src/pty.ts",
  ]]);
  const named = items.map((item, index) => taskOf(item, index, items.length, tasks)?.number);
  assertEquals(named, [2, undefined, undefined]);
  const other = { text: "whatever", line: 11 };
  assertEquals(taskOf(other, 1, 2, tasks)?.number, 2, "as many tasks as items: by position");
});

Deno.test("tasks: an item in a task's section is of that task, whatever it is called", async () => {
  const { tasks, items } = await plan(
    [
      "## Task 1: Parser",
      "**Files:** `src/parser.ts`, `tests/parser_test.ts`",
      "- [ ] Write the test",
      "- [ ] Make the printer pass",
      "### Notes",
      "- [ ] Tidy up",
      "### Task 2: Printer",
      "**Files:**",
      "- `src/printer.ts`",
      "",
      "Then:",
      "- see `src/other.ts`",
      "- [ ] Write the test",
      "## Release",
      "- [ ] Publish it",
    ].join("\n"),
  );
  const parser = ["src/parser.ts", "tests/parser_test.ts"];
  assertEquals(tasks.map(({ files }) => files), [parser, ["src/printer.ts"]]);
  const named = items.map((item, index) => taskOf(item, index, items.length, tasks)?.number);
  assertEquals(named, [1, 1, 1, 2, undefined]);
});

Deno.test("untick: reverts every character that ticks a box, and keeps the file's length", async () => {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  const path = `${folder}/PLAN.md`;
  for (const box of ["[x]", "[X]", "[ x ]", "[x ]", "[✓]", "[ ✅ ]", "[х]"]) {
    for (const line of [`- ${box} a | \`false\``, `### ${box} a`, `${box} a`]) {
      Deno.writeTextFileSync(path, `- [x] b\n${line}\n`);
      const size = Deno.statSync(path).size;
      assertEquals(await untickItem(path, folder, "a#0"), { kind: "unticked" }, line);
      const read = await readPlan(path);
      const states = read.kind === "plan" ? read.plan.items.map(({ state }) => state) : [];
      assertEquals([states, Deno.statSync(path).size], [["done", "open"], size], line);
    }
  }
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("untick: an item that is open or not there is left, and a plan that is not there fails", async () => {
  const path = await Deno.makeTempFile();
  Deno.writeTextFileSync(path, "- [x] first\r- [ ] second\r- [x] third");
  assertEquals(await untickItem(path, dirname(path), "second#0"), { kind: "nothing-to-do" });
  assertEquals(await untickItem(path, dirname(path), "gone#0"), { kind: "nothing-to-do" });
  assertEquals(await untickItem(path, dirname(path), "third#0"), { kind: "unticked" });
  assertEquals(Deno.readTextFileSync(path), "- [x] first\r- [ ] second\r- [ ] third");
  Deno.removeSync(path);
  assertEquals((await untickItem(path, dirname(path), "first#0")).kind, "failed");
});

Deno.test("untick: opens only the item in any plan, and changes one byte", async () => {
  const path = await Deno.makeTempFile();
  const item = fc.record({
    words: fc.stringMatching(/^[a-z\u00e4\u{1f600}]{1,8}$/u),
    tick: fc.constantFrom("x", "X", " ", "-"),
    bullet: fc.constantFrom("-", "*", "+", "1."),
    end: fc.constantFrom("\n", "\r\n"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.nat(),
      async (items, hasMark, pick) => {
        const text = (hasMark ? "\ufeff" : "") +
          items.map(({ words, tick, bullet, end }) => `${bullet} [${tick}] ${words}${end}`).join(
            "",
          );
        Deno.writeTextFileSync(path, text);
        const before = await readPlan(path);
        const done = before.kind === "plan"
          ? before.plan.items.filter(({ state }) => state === "done")
          : [];
        if (before.kind !== "plan" || done.length === 0) return;
        const { key } = done[pick % done.length]!;
        assertEquals((await untickItem(path, dirname(path), key)).kind, "unticked");
        const after = await readPlan(path);
        const states = (read: PlanRead) =>
          read.kind === "plan" ? read.plan.items.map((one) => `${one.key} ${one.state}`) : [];
        assertEquals(
          states(after),
          states(before).map((line) => line === `${key} done` ? `${key} open` : line),
        );
        const now = Deno.readTextFileSync(path);
        assertEquals([...now].filter((sign, at) => sign !== [...text][at]), [" "]);
      },
    ),
    { numRuns: 200 },
  );
  Deno.removeSync(path);
});

Deno.test("untick: never writes outside of the project, even through a link", async () => {
  const root = await Deno.realPath(await Deno.makeTempDir());
  const project = join(root, "project");
  await Deno.mkdir(project);
  const outside = join(root, "outside.md");
  await Deno.writeTextFile(outside, "- [x] one\n");
  const plan = join(project, "PLAN.md");
  await Deno.symlink(outside, plan);
  assertEquals((await untickItem(plan, project, "one#0")).kind, "failed");
  assertEquals(await Deno.readTextFile(outside), "- [x] one\n");
  const inside = join(project, "other.md");
  await Deno.writeTextFile(inside, "- [x] one\n");
  await Deno.remove(plan);
  await Deno.symlink(inside, plan);
  assertEquals((await untickItem(plan, project, "one#0")).kind, "unticked");
  await Deno.remove(root, { recursive: true });
});
