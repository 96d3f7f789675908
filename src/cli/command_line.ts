/** Connects the commands to this process: its terminal, clock and environment. */
import { attempt } from "../error.ts";
import { readStandardInput } from "../system/standard_streams.ts";
import { readEnvironment } from "../store/environment.ts";
import { createAsk } from "./core/ask.ts";
import { BUILD } from "./core/context.ts";
import { runCli } from "./core/dispatch.ts";
import { createOutput, hasColor } from "./core/output.ts";
import { COMMANDS } from "./registry.ts";

/** Runs a command line with the real terminal, clock and environment. @returns The exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const isOutTerminal = Deno.stdout.isTerminal();
  const isTalkTerminal = Deno.stderr.isTerminal();
  const out = createOutput({
    stdout: Deno.stdout,
    stderr: Deno.stderr,
    colorOut: hasColor(isOutTerminal, Deno.env),
    colorTalk: hasColor(isTalkTerminal, Deno.env),
    wrapOut: isOutTerminal,
    wrapTalk: isTalkTerminal,
    // A terminal that does not know its size has 0 columns.
    width: Math.max(40, attempt(() => Deno.consoleSize().columns) || 80),
  });
  const canAsk = Deno.stdin.isTerminal() && isTalkTerminal;
  const code = await runCli(argv, {
    out,
    ask: createAsk(out, canAsk ? readLine : null),
    env: readEnvironment(),
    nowMs: Date.now,
    executable: Deno.execPath(),
    readInput: () => readStandardInput() ?? "",
    version: BUILD,
  }, COMMANDS);
  await out.settle();
  return code;
}

/** Reads a line: a terminal returns one line per read. */
function readLine(): string | null {
  const buffer = new Uint8Array(4096);
  const count = Deno.stdin.readSync(buffer);
  return count === null || count === 0
    ? null
    : new TextDecoder().decode(buffer.subarray(0, count)).replace(/\r?\n$/, "");
}
