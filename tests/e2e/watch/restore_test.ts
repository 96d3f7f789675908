/** However `ralph status --watch` ends, the terminal is as it was before. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { RALPH } from "../_run.ts";
import { makeStage, type Stage } from "../_stage.ts";
import type { Terminal } from "../../_terminal.ts";
import { needs } from "../../_tools.ts";
import { waitUntil } from "../../_wait.ts";
import { enter, openShell } from "./_window.ts";

const tmux = needs("tmux");

/** Opens a shell, and notes the terminal's modes in a file. */
async function prepare(stage: Stage): Promise<Terminal> {
  const terminal = await openShell(stage);
  await enter(terminal, "stty -a > before.txt");
  return terminal;
}

/** Asserts that modes, screen and cursor are as they were before the view. */
async function assertRestored(stage: Stage, terminal: Terminal): Promise<void> {
  const mark = `noted ${crypto.randomUUID().slice(0, 8)}`;
  await enter(terminal, `stty -a > after.txt; echo ${mark}`);
  await terminal.waitFor(new RegExp(`^${mark}`, "m"));
  const read = (name: string) => Deno.readTextFileSync(`${stage.project}/${name}`);
  assertEquals(read("after.txt"), read("before.txt"));
  assertEquals(await terminal.read("#{alternate_on} #{cursor_flag} #{wrap_flag}"), "0 1 1");
  // What was on the screen before is there again, and what is typed is shown.
  assertStringIncludes(await terminal.screen(), "stty -a > before.txt");
  assertStringIncludes(await terminal.screen(), `echo ${mark}`);
}

/** The process of the view, which runs in the shell of the terminal. */
async function pidOfView(terminal: Terminal): Promise<number> {
  const shell = await terminal.read("#{pane_pid}");
  const { stdout } = await new Deno.Command("ps", {
    args: ["-o", "pid=,args=", "--ppid", shell],
  }).output();
  const line = new TextDecoder().decode(stdout).split("\n").find((each) =>
    each.includes("--watch")
  );
  return Number.parseInt(line ?? "", 10);
}

/** How a view can end, and the code that the shell sees. */
const ENDS:
  readonly (readonly [name: string, code: number, end: (t: Terminal) => Promise<void>])[] = [
    ["q", 0, (terminal) => terminal.type("q")],
    ["Ctrl-C", 130, (terminal) => terminal.keys("C-c")],
    ["Ctrl-C in a phrase", 130, (terminal) => terminal.keys("e", "x", "C-c")],
    ["Ctrl-C in the help", 130, (terminal) => terminal.keys("?", "C-c")],
    ...(["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const).map((signal) =>
      [
        signal,
        { SIGTERM: 143, SIGHUP: 129, SIGINT: 130, SIGQUIT: 131 }[signal],
        async (terminal: Terminal) => Deno.kill(await pidOfView(terminal), signal),
      ] as const
    ),
  ];

for (const [name, code, end] of ENDS) {
  Deno.test({
    name: `watch: the terminal is as before after ${name}`,
    ...tmux,
    fn: async () => {
      using stage = await makeStage();
      await stage.turn();
      await using terminal = await prepare(stage);
      await enter(terminal, `'${RALPH}' status --watch`);
      await terminal.waitFor("q quit");
      assertEquals(await terminal.read("#{alternate_on} #{cursor_flag}"), "1 0");
      await end(terminal);
      // In a line of its own: where a signal ends a program, the shell drops the rest of the line.
      await enter(terminal, 'echo "code $?"');
      await terminal.waitFor(`code ${code}`);
      await assertRestored(stage, terminal);
    },
  });
}

Deno.test({
  name: "watch: Ctrl-Z gives the terminal back, and fg draws the view again",
  ...tmux,
  fn: async () => {
    using stage = await makeStage();
    await stage.turn();
    await using terminal = await prepare(stage);
    await enter(terminal, `'${RALPH}' status --watch`);
    for (
      const suspend of [
        () => terminal.keys("C-z"),
        async () => Deno.kill(await pidOfView(terminal), "SIGTSTP"),
      ]
    ) {
      await terminal.waitFor("q quit");
      await suspend();
      await terminal.waitFor("Stopped");
      await assertRestored(stage, terminal);
      await enter(terminal, "fg");
    }
    await terminal.waitFor("q quit");
    await terminal.type("q");
    await assertRestored(stage, terminal);
  },
});

for (const how of ["error", "rejection", "exit"]) {
  Deno.test({
    name: `watch: the terminal is as before after a crash (${how})`,
    ...tmux,
    fn: async () => {
      using stage = await makeStage({ start: null });
      await using terminal = await prepare(stage);
      const child = fromFileUrl(new URL("children/crash.ts", import.meta.url));
      const line = `'${Deno.execPath()}' run -A --no-check '${child}' ${how}`;
      await enter(terminal, `${line} 2> error.txt; echo "code $?"`);
      await terminal.waitFor("about to crash");
      await terminal.keys("x");
      await terminal.waitFor(/code [13]/);
      await assertRestored(stage, terminal);
    },
  });
}

Deno.test({
  name: "watch: a closed window ends it",
  ...tmux,
  fn: async () => {
    using stage = await makeStage();
    await using terminal = await openShell(stage);
    await enter(terminal, `'${RALPH}' status --watch`);
    await terminal.waitFor("q quit");
    const pid = await pidOfView(terminal);
    await terminal.close();
    await waitUntil(() => {
      try {
        return /\) [ZX] /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
      } catch {
        return true;
      }
    }, () => "the view still runs");
  },
});
