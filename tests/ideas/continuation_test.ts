import type { TrustedCommand } from "../../src/store/trusted_command.ts";
import { typed } from "../_trusted.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readKnowledge } from "../../src/ideas/knowledge/store.ts";
import { readLastScan, writeLastScan } from "../../src/ideas/tree/last_scan.ts";
import { projectPlaces } from "../../src/store/places.ts";
import type { Verification } from "../../src/loop/facts.ts";
import { Explored } from "./_project.ts";

const LINKS = Array.from({ length: 9 }, (_, index) => `[x](gone${index}.md)\n`).join("");

async function explored(files: Record<string, string>): Promise<Explored> {
  const project = new Explored(files);
  project.track();
  await project.scan();
  return project;
}

Deno.test("explore: at most five are shown, the rest is a count", async () => {
  using project = await explored({ "README.md": LINKS });
  const { shown, more, problems } = await project.explore();
  assertEquals([shown.length, more, problems], [5, 4, []]);
});

Deno.test("explore: what was found in a file that has changed since is not offered", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n", "a.md": "[y](gone.md)\n" });
  project.write("README.md", "# repaired\n");
  Deno.utimeSync(`${project.project}/README.md`, new Date(), new Date(Date.now() + 60_000));
  assertEquals((await project.explore()).shown.map(({ file }) => file), ["a.md"]);
});

Deno.test("explore: if the hook is killed, the same is shown again; saved twice, it counts once", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n" });
  const killed = await project.explore();
  const again = await project.explore();
  assertEquals(again.shown, killed.shown);
  assertEquals([again.afterwards(), again.afterwards(), killed.afterwards()], [[], [], []]);
  const { knowledge } = readKnowledge(project.project);
  assertEquals([knowledge.checks["broken-link"]?.offered, knowledge.tried.length], [1, 1]);
});

Deno.test("explore: the next loop starts from what was tried, and shows first what was not", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n", "docs/a.md": "[y](none.md)\n" });
  const nowMs = Date.now();
  (await project.explore({ nowMs: nowMs - 1 })).afterwards();
  project.write("README.md", "# fixed\n");
  await project.scan({ nowMs: nowMs + 1_000 });
  const next = await project.explore({ loopId: "loop 2", nowMs: nowMs + 2_000 });
  assertEquals(next.shown.map(({ check }) => check), ["broken-link", "uncommitted-changes"]);
  next.afterwards();
  const { tried, checks } = readKnowledge(project.project).knowledge;
  assertEquals(tried.map(({ loopId, isDone }) => [loopId, isDone]), [
    ["loop 1", true],
    ["loop 2", false],
    ["loop 2", false],
  ]);
  assertEquals(checks["broken-link"], { offered: 2, done: 1 });
  project.write("new.md", "[z](nowhere.md)\n");
  project.git("add", "-A");
  await project.scan({ nowMs: nowMs + 3_000 });
  const third = await project.explore({ loopId: "loop 3" });
  assertEquals(third.shown[0]?.file, "new.md");
});

Deno.test("explore: a result with what is no opportunity counts as missing", async () => {
  using project = await explored({ "README.md": LINKS });
  const scan = readLastScan(project.places, project.project)!;
  const opportunities = [...scan.opportunities, { check: "any" }];
  writeLastScan(project.places, { ...scan, opportunities });
  const { isWhole, more, problems, shown } = await project.explore();
  assertEquals([isWhole, more, problems, shown], [false, 0, [], []]);
});

Deno.test("explore: finding nothing is a proof only after a whole scan that saw the last change", async () => {
  using project = new Explored({ "a.md": "x\n" });
  assertEquals((await project.explore()).isWhole, false, "no scan yet");
  await project.scan({ deadline: performance.now() - 1 });
  assertEquals((await project.explore()).isWhole, false, "not all files were read");
  await project.scan();
  assertEquals((await project.explore()).isWhole, true);
  for (const changed of [true, null]) {
    const hasChangedSince = () => Promise.resolve(changed);
    assertEquals((await project.explore({ hasChangedSince })).isWhole, false, `${changed}`);
  }
});

Deno.test("explore: guidance and busywork apply, and what is left out is reported", async () => {
  using project = await explored({
    "README.md": "[x](gone.md)\n",
    "docs/a.md": "[y](none.md)\n",
    "a.ts": "// FIXME a\n// FIXME b\n",
  });
  const guidance = { encouraged: [], forbidden: ["leave docs/ alone"] };
  const { shown, leftOut } = await project.explore({ guidance, isBusyworkOut: true });
  assertEquals(shown.map(({ file }) => file), ["README.md"]);
  assertEquals(leftOut, ["1 opportunities are forbidden", "1 opportunities are busywork"]);
});

Deno.test("explore: an opportunity is offered twice, then once with the question why not, then no longer", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n" });
  const turns = [];
  for (let iteration = 1; iteration <= 5; iteration++) {
    const found = await project.explore({ iteration });
    found.afterwards();
    turns.push([found.shown.length, found.repeated.length, found.worn]);
  }
  assertEquals(turns, [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]);
  const next = await project.explore({ loopId: "loop 2", iteration: 1 });
  assertEquals([next.shown.length, next.worn], [1, 0]);
});

