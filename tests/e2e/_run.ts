/** Runs the binary that `deno task build` made, or any program, and checks a hook's answer. */
import { assert, assertEquals } from "@std/assert";

export { RALPH } from "../_binary.ts";

/** The result of a process. */
export interface Ran {
  readonly code: number;
  /** The signal that ended it; null if none did. */
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
interface RunOptions {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Record<string, string>;
  readonly input?: string | Uint8Array;
  /** Called with the process as soon as it runs. */
  readonly onStart?: (child: Deno.ChildProcess) => void;
}

/** A hook's answer, parsed. */
// deno-lint-ignore no-explicit-any -- tests look at what they expect
export type Answer = Record<string, any>;

/** Runs a program to its end. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env, input = "", onStart }: RunOptions,
): Promise<Ran> {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  onStart?.(child);
  const output = child.output();
  await feed(child.stdin, typeof input === "string" ? new TextEncoder().encode(input) : input);
  const { code, signal, stdout, stderr } = await output;
  const decoder = new TextDecoder();
  return { code, signal, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Awaits a process that must end with a code. */
export async function exits(code: number, running: Promise<Ran>): Promise<Ran> {
  const ran = await running;
  assertEquals(ran.code, code, ran.stdout + ran.stderr);
  return ran;
}

async function feed(stdin: WritableStream<Uint8Array>, input: Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  // A gate that ends the hook early closes its input.
  await writer.write(input).catch(() => {});
  await writer.close().catch(() => {});
}

/** Parses a hook's answer, which the client must be able to use: exit code 0, one JSON object. */
export function answerOf(ran: Ran): Answer {
  const shown = `exit ${ran.code}, stdout ${JSON.stringify(ran.stdout.slice(0, 300))}, stderr ${
    JSON.stringify(ran.stderr.slice(0, 300))
  }`;
  assertEquals(ran.code, 0, `A hook must exit with 0: ${shown}`);
  assertEquals(ran.stdout.charAt(0), "{", `The first byte must be "{": ${shown}`);
  try {
    const answer = JSON.parse(ran.stdout);
    assert(typeof answer === "object" && answer !== null, shown);
    return answer;
  } catch {
    throw new Error(`Not exactly one JSON document: ${shown}`);
  }
}

/** The text with which an answer continues the turn; null if it allows the stop. */
export function continuationOf(answer: Answer): string | null {
  if (answer.decision === "block") return answer.reason;
  return answer.hookSpecificOutput?.additionalContext ?? null;
}

/** As {@link continuationOf}, but empty if the answer allows the stop. */
export function promptOf(answer: Answer): string {
  return continuationOf(answer) ?? "";
}
