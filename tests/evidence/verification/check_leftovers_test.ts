/** What comes of a check ends with it; what did not come of it lives on. */
// It takes many seconds: a `deno test` without a build leaves it out.
import "../../_binary.ts";
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { runCommand } from "../../../src/evidence/verification/run_command.ts";
import { runProgram } from "../../../src/system/run_program.ts";
import { isAlive } from "../../_processes.ts";
import { typed } from "../../_trusted.ts";
import { removeFolder } from "../../_project.ts";

class Folder implements Disposable {
  readonly path = Deno.realPathSync(Deno.makeTempDirSync());

  async check(line: string, limitMs = 30_000, isStopAsked = () => false) {
    const [command] = await typed(line);
    return await runCommand(command!, { cwd: this.path, limitMs, isStopAsked });
  }
  has(name: string): boolean {
    return [...Deno.readDirSync(this.path)].some((entry) => entry.name === name);
  }
  pid(name = "pid"): number {
    return Number(Deno.readTextFileSync(join(this.path, name)));
  }
  [Symbol.dispose](): void {
    removeFolder(this.path);
  }
}

/** The check goes on once the file is there. */
const UNTIL_PID = "until [ -s pid ]; do sleep 0.02; done";
/** Says when it was asked to end. */
const POLITE = `trap 'echo asked > asked; exit' TERM; echo $$ > pid; sleep 300 & wait`;

for (
  const [what, script] of [
    ["in the background", "sh -c 'echo $$ > pid; exec sleep 300' &"],
    ["in a session of its own", "setsid sh -c 'echo $$ > pid; exec sleep 300' &"],
    [
      "in a session of its own, without a parent and with the output",
      "(setsid sh -c 'echo $$ > pid; exec sleep 300' &)",
    ],
    ["and deaf to TERM", `setsid sh -c 'trap "" TERM; echo $$ > pid; sleep 300; sleep 300' &`],
  ] as const
) {
  Deno.test(`check: what it leaves ${what} is ended`, async () => {
    using folder = new Folder();
    const run = await folder.check(`${script}\n${UNTIL_PID}; echo end`);
    assert(run.kind === "ended" && run.code === 0 && run.tail === "end", JSON.stringify(run));
    assertEquals(isAlive(folder.pid()), false);
  });
}

Deno.test("check: TERM before KILL for the processes that it leaves", async () => {
  using folder = new Folder();
  await folder.check(`setsid sh -c '${POLITE.replaceAll("'", `'\\''`)}' & ${UNTIL_PID}`);
  assert(folder.has("asked"));
});

Deno.test("check: TERM before KILL for a check that takes too long, and for its children", async () => {
  using folder = new Folder();
  const run = await folder.check(`setsid sleep 300 & echo $! > child; ${POLITE}`, 3_000);
  assertEquals(run.kind, "cut");
  assert(folder.has("asked"));
  assertEquals([isAlive(folder.pid()), isAlive(folder.pid("child"))], [false, false]);
});

Deno.test("check: TERM before KILL where a stop ends it", async () => {
  using folder = new Folder();
  const run = await folder.check(POLITE, 30_000, () => folder.has("pid"));
  assertEquals(run, { kind: "cut", why: "a stop was asked for" });
  assert(folder.has("asked"));
});

Deno.test("check: processes of others live on, also children of this process", async () => {
  using folder = new Folder();
  const child = new Deno.Command("sleep", { args: ["300"], stdin: "null" }).spawn();
  const script = `setsid sh -c 'echo $$ > pid; exec sleep 300' >/dev/null 2>&1 &\n${UNTIL_PID}`;
  const limits = { timeoutMs: 30_000, maxBytes: 100, cwd: folder.path };
  assertEquals((await runProgram("sh", ["-c", script], limits)).kind, "ended");
  const daemonPid = folder.pid();
  const during = runProgram("sleep", ["2"], limits);
  await folder.check("setsid sleep 300 & sleep 1.2");
  assertEquals([isAlive(child.pid), isAlive(daemonPid)], [true, true]);
  assertEquals(await during.then((ran) => ran.kind === "ended" && ran.code), 0);
  child.kill("SIGKILL");
  Deno.kill(daemonPid, "SIGKILL");
  await child.status;
});
