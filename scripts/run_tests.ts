/**
 * Runs the tests and ends with one plain line, `N passed, N failed`.
 *
 *     deno task test [--client] [paths and flags of deno test]
 *     deno task test:client
 *
 * Without paths: everything but the tests that need the real client, and the examples of the
 * documentation; `--client` adds the client's.
 *
 * @module
 */
import { readPinnedDenoVersion, requireDenoVersion } from "./_deno_version.ts";
import { LOCKED } from "./_project.ts";
import { runScript, say } from "./_say.ts";
import {
  addTestCounts,
  formatTestCounts,
  listFailedFiles,
  mergeRepeat,
  NO_TESTS,
  readTestCounts,
  type TestCounts,
} from "./_test_summary.ts";

const ROOT = new URL("../", import.meta.url);
const CLIENT_TESTS = "tests/client";
/** Test files at a time: the machines of the gate have two to four cores. */
const JOBS = "3";
/** So often files with a failure are run again. */
const MOST_REPEATS = 2;
/** The examples in the documentation of what is exported; types are the `check` task's business. */
const EXAMPLES = ["--doc", "--no-check", "src"];
const DEFAULT_PATHS = ["tests", `--ignore=${CLIENT_TESTS},tests/fixtures`];

/**
 * Decides which runs of `deno test` some arguments ask for.
 *
 * @param args The script's arguments.
 * @returns The arguments of each run.
 */
export function planRuns(args: readonly string[]): string[][] {
  const rest = args.filter((arg) => arg !== "--client");
  const hasPath = rest.some((arg) => !arg.startsWith("-"));
  const first = hasPath ? rest : [...DEFAULT_PATHS, ...rest];
  // The client first: what its tests install, a test of the plugin uses too.
  const ours = rest.length > 0 ? [first] : [first, EXAMPLES];
  return args.includes("--client") ? [[CLIENT_TESTS], ...ours] : ours;
}

async function runTests(args: readonly string[]): Promise<number> {
  requireDenoVersion(Deno.version.deno, readPinnedDenoVersion(ROOT), "test");
  let counts = NO_TESTS;
  let isSuccess = true;
  for (const run of planRuns(args)) {
    const found = await runWithRepeat(run);
    if (found.passed + found.failed + found.skipped === 0) {
      say(`No test was found by: deno test ${run.join(" ")}`);
      isSuccess = false;
    }
    counts = addTestCounts(counts, found);
  }
  await Deno.stdout.write(new TextEncoder().encode(`${formatTestCounts(counts)}\n`));
  return isSuccess && counts.failed === 0 ? 0 : 1;
}

/**
 * Runs tests; files with a failure are run again, alone, at most twice, and said so: tests with real processes,
 * terminals and the real client keep real time, which a busy machine does not always give them.
 */
async function runWithRepeat(args: readonly string[]): Promise<TestCounts> {
  let { counts, output } = await runDenoTest(args);
  for (let repeat = 1; repeat <= MOST_REPEATS && counts.failed > 0; repeat++) {
    const files = listFailedFiles(output);
    if (files.length === 0) break;
    say(`Failed, and run once more alone: ${files.join(", ")}`);
    const again = await runDenoTest(files, "1");
    counts = mergeRepeat(counts, again.counts);
    output = again.output;
  }
  return counts;
}

/** Runs `deno test`, shows what it prints, and counts. */
async function runDenoTest(
  args: readonly string[],
  jobs = JOBS,
): Promise<{ counts: TestCounts; output: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    // Most tests wait for processes of their own, and share nothing but the machine.
    args: ["test", "--allow-all", "--parallel", ...LOCKED, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", DENO_JOBS: jobs },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const [shown, kept] = child.stdout.tee();
  const [output, , { code }] = await Promise.all([
    new Response(kept).text(),
    shown.pipeTo(Deno.stdout.writable, { preventClose: true }),
    child.status,
  ]);
  return { counts: readTestCounts(output, code), output };
}

if (import.meta.main) await runScript(() => runTests(Deno.args));
