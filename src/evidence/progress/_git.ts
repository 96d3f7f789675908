/**
 * Asks git about a repository: without locks, without what its configuration would start, in time.
 *
 * @module
 */

/** What git said. */
export type GitAnswer =
  | { readonly kind: "text"; readonly text: string }
  /** There is no git, or it refused: the files themselves can still be looked at. */
  | { readonly kind: "refused" }
  /** It took too long: so would everything else. */
  | { readonly kind: "late" };

/**
 * Runs one command that only reads.
 *
 * @param folder Where, absolute.
 * @param args The command and its arguments.
 * @param signal Ends it; then the answer is `late`.
 */
export async function askGit(
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<GitAnswer> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", ...args],
      cwd: folder,
      env: { GIT_OPTIONAL_LOCKS: "0" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal,
    }).output();
    if (signal.aborted) return { kind: "late" };
    return success ? { kind: "text", text: new TextDecoder().decode(stdout) } : { kind: "refused" };
  } catch {
    return { kind: signal.aborted ? "late" : "refused" };
  }
}
