/** What to type after an end: each reason's command is played where it is shown. */
import { assertEquals, assertMatch } from "@std/assert";
import { nextStep, type ReasonCode, REASONS } from "../../src/loop/reasons.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { placesOf } from "../../src/store/places.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import {
  archiveLoopRecord,
  createLoop,
  listLoops,
  type LoopFacts,
  readLastRecord,
} from "../../src/store/records/loops.ts";
import { newLoopId } from "../../src/store/records/loop_id.ts";
import { TestCli } from "./_cli.ts";

/** Splits a command line as a shell does. */
function splitWords(line: string): string[] {
  const { stdout } = new Deno.Command("sh", {
    args: ["-c", `printf '%s\\n' ${line}`],
  }).outputSync();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

/** The commands that a step names, without `ralph`. */
function commandsIn(step: string): string[] {
  return [...step.matchAll(/(?:^|, | then )ralph (.*?)(?=, then |$)/g)].map(([, words = ""]) =>
    words
  );
}

async function play(cli: TestCli, words: string): Promise<void> {
  const [name = "", ...rest] = splitWords(words);
  // What would open a browser writes to a file; what would begin the work says what it would do.
  const args = name === "report"
    ? ["--output", `${cli.root}/page.html`]
    : ["start", "run"].includes(name)
    ? ["--dry-run", ...rest]
    : rest;
  const { code, stderr } = await cli.run([name, ...args]);
  // `doctor` may find something.
  if (name !== "doctor") assertEquals([words, code, stderr], [words, 0, stderr]);
}

/** How a user started. */
const STARTS: readonly (readonly string[])[] = [
  ["-f", "PLAN.md", "--until-done"],
  ["-f", "my plan.md", "--eternal", "--max-tokens", "1000000"],
  ["add dark mode, it's nice"],
  ["--poc", "--verify", "true", "--no-validation", "--", "-f is broken"],
  ["--no-focus", "--max-hours", "1", "--min-hours", "0", "--promise", "ALL DONE"],
];

for (const words of STARTS) {
  Deno.test(`next step: after 'start ${words.join(" ")}' each end's command works as typed`, async () => {
    using cli = new TestCli();
    for (const name of ["PLAN.md", "my plan.md"]) {
      cli.write(`${cli.project}/${name}`, "- [ ] one\n");
    }
    await cli.run(["hooks", "install"]);
    assertEquals((await cli.run(["start", ...words])).code, 0);
    await cli.run(["stop"]);
    const places = placesOf(cli.context().context.env);
    const [{ facts } = { facts: null }] = listLoops(places, null);
    const record = readLastRecord(places, facts!.id)!;
    const status = await cli.json(["status"]);
    assertEquals(
      status.way_on,
      nextStep("stopped-by-user", record, "terminal"),
    );
    for (const code of Object.keys(REASONS) as ReasonCode[]) {
      const step = nextStep(code, record, "terminal");
      for (const command of commandsIn(step)) {
        // No session ends by these, and what they name is a run's plan.
        if (!command.startsWith("run ")) await play(cli, command);
      }
      assertMatch(step, /ralph \w/, code);
    }
    // The same loop begins again: its plan, its task and its flags.
    assertEquals(
      (await cli.run(splitWords(status.way_on).slice(1), { at: "2026-01-02T04:00:00Z" })).code,
      0,
    );
    const [again] = listLoops(places, null);
    const { id: _id, startedAt: _startedAt, ...before } = facts!;
    const { id, startedAt: _again, ...after } = again!.facts;
    assertEquals([id === facts!.id, after], [false, before]);
  });
}

Deno.test("next step: after a run each end's command works as typed", async () => {
  using cli = new TestCli();
  cli.write(`${cli.project}/PLAN.md`, "- [ ] one\n");
  const places = placesOf(cli.context().context.env);
  const id = newLoopId(0);
  const path = `${cli.project}/PLAN.md`;
  const facts: LoopFacts = {
    id,
    project: cli.project,
    task: null,
    preset: null,
    flags: {},
    focus: path,
    startedAt: 0,
    startedBy: "terminal",
    driver: "runner",
    runOptions: { agent: "true" },
  };
  const record: LoopRecord = {
    ...blankRecord({ id, project: cli.project, driver: "runner", startedAt: 0 }),
    focus: { path, method: "explicit", candidates: [] },
    state: "stopped",
    usage: { tokens: 10, costUsd: null },
    lastDecision: { kind: "halt", code: "interrupted", sentence: "Interrupted by Ctrl-C", at: 1 },
  };
  createLoop(places, facts);
  archiveLoopRecord(places, record);
  for (const code of Object.keys(REASONS) as ReasonCode[]) {
    const step = nextStep(code, record, "terminal");
    for (const command of commandsIn(step)) await play(cli, command);
  }
  const { loops } = await cli.json(["history"]);
  assertEquals(loops[0].next, "ralph run --resume");
  // A run that ended at a limit names what raises it; a session's loop begins again with what it had.
  const ofSession: LoopRecord = {
    ...record,
    driver: "session",
    again: "start -f PLAN.md --max-iterations 2",
  };
  assertEquals(
    nextStep("max-iterations", ofSession, "terminal"),
    "for as much again, ralph start -f PLAN.md --max-iterations 2",
  );
  const raised = { ...record, again: "run --resume --max-hours 18" };
  assertEquals(nextStep("max-runtime", raised, "terminal"), "ralph run --resume --max-hours 18");
});
