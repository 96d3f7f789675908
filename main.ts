/**
 * `ralph`: keeps Claude Code working until the task is really done, and says why it stopped.
 *
 * Dispatches, and is the only place that exits. Hooks and the status line come first and load
 * no command code, because they run at every tool call.
 *
 * @module
 */

import { loadCommandLine, loadPromptHook } from "./src/cli/cold.ts";
import { loadHooks, loadStatusLine } from "./src/hook/hot.ts";

/** The malloc tuning with which registered commands start ralph. Child processes must not inherit it. */
const MEMORY_ADVICE = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216:" +
  "glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=134217728";

const HELP = ["--help", "-h"];

async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command === "hook" && !HELP.includes(rest[0]!)) return await runHook(rest).catch(sayDamaged);
  if (command === "statusline" && !HELP.some((word) => rest.includes(word))) {
    return await (await loadStatusLine()).runStatusLine(rest);
  }
  return await (await loadCommandLine()).runCommandLine(args);
}

async function runHook(args: readonly string[]): Promise<number> {
  if (args[0] !== "prompt") return await (await loadHooks(args[0] ?? "")).runHook(args);
  const { runPromptHook } = await loadPromptHook();
  return await runPromptHook(async (text) =>
    await (await loadHooks("session")).runHook(["session", ...args.slice(1)], () => text)
  );
}

/** Reports a damaged program file: hooks handle their own failures, so nothing else makes one throw. */
function sayDamaged(): number {
  const systemMessage = "ralph: the program is damaged, so its hooks do nothing. Install it again.";
  write(Deno.stdout, JSON.stringify({ systemMessage }));
  return 0;
}

function sayBug(error: unknown): number {
  const what = error instanceof Error ? error.stack : error;
  write(
    Deno.stderr,
    `ralph: this is a bug in ralph. Please report it, with the output of "ralph info" and this:\n${what}`,
  );
  return 1;
}

function write(stream: typeof Deno.stdout, line: string): void {
  stream.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) {
  if (Deno.env.get("GLIBC_TUNABLES") === MEMORY_ADVICE) Deno.env.delete("GLIBC_TUNABLES");
  Deno.exit(await run(Deno.args).catch(sayBug));
}
