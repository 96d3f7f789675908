/**
 * Measures the scan of a large tree, and a hook's reading of its result, as ratios to `git status` of the
 * same tree in the same run.
 *
 *     deno run --allow-all bench/explore.ts [--runs N] [--files N]
 *
 * Each figure is taken inside a fresh process (`explore_probe.ts`), including lazy imports: this leaves
 * out the start of the runtime and a warm compiler. `git status` is timed as a process.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, join } from "@std/path";
import { median } from "./measure.ts";

const RUNS = 15;
const FILES = 10_000;
const FILES_IN_A_FOLDER = 10;
/** Files per document. */
const DOCUMENT_EVERY = 30;

interface Stage {
  readonly project: string;
  readonly home: string;
}

/** A row: the timed job, and the goal on a quiet machine. */
interface Row {
  readonly name: string;
  readonly job: "scan" | "read";
  readonly goalMs: number;
}

const ROWS: readonly Row[] = [
  { name: "full scan, detached", job: "scan", goalMs: 1_500 },
  { name: "a hook reads the last result", job: "read", goalMs: 20 },
];

/** Prints the rows of the scan. */
export async function benchExplore(args: readonly string[]): Promise<void> {
  const flags = parseArgs([...args], { string: ["runs", "files"] });
  const runs = Number(flags["runs"] ?? RUNS);
  const files = Number(flags["files"] ?? FILES);
  const root = await Deno.makeTempDir({ prefix: "ralph-bench-" });
  try {
    const stage = await makeStage(root, files);
    for (const row of ROWS) {
      const own: number[] = [];
      const others: number[] = [];
      for (let run = 0; run < runs; run++) {
        own.push(await probe(row.job, stage));
        others.push(await timeGitStatus(stage.project));
      }
      say(describe(`${row.name}, ${files} files`, own, others, row.goalMs));
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Makes a row: the ratio of the medians, and the medians. */
function describe(name: string, own: number[], git: number[], goalMs: number): string {
  const [ms, gitMs, least] = [median(own), median(git), Math.min(...own)];
  return `${(ms / gitMs).toFixed(2)} × git status  ${ms.toFixed(1)} / ${gitMs.toFixed(1)} ms ` +
    `(least ${least.toFixed(1)}, goal ${goalMs} ms)  ${name}`;
}

async function makeStage(root: string, files: number): Promise<Stage> {
  const stage = { project: join(root, "project"), home: join(root, "home") };
  for (let index = 0; index < files; index++) {
    const folder = join(stage.project, "src", `part${Math.floor(index / FILES_IN_A_FOLDER)}`);
    if (index % FILES_IN_A_FOLDER === 0) await Deno.mkdir(folder, { recursive: true });
    if (index % DOCUMENT_EVERY === 0) {
      await Deno.writeTextFile(join(folder, `page${index}.md`), documentOf(index));
      continue;
    }
    const line = `export const value${index} = "some text that is scanned";\n`;
    await Deno.writeTextFile(join(folder, `file${index}.ts`), line.repeat(1 + index % 80));
  }
  for (const args of [["init", "-q"], ["add", "-A"]]) await git(args, stage.project);
  return stage;
}

/** Makes valid links, and a broken link in one of ten documents. */
function documentOf(index: number): string {
  const section = `## Part\n\nSee [the next](file${index + 1}.ts) and [above](#part).\n\n`;
  const broken = index % (10 * DOCUMENT_EVERY) === 0 ? "See [nothing](gone.md).\n" : "";
  return `# Page ${index}\n\n${section.repeat(5)}${"Some words of prose.\n".repeat(40)}${broken}`;
}

/** Times one job in its own process, in milliseconds. */
async function probe(job: Row["job"], { project, home }: Stage): Promise<number> {
  const program = fromFileUrl(new URL("explore_probe.ts", import.meta.url));
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", program, job, project, home],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`The probe failed: ${job}`);
  return Number(new TextDecoder().decode(stdout));
}

/** Times `git status` as a process, in milliseconds. */
async function timeGitStatus(project: string): Promise<number> {
  const began = performance.now();
  await git(["status", "--porcelain"], project);
  return performance.now() - began;
}

async function git(args: readonly string[], cwd: string): Promise<void> {
  const { success } = await new Deno.Command("git", { args: [...args], cwd, stdout: "null" })
    .output();
  if (!success) throw new Error(`git ${args[0]} failed`);
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) await benchExplore(Deno.args);
