/**
 * Runs the tests and ends with one plain line, `N passed, N failed`.
 *
 *     deno task test [--client] [paths and flags of deno test]
 *     deno task test:client
 *     deno task test:newest
 *
 * Without paths: everything except the tests that need the real client; `--client` adds those. A suite
 * in which no test ends for ten minutes is ended, as one failure: it would hold the gate for ever.
 * `test:newest` checks the types with the newest Deno, and runs on it what needs no binary, and a loop
 * by the program's sources.
 *
 * @module
 */
import {
  readNewestDenoVersion,
  readPinnedDenoVersion,
  requireDenoVersion,
} from "./_deno_version.ts";
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
/** Tests that build, or run what was built. */
const BUILT_TESTS = ["build", "cli", "e2e", "examples", "hostile", "run"];
const NEWEST_TESTS = "tests/e2e/from_sources_test.ts";
/** Files at a time: every third test waits rather than works. */
const JOBS = Deno.env.get("DENO_JOBS") ?? `${Math.ceil(navigator.hardwareConcurrency * 1.5)}`;
/** The longest test takes a minute on a busy machine. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/** One run of `deno test`. */
export interface TestRun {
  /** Its paths and flags. */
  readonly args: readonly string[];
  /** True to run its files one at a time. */
  readonly isSerial?: boolean;
  /** True to show every line, not only those of tests that did not pass. */
  readonly isVerbose?: boolean;
  /** The Deno that runs it, of npm. Default: the one that runs this script. */
  readonly deno?: string;
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
  if (args.includes("--newest")) return planNewest(readNewestDenoVersion(ROOT));
  if (rest.length > flags.length) return [{ args: rest, isVerbose: true }];
  return [
    ...args.includes("--client") ? [{ args: [CLIENT_TESTS, ...flags], isSerial: true }] : [],
    { args: ["tests", `--ignore=${CLIENT_TESTS},${FIXTURES}`, ...flags] },
  ];
}

function planNewest(deno: string): TestRun[] {
  const ignored = [CLIENT_TESTS, FIXTURES, ...BUILT_TESTS.map((name) => `tests/${name}`)];
  return [
    { deno, args: ["tests", `--ignore=${ignored.join(",")}`] },
    { deno, args: [NEWEST_TESTS] },
  ];
}

async function runTests(args: readonly string[]): Promise<number> {
  requireDenoVersion(Deno.version.deno, readPinnedDenoVersion(ROOT), "test");
  let sum = args.includes("--newest") ? await checkTypes(readNewestDenoVersion(ROOT)) : NO_TESTS;
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

/** Returns the words that run a Deno. */
function callDeno(version: string | undefined): readonly [string, ...string[]] {
  return version === undefined ? [Deno.execPath()] : ["npx", "-y", `deno@${version}`];
}

/** Checks all types with another Deno; counts as one test. */
async function checkTypes(version: string): Promise<TestCounts> {
  const [program, ...words] = callDeno(version);
  const args = [...words, "check", "--quiet"];
  const { success } = await new Deno.Command(program, { args, cwd: ROOT, stdin: "null" }).spawn()
    .status;
  return { ...NO_TESTS, passed: success ? 1 : 0, failed: success ? 0 : 1 };
}

/** Runs `deno test`, shows what it prints, and counts. */
async function runDenoTest({ args, isSerial, isVerbose, deno }: TestRun): Promise<TestCounts> {
  const [program, ...words] = callDeno(deno);
  // Types are checked as a whole, above.
  const unchecked = deno === undefined ? [] : ["--no-check"];
  const child = new Deno.Command(program, {
    args: [...words, "test", "-P", "--parallel", ...unchecked, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", DENO_JOBS: isSerial ? "1" : JOBS },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watched = child.stdout.pipeThrough(watchForSilence(LONGEST_SILENCE_MS, (last) => {
    say(
      `No test has ended for ${LONGEST_SILENCE_MS / 60_000} minutes. The last lines were:\n${last}`,
    );
    child.kill("SIGKILL");
  }));
  const [shown, kept] = watched.tee();
  const visible = isVerbose ? shown : shown.pipeThrough(dropPassedLines());
  const write = (bytes: Uint8Array) => void Deno.stderr.writeSync(bytes);
  const errors = child.stderr.pipeThrough(dropPassedLines()).pipeTo(new WritableStream({ write }));
  const [output, , { code }] = await Promise.all([
    new Response(kept).text(),
    visible.pipeTo(Deno.stdout.writable, { preventClose: true }),
    child.status,
  ]);
  // A process that a test left running may keep it open.
  await Promise.race([errors, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  return readTestCounts(output, code);
}

if (import.meta.main) await runScript(() => runTests(Deno.args));
