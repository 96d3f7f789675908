/** What commands print in a narrow window. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { needs } from "../_tools.ts";
import { run } from "./_run.ts";
import { makeStage, RALPH } from "./_stage.ts";
import { enter, openShell } from "./watch/_window.ts";

/** Commands whose texts are longer than a row, in an order that works. */
const COMMANDS = [
  "hooks status",
  "stop",
  "start -f PLAN.md --until-done",
  "status",
  "status --all",
  "history",
  "encourage 'speed over polish, and other words that are many'",
  "run --dry-run",
  "run --parallel 0",
  "stop",
  "run --dry-run --agent true",
];

needs("tmux").test(
  "width: in a window of 40 columns no phrase is broken within a word",
  async () => {
    using stage = await makeStage();
    await using terminal = await openShell(stage, { columns: 40 });
    const calls = COMMANDS.map((command) => `"$R" ${command} < /dev/null`).join("; ");
    await enter(terminal, `R='${RALPH}'; (${calls}); echo "ended"`);
    const shown = await terminal.waitFor(/^ended$/m);
    // The first row may follow what was typed, if that ends at the window's edge.
    const [, printed = ""] = shown.split(/(?=Hooks: )/);
    assertStringIncludes(printed, "the loop");
    // Rows that the terminal broke are joined; a path or a command to paste is longer than a row.
    const broken = printed.split("\n").filter((row) =>
      row.length > 40 &&
      /\S +\S/.test(row.replace(/^ *(\[.\] |\S+ {2,}|Kill switch: .*|touch .*)/, ""))
    );
    assertEquals(broken, []);
  },
);

Deno.test({
  name: "width: a terminal that does not know its size is taken as 80 columns wide",
  // Other systems have another `script`.
  ignore: Deno.build.os !== "linux" || needs("script").ignore,
  fn: async () => {
    using stage = await makeStage({ start: null });
    const { stdout } = await run("script", [
      "-qec",
      `stty cols 0; '${RALPH}' stop --all`,
      "/dev/null",
    ], { cwd: stage.project, env: stage.env() });
    assertStringIncludes(stdout, "There is nothing to do. How the last loop of a project ended:");
  },
});
