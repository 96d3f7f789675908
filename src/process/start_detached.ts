/** Starts ralph itself once more, in a session of its own, and does not wait for it. */
import { attempt } from "../error.ts";

/** Returns the program and arguments that run a command of ralph with this executable. */
export function ownCommand(args: readonly string[]): readonly [string, ...string[]] {
  // Run from its sources, the program is Deno and its first argument the module.
  const own = Deno.build.standalone ? [] : ["run", "--quiet", "-A", Deno.mainModule];
  return [Deno.execPath(), ...own, ...args];
}

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
  const [program, ...words] = ownCommand(args);
  const child = attempt(() =>
    new Deno.Command(program, {
      args: words,
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
