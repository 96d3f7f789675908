/**
 * What the constraint scan costs, as ratios to `git status` on the same tree in the same run.
 *
 *     deno run --allow-all bench/constraints.ts [--runs N] [--files N]
 *
 * Each figure is taken inside a fresh process (`constraints_probe.ts`), so that neither the start of
 * the runtime nor a warm compiler is in it; `git status` is timed as a process.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, join } from "@std/path";
import { median } from "./measure.ts";

const RUNS = 15;
const FILES = 10_000;
const FILES_IN_A_FOLDER = 10;

/** A row: preparation before the clock starts, the timed job, and the goal. */
interface Row {
  readonly name: string;
  readonly job: "scan" | "hook";
  readonly prepare: (stage: Stage) => void;
  /** The goal on a quiet machine, milliseconds; null if it has no goal. */
  readonly goalMs: number | null;
}

interface Stage {
  readonly project: string;
  readonly home: string;
  readonly rounds: { count: number };
}

const ROWS: readonly Row[] = [
  { name: "full scan, cold", job: "scan", goalMs: 1_500, prepare: forget },
  { name: "full scan, unchanged", job: "scan", goalMs: null, prepare: () => {} },
  { name: "in the hook, unchanged", job: "hook", goalMs: 15, prepare: () => {} },
  { name: "in the hook, one file changed", job: "hook", goalMs: 20, prepare: changeOne },
];

/** Prints the rows of the constraint scan. */
export async function benchConstraints(args: readonly string[]): Promise<void> {
  const flags = parseArgs([...args], { string: ["runs", "files"] });
  const runs = Number(flags["runs"] ?? RUNS);
  const files = Number(flags["files"] ?? FILES);
  const root = await Deno.makeTempDir({ prefix: "ralph-bench-" });
  try {
    const stage = await makeStage(root, files);
    await probe("scan", stage);
    for (const row of ROWS) {
      const own: number[] = [];
      const git: number[] = [];
      for (let run = 0; run < runs; run++) {
        row.prepare(stage);
        own.push(await probe(row.job, stage));
        git.push(await timeGitStatus(stage.project));
      }
      say(describe(`${row.name}, ${files} files`, own, git, row.goalMs));
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** One row: the ratio of the medians, and the medians. */
export function describe(
  name: string,
  own: number[],
  git: number[],
  goalMs: number | null,
): string {
  const [ms, gitMs, least] = [median(own), median(git), Math.min(...own)];
  const goal = goalMs === null ? "" : `, goal ${goalMs} ms`;
  return `${(ms / gitMs).toFixed(2)} × git status  ${ms.toFixed(1)} / ${gitMs.toFixed(1)} ms ` +
    `(least ${least.toFixed(1)}${goal})  ${name}`;
}

async function makeStage(root: string, files: number): Promise<Stage> {
  const stage = { project: join(root, "project"), home: join(root, "home"), rounds: { count: 0 } };
  for (let index = 0; index < files; index++) {
    const folder = join(stage.project, "src", `part${Math.floor(index / FILES_IN_A_FOLDER)}`);
    if (index % FILES_IN_A_FOLDER === 0) await Deno.mkdir(folder, { recursive: true });
    const line = `export const value${index} = "some text that is scanned";\n`;
    await Deno.writeTextFile(join(folder, `file${index}.ts`), line.repeat(1 + index % 80));
  }
  for (const args of [["init", "-q"], ["add", "-A"]]) await git(args, stage.project);
  return stage;
}

/** The time of one job in a process of its own, milliseconds. */
async function probe(job: Row["job"], { project, home, rounds }: Stage): Promise<number> {
  const program = fromFileUrl(new URL("constraints_probe.ts", import.meta.url));
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--allow-all", program],
      ...[job, project, home, String(rounds.count++)],
    ],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`The probe failed: ${job}`);
  return Number(new TextDecoder().decode(stdout));
}

/** The time of `git status` as a process, milliseconds. */
export async function timeGitStatus(project: string): Promise<number> {
  const began = performance.now();
  await git(["status", "--porcelain"], project);
  return performance.now() - began;
}

/** Runs git. */
export async function git(args: readonly string[], cwd: string): Promise<void> {
  const { success } = await new Deno.Command("git", { args: [...args], cwd, stdout: "null" })
    .output();
  if (!success) throw new Error(`git ${args[0]} failed`);
}

/** Takes away all that was remembered. */
export function forget({ home }: { readonly home: string }): void {
  try {
    Deno.removeSync(join(home, ".claude"), { recursive: true });
  } catch {
    // Nothing was remembered.
  }
}

function changeOne({ project, rounds }: Stage): void {
  const file = join(project, "src", "part0", "file0.ts");
  Deno.writeTextFileSync(`${file}.new`, `const home = "/home/lee/${rounds.count}/";\n`);
  Deno.renameSync(`${file}.new`, file);
}

/** Prints a line. */
export function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) await benchConstraints(Deno.args);
