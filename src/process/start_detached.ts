/** Starts ralph itself once more, in a session of its own, and does not wait for it. */
import { attempt } from "../error.ts";

/**
 * Starts a command of ralph that outlives this process. It has no standard streams.
 *
 * @param env Variables beside the inherited ones.
 * @returns Whether it was started.
 */
export function startDetached(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): boolean {
  // Run from its sources, the program is Deno and its first argument the module.
  const own = Deno.build.standalone ? [] : ["run", "--quiet", "-A", Deno.mainModule];
  const child = attempt(() =>
    new Deno.Command(Deno.execPath(), {
      args: [...own, ...args],
      env: { ...env },
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn()
  );
  child?.unref();
  return child !== null;
}
