/**
 * The rows of the runner: bytes through the terminal, and the cost of starting an agent, compared with
 * `script` and plain pipes.
 *
 * @module
 */
import { join } from "@std/path";
import { findProgram } from "../src/system/find_program.ts";
import type { BenchRow, Program } from "./measure.ts";

/** The programs and folders that the runner's rows need. */
export interface RunnerBench {
  /** A folder for everything. */
  readonly root: string;
  readonly ralph: string;
  /** True to check only that the rows can be measured. */
  readonly isSmoke: boolean;
}

/** Number of consecutive agents, so that their cost exceeds that of the program's start. */
const ITEMS = 20;
/** Number of bytes; so many that the program's start hardly counts. */
const FLOOD_MB = 64;
const SMOKE_FLOOD_MB = 1;
const FLOOD_ROUNDS = 5;
const PLAN = "PLAN.md";

/** Builds the rows. */
export async function runnerRows({ root, ralph, isSmoke }: RunnerBench): Promise<BenchRow[]> {
  const project = join(root, "runner");
  const home = join(root, "runner-home");
  await Deno.mkdir(project);
  await Deno.mkdir(home);
  const floodMb = isSmoke ? SMOKE_FLOOD_MB : FLOOD_MB;
  const tick = await writeAgent(project, "tick.sh", `sed -i '0,/- \\[ \\]/s//- [x]/' ${PLAN}`);
  const flood = await writeAgent(
    project,
    "flood.sh",
    `head -c ${floodMb}M /dev/zero | tr '\\0' 'x' | fold -w 99\nsed -i 's/- \\[ \\]/- [x]/' ${PLAN}`,
  );
  const env = { HOME: home, PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", TERM: "xterm" };
  const program = (command: readonly string[], items: number): Program => ({
    command,
    cwd: project,
    env,
    input: "",
    before: () => Deno.writeTextFileSync(join(project, PLAN), "- [ ] item\n".repeat(items)),
  });
  const run = (agent: string, terminal: string, items: number, sandbox = "none") =>
    program([
      ralph,
      "run",
      PLAN,
      "--agent",
      agent,
      "--terminal",
      terminal,
      "--sandbox",
      sandbox,
      "--max-iterations",
      "99",
    ], items);
  const shell = (line: string, items: number) => program(["sh", "-c", line], items);
  const loop = (line: string) => `for i in $(seq ${ITEMS}); do ${line}; done`;
  const row = (
    name: string,
    own: Program,
    baseline: Program,
    atMost: number,
    more: Pick<BenchRow, "goal" | "mostRounds"> = {},
  ): BenchRow => ({ name, program: own, baseline, atMost, mustPrint: "DONE", ...more });
  const { kind: found } = findProgram("bwrap", env.PATH, project);
  const sandboxed = found !== "found" ? [] : [
    row(
      `run, ${ITEMS} iterations in bubblewrap, against no sandbox`,
      run(tick, "pty", ITEMS, "bwrap"),
      run(tick, "pty", ITEMS),
      2.8,
    ),
  ];
  return [
    ...sandboxed,
    ...await parallelRows({ root, ralph, isSmoke }, env),
    row(
      `run, ${ITEMS} iterations on a pty, against script in a shell loop`,
      run(tick, "pty", ITEMS),
      shell(loop(`script -qec ${tick} /dev/null < /dev/null`), ITEMS),
      1.3,
      { goal: 1.2 },
    ),
    row(
      `run, ${ITEMS} iterations on pipes, against pipes in a shell loop`,
      run(tick, "pipe", ITEMS),
      shell(loop(`${tick} < /dev/null | cat`), ITEMS),
      14,
    ),
    row(
      `run, ${floodMb} MB through a pty, against script`,
      run(flood, "pty", 1),
      shell(`script -qec ${flood} /dev/null < /dev/null > /dev/null`, 1),
      1.4,
      { goal: 1.11, mostRounds: FLOOD_ROUNDS },
    ),
    row(
      `run, ${floodMb} MB through pipes, against pipes`,
      run(flood, "pipe", 1),
      shell(`${flood} < /dev/null | cat > /dev/null`, 1),
      4,
      { mostRounds: FLOOD_ROUNDS },
    ),
  ];
}

/** Items of the parallel rows, and what each takes. */
const PARALLEL_ITEMS = 12;
const PARALLEL_SECONDS = 3;

/** Builds the rows of parallel agents: the speed-up over one agent, and the cost of worktree and merge. */
async function parallelRows(
  { root, ralph, isSmoke }: RunnerBench,
  env: Program["env"],
): Promise<BenchRow[]> {
  const project = join(root, "parallel");
  await Deno.mkdir(project);
  const agent = async (seconds: number) =>
    await writeAgent(
      root,
      `part-${seconds}.sh`,
      `sleep ${seconds}\nset -- $(printf '%s\\n' "$1" | sed -n 's/^- \\[ \\] //p' | head -n 1)\n` +
        `echo done >"$2"\nsed -i "s/^- \\[ \\] write $2 /- [x] write $2 /" ${PLAN}\n` +
        `git add -A && git -c user.name=a -c user.email=a@example.com commit -q -m "$2"`,
    );
  const before = () => {
    Deno.removeSync(project, { recursive: true });
    Deno.mkdirSync(project);
    const items = Array.from(
      { length: PARALLEL_ITEMS },
      (_, index) => `- [ ] write f${index}.txt [parallel]\n`,
    );
    Deno.writeTextFileSync(join(project, PLAN), items.join(""));
    for (
      const line of [
        "init -q -b main",
        "add -A",
        "-c user.name=a -c user.email=a@example.com commit -q -m x",
      ]
    ) {
      new Deno.Command("git", { args: line.split(" "), cwd: project }).outputSync();
    }
  };
  const program = (command: readonly string[]): Program => ({
    command,
    cwd: project,
    env,
    input: "",
    before,
  });
  const run = (path: string, workers: number) =>
    program([
      ralph,
      "run",
      PLAN,
      "--agent",
      path,
      "--parallel",
      String(workers),
      "--sandbox",
      "none",
      "--max-iterations",
      "99",
    ]);
  const slow = await agent(isSmoke ? 0.1 : PARALLEL_SECONDS);
  const quick = await agent(0);
  return [
    {
      name:
        `run, ${PARALLEL_ITEMS} items of ${PARALLEL_SECONDS} s, 4 at a time, against one at a time`,
      program: run(slow, 4),
      baseline: run(slow, 1),
      atMost: 1 / 2.8,
      goal: 1 / 3.4,
      mostRounds: 2,
      mustPrint: "DONE",
    },
    {
      name: `run, ${PARALLEL_ITEMS} items in worktrees of their own, merged, against in place`,
      program: run(quick, 2),
      baseline: run(quick, 1),
      atMost: 4.5,
      mostRounds: 5,
      mustPrint: "DONE",
    },
  ];
}

async function writeAgent(folder: string, name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await Deno.writeTextFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}
