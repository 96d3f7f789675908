/** A stage for `ralph run`: a project with a plan, fixture agents, and what a run left. */
import { attempt } from "../../../src/error.ts";
import { quoteForShell } from "../../../src/text/shell_word.ts";
import { fromFileUrl, join } from "@std/path";
import { makeStage, RALPH, type Ran, type Stage } from "../../e2e/_stage.ts";
import { waitUntil } from "../../_wait.ts";

export { exits, type Stage } from "../../e2e/_stage.ts";

/** A plan whose second item has a command of its own. */
export const THREE_ITEMS = "# Plan\n\n- [ ] one\n- [ ] two\n- [ ] three\n";

export function agentFile(name: string): string {
  return fromFileUrl(new URL(`../../fixtures/agents/${name}.sh`, import.meta.url));
}

/** The command of a fixture agent: its path, quoted if a shell would take it apart. */
export function agent(name: string): string {
  return quoteForShell(agentFile(name));
}

/** Makes a stage without a loop. */
export function runStage(plan: string | Uint8Array = THREE_ITEMS): Promise<Stage> {
  return makeStage({ isInstalled: false, start: null, plan });
}

/** Runs `ralph run` to its end with a fixture agent over PLAN.md. */
export function runPlan(
  stage: Stage,
  name: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Ran> {
  return stage.ralph(["run", "PLAN.md", "--agent", agent(name), ...args], { env });
}

export interface BackgroundRun {
  readonly child: Deno.ChildProcess;
  readonly done: Promise<Ran>;
  /** Waits until it printed a text. */
  until(text: string): Promise<void>;
}

/** Writes an executable script beside the project, or elsewhere; returns its path. */
export function script(stage: Stage, body: string, path = "agent.sh"): string {
  const file = join(stage.root, path);
  Deno.writeTextFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return file;
}

/** The line of a script that ticks the first open item. */
export const TICK = "sed -i '0,/- \\[ \\]/s//- [x]/' PLAN.md";

/** The words of a script that print the line with which a reviewer approves. */
export const APPROVAL =
  `"<validated>$(printf '%s' "$1" | sed -n 's/.*review is \\([0-9a-f]*\\) and \\([0-9a-f]*\\),.*/\\1-\\2/p')</validated>"`;

/** Runs PLAN.md with an agent that does what a script says. */
export function runScript(
  stage: Stage,
  body: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Ran> {
  return stage.ralph(["run", "PLAN.md", "--agent", script(stage, body), ...args], { env });
}

/** A shell in the project, as its user begins it. */
export function shellOf(
  stage: Stage,
  [program = "sh", ...args]: readonly string[],
  env: Record<string, string> = {},
): Deno.ChildProcess {
  return new Deno.Command(program, {
    args,
    cwd: stage.project,
    env: { ...stage.env(), RALPH, ...env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Starts a run and lets it work. */
export function startRun(
  stage: Stage,
  args: readonly string[],
  env: Record<string, string> = {},
): BackgroundRun {
  const child = shellOf(stage, [RALPH, "run", ...args], env);
  const said = { stdout: "", stderr: "" };
  const collect = async (name: "stdout" | "stderr") => {
    const decoder = new TextDecoder();
    for await (const chunk of child[name]) said[name] += decoder.decode(chunk, { stream: true });
  };
  const done = Promise.all([child.status, collect("stdout"), collect("stderr")])
    .then(([{ code, signal }]) => ({ code, signal, ...said }));
  return {
    child,
    done,
    until: (text) => waitFor(() => `${said.stdout}${said.stderr}`.includes(text), text),
  };
}

/** Waits until a condition is met, two minutes at most: the machine may be busy. */
export function waitFor(isMet: () => boolean, what: string): Promise<void> {
  return waitUntil(isMet, () => `this was still awaited: ${what}`);
}

/** The events of `--json`, in order. */
// deno-lint-ignore no-explicit-any -- events have many shapes
export function eventsOf({ stdout }: Ran): Record<string, any>[] {
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

export function read(stage: Stage, name: string): string {
  return Deno.readTextFileSync(join(stage.project, name));
}

/** Checks whether there is something at a path of the project, if only a broken link. */
export function isThere(stage: Stage, name: string): boolean {
  return attempt(() => Deno.lstatSync(join(stage.project, name))) !== null;
}

/** Reads the process id in a file of the project; 0 while it does not exist. */
export function pidIn(stage: Stage, name: string): number {
  return Number(attempt(() => read(stage, name)) ?? 0);
}

/** Waits until a process has written its id into a file of the project. */
export async function waitForPid(stage: Stage, name = "agent.pid"): Promise<number> {
  await waitFor(() => pidIn(stage, name) > 0, `the process of ${name}`);
  return pidIn(stage, name);
}
