/**
 * Runs the tests and ends with one plain line, `N passed, N failed`.
 *
 *     deno task test [--client] [paths and flags of deno test]
 *     deno task test:client
 *
 * Without paths: everything but the tests that need the real client; `--client` adds those.
 *
 * @module
 */
import { readPinnedDenoVersion, requireDenoVersion } from "./_deno_version.ts";
import { LOCKED } from "./_project.ts";
import { runScript, say } from "./_say.ts";
import {
  addTestCounts,
  formatTestCounts,
  NO_TESTS,
  readTestCounts,
  type TestCounts,
} from "./_test_summary.ts";

const ROOT = new URL("../", import.meta.url);
const CLIENT_TESTS = "tests/client";
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
  return args.includes("--client") ? [first, [CLIENT_TESTS]] : [first];
}

async function runTests(args: readonly string[]): Promise<number> {
  requireDenoVersion(Deno.version.deno, readPinnedDenoVersion(ROOT), "test");
  let counts = NO_TESTS;
  let isSuccess = true;
  for (const run of planRuns(args)) {
    const found = await runDenoTest(run);
    if (found.passed + found.failed + found.skipped === 0) {
      say(`No test was found by: deno test ${run.join(" ")}`);
      isSuccess = false;
    }
    counts = addTestCounts(counts, found);
  }
  await Deno.stdout.write(new TextEncoder().encode(`${formatTestCounts(counts)}\n`));
  return isSuccess && counts.failed === 0 ? 0 : 1;
}

/** Runs `deno test`, shows what it prints, and counts. */
async function runDenoTest(args: readonly string[]): Promise<TestCounts> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", ...LOCKED, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const [shown, kept] = child.stdout.tee();
  const [output, , { code }] = await Promise.all([
    new Response(kept).text(),
    shown.pipeTo(Deno.stdout.writable, { preventClose: true }),
    child.status,
  ]);
  return readTestCounts(output, code);
}

if (import.meta.main) await runScript(() => runTests(Deno.args));
