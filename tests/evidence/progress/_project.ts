/**
 * A throw-away project with one file, with or without git.
 *
 * @module
 */
import { join } from "@std/path";

/** A project that is removed at the end of its block. */
export interface TestProject extends Disposable {
  /** Links resolved. */
  readonly path: string;
}

/**
 * Makes the project: `a.txt` with "a".
 *
 * @param isGit Whether it is a repository with one commit.
 */
export function makeProject(isGit: boolean): TestProject {
  const path = Deno.realPathSync(Deno.makeTempDirSync());
  Deno.writeTextFileSync(join(path, "a.txt"), "a");
  if (isGit) {
    gitIn(path, "init", "-q", "-b", "main");
    gitIn(path, "add", "-A");
    gitIn(path, "commit", "-qm", "One");
  }
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

/**
 * Runs git in a folder.
 *
 * @returns What it printed, without space around.
 * @throws {Error} Where it fails.
 */
export function gitIn(folder: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-c", "user.name=Dev", "-c", "user.email=dev@example.com", ...args],
    cwd: folder,
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
