/**
 * Calls `deno compile`, and defines the binary's permissions.
 *
 * @module
 */
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import type { BaseRuntime } from "./_base_runtime.ts";
import { runChild, trimDenoError } from "./_child.ts";
import { ScriptError } from "./_say.ts";

/**
 * The permissions of the binary. The user names files, variables and programs, so they cannot be limited
 * here. The network is denied in every form, and there is no prompt at run time.
 */
export const PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run",
  // For the pseudo-terminal and the kernel's files (src/system/kernel_files.ts) alone.
  "--allow-ffi",
  "--allow-sys=hostname,osRelease,uid,gid",
  "--deny-net",
  "--deny-import",
] as const;

/**
 * A small young generation keeps the memory of `ralph run` flat: with 500 MB through a pseudo-terminal, the
 * peak was 120 MB with a generation of 8 MB, and 207 MB with V8's default. With 4 MB it was 100 MB, but a
 * Stop after a turn of 200 calls collected garbage once, for a millisecond.
 * The baseline compiler pays off after more calls than a hook makes: without it, a hook costs 0.05 to 0.1
 * of an empty program less, and `ralph run` is as fast. A regular expression becomes machine code after
 * five calls instead of one: most of a hook's are called once or twice.
 */
const V8_FLAGS = [
  "--min-semi-space-size=8",
  "--max-semi-space-size=8",
  "--no-sparkplug",
  "--regexp-tier-up-ticks=5",
];

/** The input and output of a compilation. */
export interface CompileRequest {
  readonly root: URL;
  readonly main: URL;
  /** Files that are embedded unchanged, in folders next to the first module. */
  readonly files?: readonly URL[];
  readonly config: URL;
  readonly output: URL;
  readonly target: string;
  readonly base: BaseRuntime;
  /** Its permissions. Default: those of `ralph`. */
  readonly permissions?: readonly string[];
}

/**
 * Compiles the program.
 *
 * Without a code cache: that would be code under a name in a shared folder that others can guess
 * (docs/decisions/12-code-cache-in-the-binary.md). Types are the `check` task's business.
 *
 * @throws {ScriptError} If Deno refuses.
 */
export async function compileProgram(request: CompileRequest): Promise<void> {
  await Deno.mkdir(new URL("./", request.output), { recursive: true });
  forgetTimes(new URL("./", request.main));
  const { code, stderr } = await runChild(
    // deno-fmt-ignore
    [Deno.execPath(), "compile", "--quiet", "--no-check", "--no-code-cache",
      `--v8-flags=${V8_FLAGS.join(",")}`,
      ...request.permissions ?? PERMISSIONS,
      ...(request.files ?? []).flatMap((file) => ["--include", fromFileUrl(file)]),
      "--config", fromFileUrl(request.config), "--target", request.target,
      "--output", fromFileUrl(request.output), fromFileUrl(request.main)],
    {
      cwd: request.root,
      env: { NO_COLOR: "1", ...(request.base.path && { DENORT_BIN: request.base.path }) },
    },
  );
  if (code === 0) return;
  throw new ScriptError(
    `"deno compile" failed with the base from ${request.base.source}: ${trimDenoError(stderr)}`,
  );
}

/** Gives all files the same time: the binary contains the times, and two builds have to be identical. */
function forgetTimes(folder: URL): void {
  for (const { path } of walkSync(fromFileUrl(folder), { includeDirs: false })) {
    Deno.utimeSync(path, 0, 0);
  }
}
