/** `ralph status --watch` beside `ralph run`: the agent, its item, its last line. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { agent, runStage, startRun } from "../../run/e2e/_run_stage.ts";
import { needs } from "../../_tools.ts";
import { rowsOf, startWatch } from "./_window.ts";

needs("tmux").test(
  "watch: of a run it shows the agent, its item and its last line, which cannot draw",
  async () => {
    using stage = await runStage();
    const run = startRun(stage, ["PLAN.md", "--agent", agent("job-draws")]);
    await using terminal = await startWatch(stage, { columns: 100, rows: 30 });
    await terminal.waitFor(/^ {18}漢字 done, e\u0301 too red$/m);
    const rows = await rowsOf(terminal);
    assertMatch(rows[0] ?? "", /^WORKING +(?:first turn begins|turn 1)/);
    const screen = rows.join("\n");
    assertMatch(screen, /^run .*, agent \d+ on \w+$/m);
    assertMatch(screen, /^agent {11}working {3}one · /m);
    assertMatch(screen, /^PLAN\.md {9}[█░]+ /m);
    assertEquals(screen.includes("hijacked"), false);
    assertStringIncludes(rows.at(-1) ?? "", "q quit");
    await terminal.type("sy");
    await terminal.waitFor(/^STOPPED/m);
    assertEquals((await run.done).code, 130);
    await terminal.waitFor(/^STOPPED/m);
  },
);
