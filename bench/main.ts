/**
 * `deno task bench`: speed as ratios to named baselines, measured in one run.
 *
 *     deno task bench [--smoke] [--runs N] [--against PATH] [--only TEXT]
 *
 * The hooks' ratios are of processor time, if the system reports it: it hardly depends on other load.
 * Ratios of wall-clock time are judged on a quiet machine only. Exits with 1 if a ratio is over its budget.
 * `--against` measures another binary, such as that of the last release, in the same rounds: the ratio to
 * an empty program also gets worse if that program gets faster. `--only` measures the rows with a text in
 * their names. `--smoke` checks that every row can be measured, and judges nothing.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, join, resolve } from "@std/path";
import { benchExplore } from "./explore.ts";
import { hookRows } from "./hooks.ts";
import { copyBinaries } from "./copies.ts";
import { type BenchRow, measureRow, type Program, type Rounds } from "./measure.ts";
import { explainNoise, listen } from "./quiet.ts";
import { reportRows } from "./report.ts";
import { runnerRows } from "./runner.ts";
import { statusRows, timeLook } from "./status.ts";
import { CAN_MEASURE_MEMORY, measurePeakBytes } from "./memory.ts";

const ROOT = new URL("../", import.meta.url);
const RUNS = 20;
const SMOKE_RUNS = 1;
const MEMORY_ROUNDS = 5;
/** Number of copies of each binary. */
const COPIES = 3;

/** A figure with its budget. */
interface Figure {
  readonly name: string;
  readonly ratio: number;
  /** Null if it is only shown. */
  readonly atMost: number | null;
  /** The goal. */
  readonly goal?: number | undefined;
  readonly isByClock: boolean;
  /** The two values of the ratio. */
  readonly of: string;
}

async function main(args: readonly string[]): Promise<number> {
  const flags = parseArgs(args, { boolean: ["smoke"], string: ["runs", "against", "only"] });
  const isSmoke = flags["smoke"] === true;
  const runs = isSmoke ? SMOKE_RUNS : Number(flags["runs"] ?? RUNS);
  const root = await Deno.makeTempDir({ prefix: "ralph-bench-" });
  try {
    const ralph = fromFileUrl(new URL("dist/ralph", ROOT));
    const empty = await buildEmpty();
    const path = flags["against"] === undefined ? null : resolve(flags["against"]);
    const other = path === null ? null : { ralph, path };
    const binaries = [ralph, ...empty.command, ...path === null ? [] : [path]];
    const pick = await copyBinaries(join(root, "copies"), binaries, isSmoke ? 1 : COPIES);
    const noise = isSmoke ? [] : explainNoise(await listen(empty));
    const warning = `Times by the clock mean nothing: ${noise.join("; ")}.`;
    if (noise.length > 0) say(warning);
    say(await describeOther(path));
    const rows = [
      ...await hookRows({ root, ralph, empty }),
      ...await runnerRows({ root, ralph, isSmoke }),
      ...await reportRows({ root, ralph, empty }),
      ...await statusRows({ root, ralph, empty }),
    ];
    const { only = "" } = flags;
    const figures: Figure[] = [];
    for (const row of rows.filter(({ name }) => name.includes(only))) {
      const more = [...await timeRow(row, { rounds: runs, pick, other }), ...await weighRow(row)];
      for (const figure of more) say(describe(figure));
      figures.push(...more);
    }
    if (only === "") {
      say(`one look of status --watch, in the same loop: ${(await timeLook(root)).toFixed(1)} ms`);
      await benchExplore(isSmoke ? ["--runs", "1", "--files", "500"] : []);
    }
    const over = figures.filter((figure) =>
      isOver(figure) && !(figure.isByClock && noise.length > 0)
    );
    if (isSmoke) return 0;
    if (noise.length > 0) say(warning);
    say(over.length === 0 ? "All within their budgets." : `${over.length} over their budgets.`);
    return over.length === 0 ? 0 : 1;
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Builds the baseline by the same script with the same flags. */
async function buildEmpty(): Promise<Program> {
  const output = fromFileUrl(new URL("build/bench/empty", ROOT));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "build", "--main", "bench/empty.ts", "--output", output],
    cwd: fromFileUrl(ROOT),
  }).output();
  if (code !== 0) {
    throw new Error(`The empty program was not built: ${new TextDecoder().decode(stderr)}`);
  }
  return {
    command: [output],
    cwd: join(fromFileUrl(ROOT), "build"),
    env: { HOME: "/" },
    input: "",
  };
}

/** Names the binary that ralph's is compared with. */
async function describeOther(path: string | null): Promise<string> {
  if (path === null) {
    return "Compared with an empty program only: name another ralph with --against PATH, such as " +
      "that of the last release";
  }
  const { stdout } = await new Deno.Command(path, { args: ["--version"] }).output();
  return `"of the other" is the median of pairs with ${path}: ${
    new TextDecoder().decode(stdout).trim()
  }`;
}

/** Makes the figures of a row: its time, and its ratios to others' recorded times. */
async function timeRow(row: BenchRow, rounds: Rounds): Promise<Figure[]> {
  const { ratio, cpuRatio, ms, baselineMs, ofOther } = await measureRow(row, rounds);
  const { name, atMost, goal, references = [] } = row;
  const paired = ofOther === null ? "" : `, ${ofOther.toFixed(3)} of the other`;
  const judged = row.isByCpu && cpuRatio !== null ? cpuRatio : ratio;
  const isByClock = judged === ratio;
  const clock = isByClock ? "" : ` (${ratio.toFixed(2)} by the clock)`;
  return [
    {
      name,
      atMost,
      goal,
      isByClock,
      ratio: judged,
      of: `${ms.toFixed(1)} / ${baselineMs.toFixed(1)} ms${clock}${paired}`,
    },
    ...references.map((other) => ({
      name: `the same against ${other.name}, as recorded (not run here)`,
      atMost: other.atMost,
      goal: other.goal,
      isByClock,
      ratio: judged / other.ratio,
      of: `${judged.toFixed(2)} / ${other.ratio} × empty`,
    })),
  ];
}

/** Measures a row's memory, if requested and supported by the system. */
async function weighRow({ name, program, baseline, memoryAtMost }: BenchRow): Promise<Figure[]> {
  if (memoryAtMost === undefined || !CAN_MEASURE_MEMORY) return [];
  const bytes = await measurePeakBytes(program, MEMORY_ROUNDS);
  const baselineBytes = await measurePeakBytes(baseline, MEMORY_ROUNDS);
  const toMB = (amount: number) => (amount / 1024 / 1024).toFixed(0);
  return [{
    name: `memory of ${name}`,
    atMost: memoryAtMost,
    isByClock: false,
    ratio: bytes / baselineBytes,
    of: `${toMB(bytes)} / ${toMB(baselineBytes)} MB`,
  }];
}

function isOver({ ratio, atMost }: Figure): boolean {
  return atMost !== null && ratio > atMost;
}

function describe(figure: Figure): string {
  const { name, ratio, atMost, goal, of } = figure;
  const aim = goal === undefined ? "" : `; goal ${goal}${ratio > goal ? ": missed" : ""}`;
  const limit = atMost === null ? "" : ` (at most ${Number(atMost.toFixed(2))}${aim})`;
  return `${isOver(figure) ? "OVER" : "ok  "} ${ratio.toFixed(3)}${limit}  ${of}  ${name}`;
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
