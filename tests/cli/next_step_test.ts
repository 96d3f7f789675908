/** What to type after an end: each reason's command is played where it is shown. */
import { assert, assertEquals } from "@std/assert";
import { nextCommand, nextStep, type ReasonCode, REASONS } from "../../src/loop/reasons.ts";
import { blankRecord } from "../../src/lifecycle/blank_record.ts";
import { placesOf } from "../../src/store/places.ts";
import type { LoopRecord } from "../../src/store/records/loop_record.ts";
import { listLoops, readLastRecord } from "../../src/store/records/loops.ts";
import { findResumeCommand } from "../../src/run/job/ending.ts";
import { defaultSettings } from "../../src/store/settings/settings.ts";
import { endLoopOf } from "./_ended.ts";
import { newLoopId } from "../../src/store/records/loop_id.ts";
import { TestCli } from "./_cli.ts";

/** Splits a command line as a shell does. */
function splitWords(line: string): string[] {
  const { stdout } = new Deno.Command("sh", {
    args: ["-c", `printf '%s\\n' ${line}`],
  }).outputSync();
  return new TextDecoder().decode(stdout).trimEnd().split("\n");
}

async function play(cli: TestCli, words: string): Promise<void> {
  const [name = "", ...rest] = splitWords(words);
  // What would open a browser writes to a file; what would begin the work says what it would do.
  const args = name === "report"
    ? ["--output", `${cli.root}/page.html`]
    : ["start", "run"].includes(name)
    ? ["--dry-run", ...rest]
    : rest;
  const variables = { RALPH_KIRO_CMD: "true" };
  const { code, stderr } = await cli.run([name, ...args], { variables });
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
      status.how_to_continue,
      nextStep("stopped-by-user", record, "terminal"),
    );
    // The same loop begins again: its plan, its task and its flags.
    assertEquals(
      (await cli.run(splitWords(status.how_to_continue).slice(1), { at: "2026-01-02T04:00:00Z" }))
        .code,
      0,
    );
    const [again] = listLoops(places, null);
    const { id: _id, startedAt: _startedAt, ...before } = facts!;
    const { id, startedAt: _again, ...after } = again!.facts;
    assertEquals([id === facts!.id, after], [false, before]);
  });
}

const ITEMS = { done: 1, total: 2, next: "two" };

/** What the reader does before the command, as the words before it say. */
const OBEYED: Readonly<Partial<Record<ReasonCode, (cli: TestCli) => void>>> = {
  "nothing-to-do": (cli) => cli.write("PLAN.md", "- [x] one\n- [ ] two\n"),
  "plan-error": (cli) => cli.write("PLAN.md", "- [x] one\n- [ ] two\n"),
};

/** Makes a project whose loop or run has just ended for a reason. */
async function makeEnded(code: ReasonCode, driver: LoopRecord["driver"]) {
  const cli = new TestCli();
  const isEmpty = code === "nothing-to-do";
  cli.write("PLAN.md", `- [x] one\n${isEmpty ? "" : "- [ ] two\n"}`);
  cli.track({ isCommitted: true });
  cli.git("remote", "add", "origin", cli.root);
  await cli.run(["hooks", "install"]);
  const settings = { ...defaultSettings(), max_tokens: 1000, max_cost_usd: 2.5 };
  const exitCode = REASONS[code].exit;
  const usage = { tokens: 1000, costUsd: 2.5 };
  const resume = findResumeCommand({ reason: { code }, exitCode }, settings, { usage });
  const record = endLoopOf(cli, {
    reason: { code, sentence: "It ended" },
    record: {
      ...{ driver, usage, items: isEmpty ? { done: 1, total: 1, next: null } : ITEMS },
      ...driver === "runner" && { again: resume?.replace(/^ralph /, "") ?? "run --resume" },
    },
    facts: driver === "runner" ? { runOptions: { agent: "true" } } : {},
  });
  if (code === "plan-error") Deno.removeSync(cli.path("PLAN.md"));
  return { cli, record };
}

for (const driver of ["session", "runner"] as const) {
  for (const code of Object.keys(REASONS) as ReasonCode[]) {
    Deno.test(`next step: after '${code}' of a ${driver} each command that is named works as typed`, async () => {
      const { cli, record } = await makeEnded(code, driver);
      using _cli = cli;
      const { how_to_continue: step } = await cli.json(["status"]);
      const command = nextCommand(code, record);
      assert(step.endsWith(command), `${step}: ${command}`);
      const before = step.slice(0, -command.length);
      for (const [, words = ""] of before.matchAll(/ralph (\w+(?: --\w+)?)/g)) {
        await play(cli, words);
      }
      OBEYED[code]?.(cli);
      // A letter stands for the reader's own number.
      await play(cli, command.replace(/^ralph /, "").replace(/(?<=\/)N$/, "2"));
    });
  }
}

Deno.test("next step: a run that ended at a limit names what raises it; a session's loop begins again with what it had", () => {
  const record: LoopRecord = {
    ...blankRecord({ id: newLoopId(0), project: "/p", driver: "session", startedAt: 0 }),
    again: "start -f PLAN.md --max-iterations 2",
  };
  assertEquals(
    nextStep("max-iterations", record, "terminal"),
    "for as much again, ralph start -f PLAN.md --max-iterations 2",
  );
  const raised = { ...record, driver: "runner", again: "run --resume --max-hours 18" } as const;
  assertEquals(nextStep("max-runtime", raised, "terminal"), "ralph run --resume --max-hours 18");
});
