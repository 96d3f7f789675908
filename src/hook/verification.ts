/**
 * Runs the user's verification commands before a loop may end on success (design §7).
 *
 * Each runs in a process group of its own, which dies with the hook: no check outlives the answer
 * that it was run for.
 *
 * @module
 */
import type { Verification } from "../loop/facts.ts";
import { STOP_TIMEOUT_SECONDS } from "../registration/timeouts.ts";

/** All commands together: a minute less than the Stop hook's registered timeout, so that the answer is always heard. */
export const VERIFICATION_BUDGET_SECONDS = STOP_TIMEOUT_SECONDS - 60;

/** How much of a failed command's output is fed back, in characters. */
const TAIL_CHARACTERS = 1_500;
/** Output kept while a command runs, in bytes; what is older is dropped. */
const KEPT_BYTES = 16 * 1024;
/** How often stop requests are looked for, in milliseconds. */
const POLL_MS = 100;

/**
 * A shell that runs `$1` in its own group, and a watcher beside it: when the hook dies, the pipe on
 * its standard input closes, and the watcher kills the group.
 */
const GROUP_SCRIPT = `exec 3<&0 </dev/null
{ cat <&3 >/dev/null 2>&1; kill -s KILL -- -$$; } 2>/dev/null &
watcher=$!
( exec 3<&-; eval "$1" )
status=$?
kill "$watcher" 2>/dev/null
exit "$status"`;

/** How commands are run. */
export interface VerificationOptions {
  readonly cwd: string;
  /** For each command. */
  readonly timeoutSeconds: number;
  /** Whether the user asked for a stop meanwhile: then the commands end at once. */
  readonly isStopAsked: () => boolean;
  /** For all together. */
  readonly budgetSeconds?: number;
}

/**
 * Runs the commands in order until one fails.
 *
 * @returns `passed` only where every one exited with 0; `unknown` where time or the user ended it.
 */
export async function runVerification(
  commands: readonly string[],
  options: VerificationOptions,
): Promise<Verification> {
  const endsAt = performance.now() +
    (options.budgetSeconds ?? VERIFICATION_BUDGET_SECONDS) * 1000;
  for (const command of commands) {
    const leftMs = Math.min(options.timeoutSeconds * 1000, endsAt - performance.now());
    if (leftMs <= 0) return { kind: "unknown", why: "the time for all checks is over" };
    const run = await runOne(command, leftMs, options);
    if (run.kind === "ended" && run.code === 0) continue;
    if (run.kind === "ended") {
      return { kind: "rejected", command, tail: run.tail || `exit code ${run.code}, no output` };
    }
    return { kind: "unknown", why: run.why };
  }
  return { kind: "passed" };
}

type Run =
  | { readonly kind: "ended"; readonly code: number; readonly tail: string }
  | { readonly kind: "cut"; readonly why: string };

async function runOne(
  command: string,
  limitMs: number,
  { cwd, isStopAsked }: VerificationOptions,
): Promise<Run> {
  let child: Deno.ChildProcess;
  try {
    child = startGroup(command, cwd);
  } catch (error) {
    return { kind: "cut", why: `it could not be started: ${String(error)}` };
  }
  const output = collectTail([child.stdout, child.stderr]);
  const endsAt = performance.now() + limitMs;
  let status: Deno.CommandStatus | null = null;
  child.status.then((ended) => status = ended);
  while (status === null) {
    const why = isStopAsked()
      ? "a stop was asked for"
      : performance.now() >= endsAt
      ? `\`${command}\` took longer than ${Math.round(limitMs / 1000)} s`
      : null;
    if (why !== null) {
      killGroup(child.pid);
      return { kind: "cut", why };
    }
    await Promise.race([
      child.status,
      new Promise((resolve) => setTimeout(resolve, POLL_MS)),
    ]);
  }
  const { code } = await child.status;
  // A child that the command left behind may hold the pipes: it ends with the group.
  killGroup(child.pid);
  return { kind: "ended", code, tail: await output };
}

function startGroup(command: string, cwd: string): Deno.ChildProcess {
  const isWindows = Deno.build.os === "windows";
  return new Deno.Command(isWindows ? "cmd" : "sh", {
    args: isWindows ? ["/d", "/s", "/c", command] : ["-c", GROUP_SCRIPT, "ralph-verify", command],
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
}

function killGroup(pid: number): void {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

async function collectTail(streams: readonly ReadableStream<Uint8Array>[]): Promise<string> {
  let kept = new Uint8Array(0);
  const drain = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) {
      const all = new Uint8Array(kept.length + chunk.length);
      all.set(kept);
      all.set(chunk, kept.length);
      kept = all.slice(-KEPT_BYTES);
    }
  };
  await Promise.all(streams.map((stream) => drain(stream).catch(() => {})));
  return new TextDecoder().decode(kept).trim().slice(-TAIL_CHARACTERS);
}
