/**
 * The look for opportunities on a large tree, as ratios to `git status` of the same tree in the same
 * run (at most 250 ms on 10,000 files, incremental).
 *
 *     deno run --allow-all bench/explore.ts [--runs N] [--files N]
 *
 * Each figure is taken inside a fresh process (`explore_probe.ts`), lazy imports included.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, join } from "@std/path";
import { describe, forget, git, say, timeGitStatus } from "./constraints.ts";

const RUNS = 15;
const FILES = 10_000;
const FILES_IN_A_FOLDER = 10;
/** Files per document. */
const DOCUMENT_EVERY = 30;

interface Stage {
  readonly project: string;
  readonly home: string;
  readonly rounds: { count: number };
}

/** One row: what happens before the clock starts, and the goal on a quiet machine, milliseconds. */
interface Row {
  readonly name: string;
  readonly prepare: (stage: Stage) => void;
  readonly goalMs: number | null;
}

/** A scan beyond its budget continues in the next, so the rows after the first see a full tree. */
const ROWS: readonly Row[] = [
  { name: "exploration, cold (its budget is 250 ms)", goalMs: 300, prepare: forget },
  { name: "exploration, unchanged", goalMs: 20, prepare: () => {} },
  { name: "exploration, one file changed", goalMs: 150, prepare: changeOne },
];

/** Prints the rows of exploration. */
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
      if (row.prepare !== forget) await settle(stage, files);
      for (let run = 0; run < runs; run++) {
        row.prepare(stage);
        own.push(await probe(stage));
        others.push(await timeGitStatus(stage.project));
      }
      say(describe(`${row.name}, ${files} files`, own, others, row.goalMs));
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Looks until nothing is left to be read, and the times of the last change are past. */
async function settle(stage: Stage, files: number): Promise<void> {
  for (let look = 0; look < 3 + files / 1_000; look++) await probe(stage);
}

async function makeStage(root: string, files: number): Promise<Stage> {
  const stage = { project: join(root, "project"), home: join(root, "home"), rounds: { count: 0 } };
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

/** Valid links, and a broken link in one of ten documents. */
function documentOf(index: number): string {
  const section = `## Part\n\nSee [the next](file${index + 1}.ts) and [above](#part).\n\n`;
  const broken = index % (10 * DOCUMENT_EVERY) === 0 ? "See [nothing](gone.md).\n" : "";
  return `# Page ${index}\n\n${section.repeat(5)}${"Some words of prose.\n".repeat(40)}${broken}`;
}

/** The time of one look in a process of its own, milliseconds. */
async function probe({ project, home, rounds }: Stage): Promise<number> {
  const program = fromFileUrl(new URL("explore_probe.ts", import.meta.url));
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--allow-all", program],
      ...[project, home, String(rounds.count++)],
    ],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("The probe failed");
  return Number(new TextDecoder().decode(stdout));
}

function changeOne({ project, rounds }: Stage): void {
  const file = join(project, "src", "part0", "page0.md");
  Deno.writeTextFileSync(`${file}.new`, `# Page\n\n[gone](gone${rounds.count}.md)\n`);
  Deno.renameSync(`${file}.new`, file);
}

if (import.meta.main) await benchExplore(Deno.args);
