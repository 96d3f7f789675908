/** Starts another process of ralph in its own session, and does not wait for it. */
import { attempt } from "../error.ts";

/** The program that lowers the priority, at its path on Linux and macOS. */
const NICE = "/usr/bin/nice";

/** Checks whether this process is ralph, and not a program that uses its code, such as a test. */
export function isRalph(): boolean {
  return Deno.build.standalone || Deno.mainModule.endsWith("/main.ts");
}

/** Returns the program and arguments that run a command of ralph with this executable. */
export function ownCommand(args: readonly string[]): readonly [string, ...string[]] {
  // When run from its sources, the program is Deno and its first argument the module.
  const own = Deno.build.standalone ? [] : ["run", "--quiet", "-A", Deno.mainModule];
  return [Deno.execPath(), ...own, ...args];
}

/**
 * Starts a command of ralph that outlives this process. It has no standard streams.
 *
 * @param env Variables in addition to the inherited ones.
 * @param options.isLowPriority True to give it the lowest priority, if that is possible.
 * @returns Whether it was started.
 */
export function startDetached(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { isLowPriority = false }: { readonly isLowPriority?: boolean } = {},
): boolean {
  if (!isRalph()) return false;
  const words = ownCommand(args);
  const start = ([command = "", ...rest]: readonly string[]) =>
    attempt(() =>
      new Deno.Command(command, {
        args: rest,
        env: { ...env },
        stdin: "null",
        stdout: "null",
        stderr: "null",
        detached: true,
      }).spawn()
    );
  const child = (isLowPriority ? start([NICE, "-n", "19", ...words]) : null) ?? start(words);
  child?.unref();
  return child !== null;
}
