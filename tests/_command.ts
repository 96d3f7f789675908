/** A command line in this process, with output in memory and without a terminal of its own. */
import { createAsk } from "../src/cli/core/ask.ts";
import { BUILD, type CommandContext } from "../src/cli/core/context.ts";
import { createOutput } from "../src/cli/core/output.ts";
import { environmentOf } from "../src/store/environment.ts";
import { openKernelFiles } from "../src/system/kernel_files.ts";

// Opened here, so that the first test that asks does not seem to leak it.
openKernelFiles();

/** Where a command is called, and by whom. */
export interface Caller {
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly executable: string;
  readonly nowMs?: () => number;
  readonly input?: string;
  /** Lines typed at the terminal; undefined without a terminal. */
  readonly typed?: readonly string[] | undefined;
  readonly version?: CommandContext["version"];
}

/** Makes the context of a call, and what reads its output. */
export function commandContext(
  { variables, cwd, executable, nowMs = Date.now, input = "", typed, version = BUILD }: Caller,
): { context: CommandContext; read: () => { stdout: string; stderr: string } } {
  const written = { stdout: "", stderr: "" };
  const sink = (name: "stdout" | "stderr") => ({
    writeSync: (bytes: Uint8Array) => {
      written[name] += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  });
  const [stdout, stderr] = [sink("stdout"), sink("stderr")];
  const out = createOutput({ stdout, stderr, colorOut: false, colorTalk: false });
  const lines = typed === undefined ? null : [...typed];
  const context: CommandContext = {
    out,
    ask: createAsk(out, lines === null ? null : () => lines.shift() ?? null),
    env: environmentOf((name) => variables[name], cwd),
    nowMs,
    executable,
    readInput: () => input,
    version,
  };
  return { context, read: () => written };
}
