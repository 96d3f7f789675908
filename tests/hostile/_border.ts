/** Runs in a sandbox as root and as an ordinary user, with agents that try to reach what is not given. */
import { attempt } from "../../src/error.ts";
import { join } from "@std/path";
import { needs } from "../_tools.ts";
import { RALPH, type Ran, run } from "../e2e/_run.ts";
import type { Stage } from "../e2e/_stage.ts";
import { repositoryStage } from "../run/e2e/_parallel_stage.ts";
import { script } from "../run/e2e/_run_stage.ts";

export const NOBODY = 65_534;
const DROP = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];

/** A user of this machine. */
export interface User {
  readonly name: string;
  /** Runs a program as this user, who then owns the whole stage. */
  run(stage: Stage, command: readonly string[], options?: UserOptions): Promise<Ran>;
}

/** How a user runs a program. */
interface UserOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function userOf(name: string, wrapper: readonly string[]): User {
  return {
    name,
    run(stage, command, { cwd = stage.project, env = {} } = {}) {
      if (wrapper.length > 0) {
        new Deno.Command("chown", { args: ["-hR", `${NOBODY}`, stage.root] }).outputSync();
      }
      const [program = "", ...args] = [...wrapper, ...command];
      return run(program, args, { cwd, env: stage.env(env) });
    },
  };
}

/** Checks whether root may become an ordinary user here, who may start the binary in a sandbox. */
function canDropRights(): boolean {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  const script = 'test -x "$0" && bwrap --ro-bind / / true';
  const args = [...DROP, "sh", "-c", script, RALPH];
  const ran = attempt(() =>
    new Deno.Command("setpriv", { args, stdout: "null", stderr: "null" }).outputSync()
  );
  return ran?.success === true;
}

/** The user of the tests and, if that is root, an ordinary user too. */
const USERS: readonly User[] = [
  userOf(Deno.uid() === 0 ? "root" : "an ordinary user", []),
  ...canDropRights() ? [userOf("an ordinary user", ["setpriv", ...DROP])] : [],
];

const sandbox = needs("bwrap");

/** Tests a promise of the sandbox as each user. */
export function testAsUsers(promise: string, fn: (user: User) => Promise<void>): void {
  for (const user of USERS) sandbox.test(`border: ${promise}, as ${user.name}`, () => fn(user));
}

/** What the vault's files hold. */
export const SECRET = "the key";

/** Makes a repository whose user has a vault: a file, and a folder with one, below `~/.ssh`. */
export async function vaultStage(
  items: readonly string[] = ["odd"],
  files: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const stage = await repositoryStage(items, files);
  Deno.mkdirSync(join(stage.home, ".ssh/deep"), { recursive: true });
  for (const name of ["id", "deep/id"]) {
    Deno.writeTextFileSync(join(stage.home, ".ssh", name), SECRET);
  }
  return stage;
}

/** Writes an agent that copies what it finds of the vault to `found.txt`, runs more, and ticks the item. */
export function vaultAgent(stage: Stage, more = "", path = "agent.sh"): string {
  return script(
    stage,
    `cat '${stage.home}'/.ssh/id '${stage.home}'/.ssh/deep/id >>found.txt 2>/dev/null
${more}
sed -i '0,/- \\[ \\]/s//- [x]/' PLAN.md; exit 0`,
    path,
  );
}

/** The words of a run in bubblewrap. */
export function runWords(agent: string, more: readonly string[] = []): string[] {
  return [RALPH, "run", "PLAN.md", "--agent", agent, "--sandbox", "bwrap", ...more];
}
