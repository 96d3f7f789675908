/** What a run prints from its first line to its last, read as a whole: in a pipe and on a terminal. */
import { assertEquals, assertMatch } from "@std/assert";
import { openGolden } from "../../_golden.ts";
import { RALPH } from "../../_binary.ts";
import { oddAgent, repositoryStage } from "./_parallel_stage.ts";
import { agent, runPlan, type Stage, waitFor } from "./_run_stage.ts";
import { openWindow } from "./_terminal.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/run/e2e/lines_test.ts",
);

const ITEMS = ["Write greeting.txt", "Add the printer | `true`", "Write the docs"];

/** Replaces what differs from run to run. */
function settle(stage: Stage, text: string): string {
  return text
    .replaceAll(stage.root, "/ROOT")
    .replaceAll(agent("job-tick"), "/AGENTS/job-tick.sh")
    .replaceAll(/\d{8}-\d{9}-[0-9a-f]{8}/g, "LOOP")
    .replaceAll(/^\d\d:\d\d /gm, "HH:MM ")
    .replaceAll(/\b\d+(?:\.\d+)? s\b/g, "N s")
    .replaceAll(/ · [0-9a-f]{7}$/gm, " · COMMIT")
    .replaceAll(/10\.0\.0\.\d+/g, "10.0.0.N");
}

/** Both streams, in the order in which a person reads them. */
function told(stage: Stage, { stderr, stdout }: { stderr: string; stdout: string }): string {
  return settle(stage, `${stderr}${stdout}`);
}

const ONE = ["--sandbox", "none", "--trust"];

for (
  const [name, fixture, args, code] of [
    ["done", "job-tick", [], 0],
    ["limit", "job-tick", ["--max-iterations", "1"], 3],
    ["stuck", "job-nothing", [], 1],
    ["failed", "job-fails", [], 1],
    ["blocked", "job-blocked", [], 4],
  ] as const
) {
  Deno.test(`run lines: a run that ends as ${name}`, async () => {
    using stage = await repositoryStage(ITEMS);
    const ran = await runPlan(stage, fixture, [...ONE, ...args]);
    assertEquals(ran.code, code, ran.stderr);
    assertGolden(name, told(stage, ran));
  });
}

Deno.test("run lines: two agents at a time", async () => {
  using stage = await repositoryStage(["odd [parallel]", "write b.txt [parallel]"]);
  const path = oddAgent(stage, 'echo "$item" >a.txt; tick');
  const ran = await stage.ralph(["run", "PLAN.md", "--agent", path, "--parallel", "2", ...ONE]);
  assertEquals(ran.code, 0, ran.stderr);
  const stderr = ran.stderr.split("\n").map((line) => line.replace(/#[12] /, "#N "));
  // Who is faster is up to the machine.
  const events = stderr.filter((line) => /^\d\d:\d\d /.test(line)).toSorted();
  const begin = stderr.filter((line) => line !== "" && !events.includes(line));
  const lines = `${[...begin, ...events].join("\n")}\n`;
  assertGolden("parallel", told(stage, { stdout: ran.stdout, stderr: lines }));
});

Deno.test("run lines: a dry run, for one agent and for two", async () => {
  using stage = await repositoryStage([...ITEMS, "odd [parallel]", "write b.txt [parallel]"]);
  const shown: string[] = [];
  for (const args of [[], ["--parallel", "2", "--max-cost-usd", "5", "--verify", "make test"]]) {
    const ran = await runPlan(stage, "job-tick", ["--dry-run", "--sandbox", "none", ...args]);
    assertEquals([ran.code, ran.stderr], [0, ""]);
    shown.push(told(stage, ran));
  }
  assertGolden("dry_run", shown.join("\n"));
});

/** What is left on a screen whose rows were drawn again and again. */
function readScreen(written: string): string {
  const [first = "", ...redrawn] = written.replaceAll("\r\n", "\n").split("\x1b[");
  let lines = first.split("\n");
  for (const part of redrawn) {
    const up = /^(\d+)A\r$/.exec(part)?.[1];
    if (up !== undefined) lines = [...lines.slice(0, lines.length - 1 - Number(up)), ""];
    else lines = [...lines.slice(0, -1), ...`${lines.at(-1)}${part.replace(/^J/, "")}`.split("\n")];
  }
  return lines.join("\n");
}

Deno.test("run lines: on a terminal the block is drawn below what stays, and gone at the end", async () => {
  using stage = await repositoryStage(ITEMS);
  const window = await openWindow(stage, { NO_COLOR: "1", RALPH, AGENT: agent("job-tick") });
  window.type(`"$RALPH" run PLAN.md ${ONE.join(" ")} --agent "$AGENT"; echo code=$?`);
  await waitFor(() => /^code=0/m.test(window.text()), "the end");
  await window.close();
  const [, shown = ""] = readScreen(window.text()).split(/echo code=\$\?\n(?:\?2004l)?/);
  assertMatch(window.text(), /^PLAN\.md +░+ {2}0 of 3 items done/m);
  assertGolden("terminal", settle(stage, shown.split("code=0")[0] ?? ""));
});

Deno.test("golden: no file is left without its text", assertNoneLeft);
