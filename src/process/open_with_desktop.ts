/** Opens a file with the program that the desktop has for it. */
import { waitAtMost } from "./run_program.ts";

/** How long to wait for the opener, in milliseconds: some stay while the program runs. */
const OPENER_MS = 3_000;

const OPENERS: Partial<Record<typeof Deno.build.os, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  // The first word in quotes is the title of a window.
  windows: ["cmd", "/c", "start", '""'],
};

/**
 * Opens a file. What it starts stays when this process ends.
 *
 * @param path The file, absolute.
 * @returns Why it could not be opened; null where nothing speaks against it.
 */
export async function openWithDesktop(path: string): Promise<string | null> {
  const [program, ...args] = OPENERS[Deno.build.os] ?? [];
  if (program === undefined) return `${Deno.build.os} is not supported`;
  try {
    const child = new Deno.Command(program, {
      args: [...args, path],
      stdin: "null",
      stdout: "null",
      stderr: "null",
      detached: true,
    }).spawn();
    child.unref();
    let code = 0;
    await waitAtMost(child.status.then((status) => code = status.code), OPENER_MS);
    return code === 0 ? null : `${program} ended with exit code ${code}`;
  } catch {
    return `there is no ${program}`;
  }
}
