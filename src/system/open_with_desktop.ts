/** Opens a file with the program that the desktop has for it. */
import { waitAtMost } from "./run_program.ts";

/** How long to wait for the opener, in milliseconds: some stay while the program runs. */
const OPENER_MS = 3_000;

/**
 * Opens a file. What it starts stays when this process ends.
 *
 * @param path The file, absolute.
 * @returns Why it could not be opened; null if nothing speaks against it.
 */
export async function openWithDesktop(path: string): Promise<string | null> {
  const program = Deno.build.os === "darwin" ? "open" : "xdg-open";
  try {
    const child = new Deno.Command(program, {
      args: [path],
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
