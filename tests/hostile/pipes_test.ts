/** A pipe in the place of a file that git opens costs no time. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { askGit } from "../../src/system/run_git.ts";

/** Longer than a test may take. */
const PATIENCE_MS = 600_000;

for (const name of ["HEAD", "index", "config", "packed-refs"]) {
  Deno.test(`pipes: git is not asked in a repository whose ${name} is one`, async () => {
    const top = Deno.makeTempDirSync();
    try {
      const run = (program: string, ...args: string[]) =>
        new Deno.Command(program, { args, cwd: top }).outputSync();
      run("git", "init", "-q");
      const path = join(top, ".git", name);
      run("rm", "-f", path);
      run("mkfifo", path);
      const answer = await askGit(top, "ls-files", [], performance.now() + PATIENCE_MS);
      assertEquals(answer.kind, "refused");
    } finally {
      Deno.removeSync(top, { recursive: true });
    }
  });
}
