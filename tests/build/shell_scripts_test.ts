/** The shell scripts of the repository. */
import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl } from "@std/path";
import { needs } from "../_tools.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

const SKIPPED = [/\/(?:node_modules|dist|coverage|\.git)$/, /(?<!tests)\/build$/];

/** Lists the files whose first line names a shell, such as `#!/bin/sh`. */
function listScripts(): string[] {
  const files = walkSync(ROOT, { includeDirs: false, includeSymlinks: false, skip: SKIPPED });
  return [...files].map(({ path }) => path)
    .filter((path) => /^#!.*\b(?:ba|da)?sh\n/.test(Deno.readTextFileSync(path)));
}

async function shellcheck(args: readonly string[]): Promise<string> {
  const child = new Deno.Command("shellcheck", { args: ["-S", "style", ...args], cwd: ROOT });
  const { stdout, stderr } = await child.output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

needs("shellcheck").test(
  "scripts: shellcheck has no remark on any, each as for its shell",
  async () => {
    const scripts = listScripts();
    for (const path of [".ci/run", "scripts/install.sh", "examples/slurm/ralph.sbatch"]) {
      assert(scripts.includes(ROOT + path), path);
    }
    assertEquals(await shellcheck(scripts), "");
    // Claude Code's hooks read it in their own shell, with a variable of theirs.
    assertEquals(await shellcheck(["-s", "sh", "-e", "SC2154", "hooks/gate"]), "");
  },
);
