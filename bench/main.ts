/**
 * `deno task bench`: speed as ratios to named baselines, measured in one run (design §12).
 *
 *     deno task bench [--smoke] [--runs N]
 *
 * Exits with 1 where a ratio is above what the design allows. `--smoke` proves that every row can
 * be measured, and judges nothing.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, join } from "@std/path";
import { hookRows } from "./hooks.ts";
import { type BenchResult, measureRow, type Program } from "./measure.ts";

const ROOT = new URL("../", import.meta.url);
const RUNS = 20;
const SMOKE_RUNS = 1;

async function main(args: readonly string[]): Promise<number> {
  const flags = parseArgs(args, { boolean: ["smoke"], string: ["runs"] });
  const isSmoke = flags["smoke"] === true;
  const runs = isSmoke ? SMOKE_RUNS : Number(flags["runs"] ?? RUNS);
  const root = await Deno.makeTempDir({ prefix: "ralph-bench-" });
  try {
    const ralph = fromFileUrl(new URL("dist/ralph", ROOT));
    const empty = await buildEmpty();
    const rows = await hookRows({ root, ralph, empty });
    const results: BenchResult[] = [];
    for (const row of rows) {
      const result = await measureRow(row, runs);
      results.push(result);
      say(describe(result));
    }
    const over = results.filter(({ row, ratio }) => row.atMost !== null && ratio > row.atMost);
    if (isSmoke) return 0;
    say(over.length === 0 ? "All within their budgets." : `${over.length} over their budgets.`);
    return over.length === 0 ? 0 : 1;
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The baseline is built by the same script with the same flags. */
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

function describe({ row, ms, baselineMs, ratio }: BenchResult): string {
  const limit = row.atMost === null ? "" : ` (at most ${row.atMost})`;
  const mark = row.atMost !== null && ratio > row.atMost ? "OVER" : "ok  ";
  return `${mark} ${ratio.toFixed(3)}${limit}  ${ms.toFixed(1)} / ${
    baselineMs.toFixed(1)
  } ms  ${row.name}`;
}

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