Deno.test("explore: the loop's own plan is never an opportunity", async () => {
  using project = await explored({ "PLAN.md": "- [ ] one\n", "a.md": "x\n" });
  project.write("PLAN.md", "- [x] one\n<!-- TODO FIXME XXX HACK TODO FIXME -->\n[y](gone.md)\n");
  // A change in the millisecond of the scan's beginning counts as later.
  const nowMs = Date.now() + 1_000;
  await project.scan({ nowMs });
  assert((await project.explore()).shown.some(({ file }) => file === "PLAN.md"));
  const ownFiles = ["PLAN.md"];
  await project.scan({ ownFiles, nowMs });
  assertEquals((await project.explore({ ownFiles })).shown, []);
  project.write("a.md", "changed\n");
  await project.scan({ ownFiles, nowMs });
  const both = await project.explore({ ownFiles });
  assertEquals(both.shown.map(({ file, text }) => [file, text.includes("PLAN.md")]), [[
    "a.md",
    false,
  ]]);
});

function runner(outcomes: Record<string, Verification>) {
  const ran: string[] = [];
  const run = ({ line }: TrustedCommand) => {
    ran.push(line);
    return Promise.resolve(outcomes[line] ?? { kind: "passed" } as const);
  };
  return { ran, run };
}

Deno.test("explore: only configured tasks run; a failing task comes first, with the end of its output", async () => {
  using project = await explored({
    "package.json": '{"scripts":{"evil":"x"}}',
    "README.md": LINKS,
  });
  const none = await project.explore();
  assert(none.shown.every(({ check }) => check !== "project-task"));
  const { ran, run } = runner({
    "npm test": { kind: "rejected", command: "npm test", tail: "start\n…\n2 tests failed" },
    "npm run slow": { kind: "unknown", why: "it took longer than 300 s" },
  });
  const commands = ["npm test", "npm run lint", "npm run slow", "npm test"];
  const first = await project.explore({ tasks: { commands: await typed(...commands), run } });
  assertEquals(ran, ["npm test", "npm run lint", "npm run slow"]);
  assertEquals(first.shown[0]?.check, "project-task");
  assertStringIncludes(first.shown[0]?.text ?? "", "`npm test` fails: start … 2 tests failed");
  assertEquals(first.problems, ["`npm run slow` has no result: it took longer than 300 s"]);
});

Deno.test("explore: a task runs again once files changed, or its result is old", async () => {
  using project = await explored({ "a.ts": "x\n" });
  const nowMs = Date.now();
  const failing = runner({ t: { kind: "rejected", command: "t", tail: "no" } });
  let changed = false;
  const explore = async (minutes: number, task: ReturnType<typeof runner>) =>
    await project.explore({
      hasChangedSince: () => Promise.resolve(changed),
      nowMs: nowMs + minutes * 60_000,
      tasks: { commands: await typed("t"), run: task.run },
      iteration: 2 + minutes,
    });
  await explore(0, failing);
  assertEquals((await explore(1, failing)).shown.length, 1);
  assertEquals(failing.ran.length, 1);
  await explore(6, failing);
  assertEquals(failing.ran.length, 2);
  changed = true;
  const fixed = runner({});
  assertEquals((await explore(7, fixed)).shown.filter(({ check }) => check === "project-task"), []);
  changed = false;
  await explore(20, fixed);
  assertEquals(fixed.ran.length, 1);
  await explore(40, fixed);
  assertEquals(fixed.ran.length, 2);
});

Deno.test("explore: tasks that are no longer configured do not count as fixed", async () => {
  using project = await explored({ "a.ts": "x\n" });
  const failing = runner({ t: { kind: "rejected", command: "t", tail: "no" } });
  (await project.explore({ tasks: { commands: await typed("t"), run: failing.run } })).afterwards();
  (await project.explore({ iteration: 2 })).afterwards();
  assertEquals(readKnowledge(project.project).knowledge.checks["project-task"]?.done, 0);
});

Deno.test("explore: whatever is broken is reported, and the loop continues", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n" });
  project.write(".claude/ralph-knowledge.json", "{");
  const { shown, problems, afterwards } = await project.explore();
  assertEquals([shown.length, problems.length], [1, 1]);
  assertStringIncludes(afterwards().join(), "it is now");
  const throwing = { commands: await typed("t"), run: () => Promise.reject(new Error("no shell")) };
  const thrown = await project.explore({ iteration: 2, tasks: throwing });
  assertEquals(thrown.problems, ["exploration was left out: no shell"]);
  assertEquals(thrown.afterwards(), []);
  const gone = await project.explore({ project: `${project.project}/nowhere` });
  assertEquals(gone.shown, []);
});

Deno.test("explore: foreign knowledge can only cause a wrong order", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n" });
  project.write(
    ".claude/ralph-knowledge.json",
    JSON.stringify({
      version: 1,
      checks: {
        "broken-link": { offered: 1e300, acted: -5, ignored: "x" },
        __proto__: { offered: 1 },
      },
      tried: [],
    }),
  );
  const { shown, problems } = await project.explore();
  assertEquals([shown.length, problems], [1, []]);
  assert(Number.isFinite(shown[0]?.score));
});

Deno.test("explore: only what was learned is written into the project", async () => {
  using project = await explored({ "README.md": "[x](gone.md)\n" });
  (await project.explore()).afterwards();
  const names = [...Deno.readDirSync(project.project)].map(({ name }) => name).sort();
  assertEquals(names, [".claude", ".git", "README.md"]);
  assertEquals([...Deno.readDirSync(`${project.project}/.claude`)].map(({ name }) => name), [
    "ralph-knowledge.json",
  ]);
  assert(Deno.statSync(projectPlaces(project.project).knowledge).isFile);
});
