/** However `ralph status --watch` ends, the terminal is as it was before. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { openKernelFiles } from "../../../src/system/kernel_files.ts";
import { RALPH } from "../_run.ts";
import { makeStage, type Stage } from "../_stage.ts";
import type { Terminal } from "../../_terminal.ts";
import { ignoredIf, needs } from "../../_tools.ts";
import { waitUntil } from "../../_wait.ts";
import { enter, openShell } from "./_window.ts";

const tmux = needs("tmux");

/**
 * A script without job control: an interactive shell would put the modes back itself.
 *
 * @param command The program, as a shell reads it.
 */
function scriptOf(command: string): string {
  return [
    "trap : INT QUIT",
    "stty -a > before.txt",
    command,
    'echo "code $?"',
    "stty -a > after.txt",
    "echo restored?",
  ].join("\n");
}

/** Opens a shell and starts a program between two looks at the terminal's modes. */
async function startBetweenLooks(stage: Stage, command: string): Promise<Terminal> {
  const terminal = await openShell(stage);
  stage.put("script.sh", scriptOf(command));
  await enter(terminal, "echo before; sh script.sh");
  return terminal;
}

/** Asserts that modes, screen and cursor are as they were before the view. */
async function assertRestored(stage: Stage, terminal: Terminal): Promise<void> {
  await terminal.waitFor(/^restored\?\n\$/m);
  const read = (name: string) => Deno.readTextFileSync(`${stage.project}/${name}`);
  assertEquals(read("after.txt"), read("before.txt"));
  await assertScreen(terminal);
}

/** Asserts that the screen is that of before, with a cursor, and that what is typed is shown. */
async function assertScreen(terminal: Terminal): Promise<void> {
  assertEquals(await terminal.read("#{alternate_on} #{cursor_flag} #{wrap_flag}"), "0 1 1");
  assertStringIncludes(await terminal.screen(), "echo before; sh script.sh\nbefore\n");
  const mark = crypto.randomUUID().slice(0, 8);
  await enter(terminal, `: ${mark}`);
  await terminal.waitFor(`: ${mark}`);
}

/** The process of the view, which the script's command has noted. */
function pidOfView(stage: Stage): number {
  return Number(Deno.readTextFileSync(`${stage.project}/view.pid`));
}

/** The command of a view that notes its process first. */
const WATCH = `sh -c 'echo $$ > view.pid; exec "$0" status --watch' '${RALPH}'`;

// Opened here, so that the test that asks does not seem to leak it.
const readKernelFile = openKernelFiles();

/** How a view can end, and the code that the shell sees. */
const ENDS: readonly (readonly [
  name: string,
  code: number,
  end: (terminal: Terminal, stage: Stage) => Promise<void>,
])[] = [
  ["q", 0, (terminal) => terminal.type("q")],
  ["Ctrl-C", 130, (terminal) => terminal.keys("C-c")],
  ["TERM", 143, (_, stage) => Promise.resolve(Deno.kill(pidOfView(stage), "SIGTERM"))],
];

for (const [name, code, end] of ENDS) {
  tmux.test(`watch: the terminal is as before after ${name}`, async () => {
    using stage = await makeStage();
    await stage.turn();
    await using terminal = await startBetweenLooks(stage, WATCH);
    await terminal.waitFor("q quit");
    assertEquals(await terminal.read("#{alternate_on} #{cursor_flag}"), "1 0");
    await end(terminal, stage);
    await terminal.waitFor(`code ${code}`);
    await assertRestored(stage, terminal);
  });
}

tmux.test("watch: Ctrl-Z and TSTP give the terminal back, and fg draws the view again", async () => {
  using stage = await makeStage();
  await stage.turn();
  await using terminal = await startBetweenLooks(stage, WATCH);
  for (
    const suspend of [
      () => terminal.keys("C-z"),
      () => Deno.kill(pidOfView(stage), "SIGTSTP"),
    ]
  ) {
    await terminal.waitFor("q quit");
    await suspend();
    await terminal.waitFor("Stopped");
    await assertScreen(terminal);
    await enter(terminal, "fg");
  }
  await terminal.waitFor("q quit");
  await terminal.type("q");
  await terminal.waitFor("code 0");
  await assertRestored(stage, terminal);
});

for (const [how, code] of [["error", 1], ["rejection", 1], ["exit", 3]] as const) {
  tmux.test(`watch: the terminal is as before after a crash (${how})`, async () => {
    using stage = await makeStage({ start: null });
    const child = fromFileUrl(new URL("children/crash.ts", import.meta.url));
    const command = `'${Deno.execPath()}' run -A --no-check '${child}' ${how} 2> error.txt`;
    await using terminal = await startBetweenLooks(stage, command);
    await terminal.waitFor("about to crash");
    await terminal.keys("x");
    await terminal.waitFor(`code ${code}`);
    await assertRestored(stage, terminal);
  });
}

ignoredIf(tmux.ignore || Deno.build.os !== "linux").test(
  "watch: a closed window ends it",
  async () => {
    using stage = await makeStage();
    await using terminal = await startBetweenLooks(stage, WATCH);
    await terminal.waitFor("q quit");
    const pid = pidOfView(stage);
    const isGone = () => {
      const stat = readKernelFile?.(`/proc/${pid}/stat`) ?? null;
      return stat === null || /\) [ZX] /.test(stat);
    };
    assertEquals(isGone(), false);
    await terminal.close();
    await waitUntil(isGone, () => "the view still runs");
  },
);
