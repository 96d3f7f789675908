/**
 * Runs the tests and ends with one plain line, `N passed, N failed`.
 *
 *     deno task test [--client] [paths and flags of deno test]
 *     deno task test:client
 *
 * Without paths: everything except the tests that need the real client; `--client` adds those. A suite
 * in which no test ends for ten minutes is ended, as one failure: it would hold the gate for ever.
 *
 * @module
 */
import { readPinnedDenoVersion, requireDenoVersion } from "./_deno_version.ts";
import { runScript, say } from "./_say.ts";
import {
  addTestCounts,
  dropPassedLines,
  formatTestCounts,
  NO_TESTS,
  readTestCounts,
  type TestCounts,
  watchForSilence,
} from "./_test_summary.ts";

const ROOT = new URL("../", import.meta.url);
const CLIENT_TESTS = "tests/client";
const FIXTURES = "tests/fixtures";
/** The longest test takes a minute on a busy machine. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/** One run of `deno test`. */
export interface TestRun {
  /** Its paths and flags. */
  readonly args: readonly string[];
  /** Whether its files run one at a time. */
  readonly isSerial?: boolean;
  /** Whether every line is shown, not only those of tests that did not pass. */
  readonly isVerbose?: boolean;
}

/**
 * Decides which runs of `deno test` some arguments ask for.
 *
 * @param args The script's arguments.
 * @returns The runs, in order.
 */
export function planRuns(args: readonly string[]): TestRun[] {
  const rest = args.filter((arg) => arg !== "--client");
  const flags = rest.filter((arg) => arg.startsWith("-"));
  if (rest.length > flags.length) return [{ args: rest, isVerbose: true }];
  return [
    ...args.includes("--client") ? [{ args: [CLIENT_TESTS, ...flags], isSerial: true }] : [],
    { args: ["tests", `--ignore=${CLIENT_TESTS},${FIXTURES}`, ...flags] },
  ];
}

async function runTests(args: readonly string[]): Promise<number> {
  requireDenoVersion(Deno.version.deno, readPinnedDenoVersion(ROOT), "test");
  let sum = NO_TESTS;
  let hasEmptyRun = false;
  for (const run of planRuns(args)) {
    const counts = await runDenoTest(run);
    if (counts.passed + counts.failed + counts.skipped === 0) {
      say(`No test was found by: deno test ${run.args.join(" ")}`);
      hasEmptyRun = true;
    }
    sum = addTestCounts(sum, counts);
  }
  await Deno.stdout.write(new TextEncoder().encode(`${formatTestCounts(sum)}\n`));
  return !hasEmptyRun && sum.failed === 0 ? 0 : 1;
}

/** Runs `deno test`, shows what it prints, and counts. */
async function runDenoTest({ args, isSerial, isVerbose }: TestRun): Promise<TestCounts> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--quiet", "-P", "--parallel", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...isSerial ? { DENO_JOBS: "1" } : {} },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const watched = child.stdout.pipeThrough(watchForSilence(LONGEST_SILENCE_MS, (last) => {
    say(
      `No test has ended for ${LONGEST_SILENCE_MS / 60_000} minutes. The last lines were:\n${last}`,
    );
    child.kill("SIGKILL");
  }));
  const [shown, kept] = watched.tee();
  const visible = isVerbose ? shown : shown.pipeThrough(dropPassedLines());
  const [output, , { code }] = await Promise.all([
    new Response(kept).text(),
    visible.pipeTo(Deno.stdout.writable, { preventClose: true }),
    child.status,
  ]);
  return readTestCounts(output, code);
}

if (import.meta.main) await runScript(() => runTests(Deno.args));
