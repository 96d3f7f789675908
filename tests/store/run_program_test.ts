/** Programs of the system end in time, whatever they do. */
import { assert, assertEquals } from "@std/assert";
import { type ProgramResult, runProgram } from "../../src/process/run_program.ts";

const LIMITS = { timeoutMs: 60_000, maxBytes: 1_000_000 };

function runShell(script: string, options = {}): Promise<ProgramResult> {
  return runProgram("/bin/sh", ["-c", script], { ...LIMITS, ...options });
}

function textOf(result: ProgramResult): string {
  assert(result.kind === "ended", result.kind);
  return new TextDecoder().decode(result.stdout);
}

/** Whether a process lives; one that nobody has waited for yet does not. */
async function lives(pid: number): Promise<boolean> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

/** Waits until a process is gone; the test's own time limit is the end of patience. */
async function waitForEnd(pid: number): Promise<void> {
  while (await lives(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

Deno.test("runProgram: hands over output and exit code", async () => {
  const result = await runShell("echo words; echo noise >&2; exit 3");
  assertEquals(textOf(result), "words\n");
  assertEquals(result.kind === "ended" && result.code, 3);
});

Deno.test("runProgram: runs where and with what it is told to", async () => {
  const dir = await Deno.realPath(await Deno.makeTempDir());
  assertEquals(
    textOf(await runShell('pwd; echo "$RALPH_WORD"', { cwd: dir, env: { RALPH_WORD: "given" } })),
    `${dir}\ngiven\n`,
  );
});

Deno.test("runProgram: reads no standard input", async () => {
  assertEquals(textOf(await runShell("cat; echo end")), "end\n");
});

Deno.test("runProgram: hands over the last byte of a large output", async () => {
  const result = await runShell("head -c 900000 /dev/zero");
  assertEquals(textOf(result).length, 900_000);
});

Deno.test("runProgram: a program that is not there is a value", async () => {
  const result = await runProgram("/no/such/program", [], LIMITS);
  assertEquals(result.kind, "not-started");
});

Deno.test("runProgram: a folder that is not there is a value", async () => {
  assertEquals((await runShell("true", { cwd: "/no/such/folder" })).kind, "not-started");
});

Deno.test("runProgram: kills a program that sleeps, and its child", async () => {
  const pids = await Deno.makeTempFile();
  const result = await runShell(`sleep 600 & echo $! >${pids}; echo $$ >>${pids}; wait`, {
    timeoutMs: 500,
  });
  assertEquals(result.kind, "timed-out");
  const started = (await Deno.readTextFile(pids)).trim().split("\n").map(Number);
  assertEquals(started.length, 2);
  for (const pid of started) await waitForEnd(pid);
});

Deno.test("runProgram: kills a program that ignores TERM", async () => {
  const result = await runShell("trap '' TERM HUP INT; while :; do sleep 600; done", {
    timeoutMs: 300,
  });
  assertEquals(result.kind, "timed-out");
});

Deno.test("runProgram: does not wait for a child that holds the pipe", async () => {
  const result = await runShell("sleep 600 & echo words");
  assertEquals(textOf(result), "words\n");
});

Deno.test("runProgram: does not wait for a child in another session that holds the pipe", async () => {
  const result = await runShell("setsid sleep 600 & echo $!");
  const pid = Number(textOf(result));
  assert(pid > 1);
  Deno.kill(pid, "SIGKILL");
});

Deno.test("runProgram: kills a program that floods", async () => {
  const result = await runProgram("yes", [], { timeoutMs: 60_000, maxBytes: 100_000 });
  assertEquals(result.kind, "too-large");
});

Deno.test("runProgram: a program that ended by a signal has that signal's code", async () => {
  const result = await runShell("kill -9 $$");
  assertEquals(result.kind === "ended" && result.code, 137);
});
