/** `ralph report`, with the real binary on loops that it ran. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { waitUntil } from "../_wait.ts";
import { readIfThere } from "./_clock.ts";
import { exits, makeStage, SESSION, type Stage } from "./_stage.ts";

// deno-lint-ignore no-explicit-any -- what the binary printed
type Document = any;

async function reportOf(stage: Stage, ...args: string[]): Promise<Document> {
  return JSON.parse(await stage.ok(["report", "--json", ...args]));
}

function commit(stage: Stage, name: string): void {
  Deno.writeTextFileSync(join(stage.project, name), name);
  stage.git("add", name);
  stage.git("commit", "-qm", name);
}

/** A loop in a repository: two turns, the second with a commit, guidance and a tick. */
async function workedStage(): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-qm", "One");
  await stage.ok(["start", "-f", "PLAN.md", "--yes", "--session", SESSION]);
  await stage.turn();
  commit(stage, "feature.txt");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [ ] two\n- [ ] three\n");
  await stage.ok(["encourage", "Write the tests first"]);
  await stage.turn();
  return stage;
}

Deno.test("report: a loop that runs is reported so far, from its own journal", async () => {
  using stage = await workedStage();
  const { outcome, steps, totals, guidance, limits, schema_version, work } = await reportOf(stage);
  assertEquals([outcome.has_ended, outcome.code, schema_version], [false, "working", 1]);
  assertEquals(
    steps.map((step: Document) => [step.iteration, step.commits, step.files, step.items.done]),
    [[1, 0, 0, 0], [2, 1, 1, 1]],
  );
  assertEquals([totals.items, totals.commits], [{ done: 1, total: 3 }, 1]);
  const named = work.done.map(({ text, turn, commits }: Document) => [
    text,
    turn,
    commits.map(({ subject }: Document) => subject),
  ]);
  assertEquals([named, work.open], [[["one", 1, ["feature.txt"]]], ["two", "three"]]);
  assertEquals([guidance[0].change, guidance[0].text], ["added", "Write the tests first"]);
  assertEquals(limits.max_iterations, 99);
  assertMatch(await stage.ok(["report", "-o", "-"]), /so far/);
});

