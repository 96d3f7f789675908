/** What a loop left open is in each place in which a person looks back at it. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createStyle } from "../../src/cli/core/style.ts";
import { renderMorning } from "../../src/cli/status/morning.ts";
import { taskComplete } from "../../src/loop/reason.ts";
import { FRESH_VALIDATION } from "../../src/store/records/loop_record.ts";
import { TestCli } from "./_cli.ts";
import { endLoopOf } from "./_ended.ts";
import { NOW, STATUS_STATES, WORK } from "./_status_states.ts";

const COMPLETE = taskComplete({ name: "all_checkboxes", confidence: 0.9, detail: "" });
const FINDINGS = [
  { round: 3, severity: "low", text: "no test for the greeting" },
  { round: 3, severity: "documentation", text: "README has no example" },
];

Deno.test("left open: the morning, status, history and explain name what the validation left open", async () => {
  using cli = new TestCli();
  cli.write("PLAN.md", "- [x] one\n- [x] two\n");
  endLoopOf(cli, {
    reason: COMPLETE,
    record: {
      items: { done: 2, total: 2, next: null },
      validation: { ...FRESH_VALIDATION, ended: "score", score: 0.9, findings: FINDINGS },
    },
  });
  const sentence = "All 2 items of PLAN.md are ticked, validation passed, 2 findings left open";
  for (const command of [[], ["status"], ["history"]]) {
    const { stdout } = await cli.run(command, { at: "2026-01-02T03:00:00Z" });
    const words = stdout.replaceAll(/\s+/g, " ");
    assertStringIncludes(words, sentence, command.join());
    for (const { severity, text } of FINDINGS) {
      assertStringIncludes(words, `${severity}: ${text}`, command.join());
    }
  }
  const { stdout } = await cli.run(["explain"]);
  assertStringIncludes(stdout.replaceAll(/\s+/g, " "), sentence);
  const [listed] = (await cli.json(["history"])).loops;
  const { last_loop: last } = await cli.json(["status"]);
  assertEquals(
    [listed.open_findings, last.open_findings].map((found) => found.length),
    [2, 2],
  );
});

Deno.test("left open: the morning has ten lines, and the number of further commits is none of their subjects", () => {
  const showTime = () => "03:00";
  const ended = {
    ...STATUS_STATES["done"]!,
  };
  const work = {
    ...WORK,
    done: Array.from({ length: 12 }, (_, at) => `Item ${at}`),
    commits: Array.from({ length: 15 }, (_, at) => `c3fc24${at} Improve part ${at}`),
    plan: Array.from({ length: 5 }, (_, at) => ({ text: `make ${at}`, isDone: false })),
  };
  for (const width of [40, 80]) {
    const view = { style: createStyle(false), nowMs: NOW, showTime, width };
    const lines = renderMorning(ended, work, view).split("\n");
    assert(lines.length <= 10, lines.join("\n"));
    for (const line of lines) assert(!/ and \d+ more/.test(line), line);
    assertMatch(lines.join("\n"), /left open|leaves open/);
    assertMatch(lines.join("\n"), / … 1[34] more$/m);
  }
});
