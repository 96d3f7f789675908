/** Several machines with one remote: each has a clone and a home of its own. */
import { join } from "@std/path";
import { gitIn } from "../../_project.ts";
import type { CallOptions, Ran, Stage } from "../../e2e/_stage.ts";
import { agent, runStage } from "./_run_stage.ts";

/** A machine with a clone. */
export interface Machine {
  readonly folder: string;
  /** Runs `ralph run PLAN.md` to its end; the agent is a fixture, unless another command is given. */
  run(
    args: readonly string[],
    options?: Pick<CallOptions, "env" | "onStart"> & { agent?: string },
  ): Promise<Ran>;
  /** Runs git in the clone. */
  git(...args: string[]): string;
  read(path: string): string;
}

/** A remote, and machines that clone it. */
export interface Machines extends Disposable {
  readonly stage: Stage;
  /** The remote, a bare repository. */
  readonly remote: string;
  /** Adds a machine with a new clone. */
  add(name: string, ...cloneArgs: string[]): Machine;
  /** Runs git in the remote. */
  git(...args: string[]): string;
  /** The remote's branches, sorted. */
  branches(): string[];
}

/** Makes a remote with a plan. */
export async function makeMachines(
  plan: string,
  files: Record<string, string> = {},
): Promise<Machines> {
  const stage = await runStage(plan);
  for (const [path, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(stage.project, path), text);
  }
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "first");
  const remote = join(stage.root, "remote of 'all'.git");
  gitIn(stage.root, "clone", "-q", "--bare", stage.project, remote);
  return {
    stage,
    remote,
    add(name, ...cloneArgs) {
      const folder = join(stage.root, name);
      const home = join(stage.root, `home of ${name}`);
      Deno.mkdirSync(join(home, ".claude"), { recursive: true });
      gitIn(stage.root, "clone", "-q", ...cloneArgs, `file://${remote}`, folder);
      return {
        folder,
        run: (args, { agent: command = agent("job-part"), env = {}, ...more } = {}) =>
          stage.ralph(["run", "PLAN.md", "--agent", command, ...args], {
            cwd: folder,
            env: { HOME: home, ...env },
            ...more,
          }),
        git: (...args) => gitIn(folder, ...args),
        read: (path) => Deno.readTextFileSync(join(folder, path)),
      };
    },
    git: (...args) => gitIn(remote, ...args),
    branches: () =>
      gitIn(remote, "for-each-ref", "--format=%(refname:short)", "refs/heads/").split("\n")
        .toSorted(),
    [Symbol.dispose]: () => stage[Symbol.dispose](),
  };
}