Deno.test("report: --json has instants in ISO 8601, and no epoch milliseconds", async () => {
  using stage = await workedStage();
  await stage.ok(["stop"]);
  await stage.turn();
  const report = await reportOf(stage);
  const instants = [
    report.as_of,
    report.loop.started_at,
    report.outcome.ended_at,
    ...report.steps.flatMap((step: Document) => [step.from, step.to]),
    ...report.lanes.flatMap(({ spans }: Document) => spans).flatMap((span: Document) => span.to),
    ...["guidance", "events"].flatMap((list) => report[list]).map(({ at }) => at),
  ];
  for (const instant of instants) assertMatch(instant, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const numbers: number[] = [];
  JSON.stringify(report, (_, value) => (typeof value === "number" && numbers.push(value), value));
  assertEquals(numbers.filter((number) => number > 1e12), []);
});

Deno.test("report: an ended loop says why on top; the page is in the home, for the user only", async () => {
  using stage = await workedStage();
  await stage.ok(["stop"]);
  await stage.turn();
  const before = stage.git("status", "--short", "--ignored");
  const file = (await stage.ok(["report"])).trimEnd();
  assert(file.startsWith(stage.inHome("ralph", "loops")), file);
  assertEquals(Deno.statSync(file).mode! & 0o777, 0o600);
  assertEquals(stage.git("status", "--short", "--ignored"), before);
  const page = Deno.readTextFileSync(file);
  const { outcome } = await reportOf(stage);
  assertEquals([outcome.has_ended, outcome.code], [true, "stopped-by-user"]);
  const [, why = ""] = /<p class="why">([\s\S]*?)<\/p>/.exec(page) ?? [];
  assertMatch(why, /STOPPED<\/span>As you asked/);
  assertMatch(page, /<p class="next">→ .*<code>ralph start/);
  // What is 0 throughout has no chart, and neither has time, if all was within a second.
  for (const name of ["items", "changes"]) {
    assertMatch(page, new RegExp(`<h2 id="${name}">(?:(?!<section)[^])*role="img"`));
  }
  assertEquals(await stage.ok(["report"]), `${file}\n`);
});

Deno.test("report: a run is reported with an agent for each iteration", async () => {
  using stage = await makeStage({ start: null });
  const agent = join(stage.root, "tick.sh");
  const tick = `sed -i '0,/- \\[ \\]/s//- [x]/' PLAN.md`;
  Deno.writeTextFileSync(agent, `#!/bin/sh\n${tick}\n`, { mode: 0o755 });
  await stage.ok(["run", "PLAN.md", "--agent", agent, "--terminal", "pipe"]);
  const { outcome, limits, steps, lanes, totals, work } = await reportOf(stage);
  assertEquals([work.done.map(({ turn }: Document) => turn), work.open], [[1, 2, 3], []]);
  assertEquals(limits.max_hours, 9);
  assertEquals([outcome.code, outcome.tone, totals.items], ["complete", "good", {
    done: 3,
    total: 3,
  }]);
  assertEquals(steps.map((step: Document) => [step.kind, step.iteration, step.tokens]), [
    ["agent", 1, null],
    ["agent", 2, null],
    ["agent", 3, null],
  ]);
  assertEquals(lanes.map(({ spans }: Document) => spans.length), [3]);
  assertStringIncludes(lanes[0].agent, "tick.sh");
});

Deno.test("report: --output takes a file, a folder or stdout; it replaces only reports", async () => {
  using stage = await workedStage();
  const outside = join(stage.root, "pages");
  Deno.mkdirSync(outside);
  const options = { cwd: stage.project };
  const named = join(outside, "page.html");
  for (let call = 0; call < 2; call++) {
    assertEquals(await stage.ok(["report", "-o", "../pages/page.html"], options), `${named}\n`);
  }
  assertMatch(await stage.ok(["report", "-o", outside]), /ralph-report-[\w-]+\.html\n$/);
  assertMatch(await stage.ok(["report", "-o", "-"]), /^<!DOCTYPE html>\n[\s\S]*<\/html>\n$/);
  const notes = join(outside, "notes.html");
  Deno.writeTextFileSync(notes, "<p>mine</p>");
  const refused = await stage.ralph(["report", "-o", notes]);
  assertEquals([refused.code, Deno.readTextFileSync(notes)], [1, "<p>mine</p>"]);
  assertStringIncludes(refused.stderr, `"${notes}" exists and is not a report`);
  const missing = await stage.ralph(["report", "-o", join(outside, "no", "page.html")]);
  assertEquals([missing.code, missing.stdout], [1, ""]);
  assertStringIncludes(missing.stderr, "is missing");
});

Deno.test("report: --open shows the page; without a desktop that is a hint, no error", async () => {
  using stage = await workedStage();
  const bin = join(stage.root, "bin");
  const opened = join(stage.root, "opened");
  const opener = Deno.build.os === "darwin" ? "open" : "xdg-open";
  Deno.mkdirSync(bin);
  const open = async (script: string) => {
    Deno.writeTextFileSync(join(bin, opener), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const env = { PATH: `${bin}:/usr/bin:/bin` };
    return await stage.ralph(["report", "--open"], { env, isOwn: true });
  };
  const good = await open(`printf %s "$1" > '${opened}'`);
  assertEquals([good.code, good.stderr], [0, ""]);
  const read = () => `${readIfThere(opened)}\n`;
  await waitUntil(() => read() === good.stdout, () => `${read()} was opened, not ${good.stdout}`);
  const bad = await open("exit 4");
  assertEquals([bad.code, bad.stdout], [0, good.stdout]);
  assertStringIncludes(bad.stderr, `${opener} ended with exit code 4`);
  const env = { PATH: join(stage.root, "none") };
  const none = await stage.ralph(["report", "--open"], { env, isOwn: true });
  assertEquals([none.code, none.stdout], [0, good.stdout]);
  assertStringIncludes(none.stderr, `there is no ${opener}`);
});

Deno.test("report: no secret is shown, nor a part of one where a text was cut", async () => {
  using stage = await workedStage();
  const secret = "correct-horse-battery-staple";
  const key = `sk-ant-${"a1".repeat(20)}`;
  await stage.ok(["forbid", `Never print ${secret} or ${key}`]);
  for (const hidden of [secret, key]) {
    // The journal keeps 200 characters of it.
    await stage.ok(["forbid", `${"x ".repeat(92)}${hidden} and more`]);
  }
  await stage.turn();
  assertMatch(JSON.stringify(stage.journal()), /x correct-horse-b…/);
  const { loop: { id } } = await reportOf(stage);
  const at = new Date().toISOString();
  // The report keeps 200 characters of a sentence.
  const sentence = `${"x".repeat(190)} ${secret}`;
  const line = {
    at,
    event: "Stop",
    kind: "note",
    code: null,
    sentence,
    evidence: [],
    iteration: 0,
  };
  const journal = stage.inHome("ralph", "loops", id, "journal.jsonl");
  Deno.writeTextFileSync(journal, `${JSON.stringify(line)}\n`, { append: true });
  for (const args of [["--json"], ["-o", "-"]]) {
    const text = await stage.ok(["report", ...args], { env: { MY_TOKEN: secret }, isOwn: true });
    assertEquals([text.includes("correct-"), text.includes("sk-ant-")], [false, false]);
    assertStringIncludes(text, "Never print [masked] or [masked]");
  }
});

Deno.test("report: a loop whose project is gone is reported without its record", async () => {
  using stage = await makeStage();
  const { loop: { id } } = await reportOf(stage);
  Deno.removeSync(stage.project, { recursive: true });
  const { stdout } = await stage.ralph(["report", id, "--json"], { cwd: stage.root });
  const { outcome } = JSON.parse(stdout);
  assertEquals([outcome.code, outcome.has_ended], ["damaged", false]);
  assertStringIncludes(outcome.sentence, stage.project);
});

Deno.test("report: names a loop by its id or a part of it; says which there are", async () => {
  using stage = await makeStage({ start: null });
  const none = await stage.ralph(["report"]);
  assertEquals([none.code, none.stdout], [5, ""]);
  assertStringIncludes(none.stderr, `No loop has run in ${stage.project}`);
  await stage.ok(["start", "-f", "PLAN.md", "--yes", "--session", SESSION]);
  const { loop: { id } } = await reportOf(stage);
  assertEquals((await reportOf(stage, id.slice(-8))).loop.id, id);
  const elsewhere = await stage.ralph(["report", id, "--json"], { cwd: "/" });
  assertEquals(JSON.parse(elsewhere.stdout).loop.id, id);
  const unknown = await exits(5, stage.ralph(["report", "20200101"]));
  assertStringIncludes(unknown.stderr, id);
});

Deno.test("report: damaged lines of the journal are counted, the others are shown", async () => {
  using stage = await workedStage();
  const { loop: { id } } = await reportOf(stage);
  const journal = stage.inHome("ralph", "loops", id, "journal.jsonl");
  Deno.writeTextFileSync(journal, '{"at": 3}\nnonsense\n', { append: true });
  const { steps, unknown } = await reportOf(stage);
  assertEquals(steps.length, 2);
  assert(unknown.includes("2 lines of the journal could not be read."), unknown.join("\n"));
});

Deno.test("report: a loop that you end before its first judged stop does not say that its plan is empty", async () => {
  using stage = await makeStage();
  stage.put(".claude/STOP_LOOP", "");
  await stage.turn();
  const { unknown } = await reportOf(stage);
  assert(unknown.includes("Items are unknown: no stop counted them."), unknown.join("\n"));
});
