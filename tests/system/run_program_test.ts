/** Programs of the system end in time, whatever they do. */
import { assert, assertEquals } from "@std/assert";
import { type ProgramResult, runProgram } from "../../src/system/run_program.ts";
import { isAlive } from "../_processes.ts";
import { waitUntil } from "../_wait.ts";

const LIMITS = { timeoutMs: 60_000, maxBytes: 1_000_000 };

function runShell(script: string, options = {}): Promise<ProgramResult> {
  return runProgram("/bin/sh", ["-c", script], { ...LIMITS, ...options });
}

function textOf(result: ProgramResult): string {
  assert(result.kind === "ended", result.kind);
  return new TextDecoder().decode(result.stdout);
}

Deno.test("runProgram: returns output and exit code", async () => {
  const result = await runShell("echo words; echo noise >&2; exit 3");
  assertEquals(textOf(result), "words\n");
  assertEquals(result.kind === "ended" && result.code, 3);
});

Deno.test("runProgram: uses the given folder and environment", async () => {
  const dir = await Deno.realPath(await Deno.makeTempDir());
  assertEquals(
    textOf(await runShell('pwd; echo "$RALPH_WORD"', { cwd: dir, env: { RALPH_WORD: "given" } })),
    `${dir}\ngiven\n`,
  );
});

Deno.test("runProgram: reads no standard input", async () => {
  assertEquals(textOf(await runShell("cat; echo end")), "end\n");
});

Deno.test("runProgram: returns the last byte of a large output", async () => {
  const result = await runShell("head -c 900000 /dev/zero");
  assertEquals(textOf(result).length, 900_000);
});

Deno.test("runProgram: a program that is missing is a value", async () => {
  const result = await runProgram("/no/such/program", [], LIMITS);
  assertEquals(result.kind, "not-started");
});

Deno.test("runProgram: a folder that is missing is a value", async () => {
  assertEquals((await runShell("true", { cwd: "/no/such/folder" })).kind, "not-started");
});

Deno.test("runProgram: kills a program that sleeps, and its child", async () => {
  const pids = await Deno.makeTempFile();
  const result = await runShell(`sleep 600 & echo $! >${pids}; echo $$ >>${pids}; wait`, {
    timeoutMs: 3_000,
  });
  assertEquals(result.kind, "timed-out");
  const started = (await Deno.readTextFile(pids)).trim().split("\n").map(Number);
  assertEquals(started.length, 2);
  for (const pid of started) await waitUntil(() => !isAlive(pid), () => `process ${pid} lived`);
});

Deno.test("runProgram: kills a program that ignores TERM", async () => {
  const result = await runShell("trap '' TERM HUP INT; while :; do sleep 600; done", {
    timeoutMs: 300,
  });
  assertEquals(result.kind, "timed-out");
});

Deno.test("runProgram: does not wait for a child that keeps the pipe open", async () => {
  const result = await runShell("sleep 600 & echo words");
  assertEquals(textOf(result), "words\n");
});

Deno.test("runProgram: does not wait for a child in another session that keeps the pipe open", async () => {
  // Until it has a session of its own, it is ended with the shell's group.
  const hasSession = '[ "$(cut -d " " -f 6 /proc/$!/stat)" = $! ]';
  const result = await runShell(
    `setsid sleep 600 & until ${hasSession}; do sleep 0.01; done; echo $!`,
  );
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

Deno.test("runProgram: writes its input, and a program need not read it", async () => {
  assertEquals(textOf(await runShell("cat", { input: "words\n" })), "words\n");
  const result = await runShell("exit 0", { input: "x".repeat(1_000_000) });
  assertEquals(result.kind, "ended");
});

Deno.test("runProgram: a held input stays open until the program ends", async () => {
  const result = await runShell(
    "exec 3<&0; { read -r _ <&3 || echo closed; } & sleep 0.2; echo end",
    {
      input: "held",
    },
  );
  assertEquals(textOf(result), "end\n");
});

Deno.test("runProgram: keeps the beginning of standard error, and drops the rest", async () => {
  const result = await runShell("head -c 300000 /dev/zero | tr '\\0' e >&2; echo out", {
    keptErrorBytes: 10,
  });
  assertEquals(textOf(result), "out\n");
  assertEquals(result.kind === "ended" && new TextDecoder().decode(result.stderr), "e".repeat(10));
});

Deno.test("runProgram: a listener hears both streams, without a limit of size", async () => {
  const heard = { stdout: "", stderr: "" };
  const result = await runShell("echo out; echo err >&2; head -c 5000 /dev/zero", {
    maxBytes: 1,
    onOutput: (bytes: Uint8Array, stream: "stdout" | "stderr") =>
      heard[stream] += new TextDecoder().decode(bytes),
  });
  assertEquals(result.kind, "ended");
  assertEquals([heard.stdout.length, heard.stderr], [5004, "err\n"]);
});

Deno.test("runProgram: the caller's signal ends it, also a signal from before", async () => {
  const aborter = new AbortController();
  const running = runShell("sleep 600", { signal: aborter.signal });
  setTimeout(() => aborter.abort(), 50);
  assertEquals((await running).kind, "aborted");
  assertEquals((await runShell("sleep 600", { signal: aborter.signal })).kind, "aborted");
});

Deno.test("runProgram: the caller may end the processes in its own way", async () => {
  const events: string[] = [];
  const aborter = new AbortController();
  const result = await runShell("trap 'echo bye; exit 7' TERM; sleep 600 & echo ready; wait", {
    signal: aborter.signal,
    onStart: () => events.push("started"),
    onOutput: (bytes: Uint8Array) => {
      events.push(new TextDecoder().decode(bytes).trim());
      aborter.abort();
    },
    end: async (pid: number) => {
      Deno.kill(-pid, "SIGTERM");
      await waitUntil(() => !isAlive(pid), () => `process ${pid} lived`);
      events.push("gone");
    },
  });
  assertEquals(result.kind, "aborted");
  assertEquals(events.slice(0, 2), ["started", "ready"]);
  assertEquals(events.slice(2).toSorted(), ["bye", "gone"]);
});
