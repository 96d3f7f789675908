/** Opens a file with the program that the desktop has for it. */
import { waitAtMost } from "./run_program.ts";

/** Time to wait for the opener, in milliseconds: some openers run as long as the program. */
const OPENER_MS = 3_000;

/**
 * Opens a file. The program that it starts outlives this process.
 *
 * @param path The file, absolute.
 * @returns Why it could not be opened; null if no failure is known.
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
