/**
 * What `deno test` says at its end, as numbers.
 *
 * @module
 */

/** How many tests ended how. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** No test at all. */
export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed\b(.*)$/gm;

/**
 * Reads the counts of one run of `deno test`.
 *
 * @param output What it printed, without colours; the last summary counts.
 * @param code Its exit code.
 * @returns The counts. A run that failed without saying what (types, an uncaught error, a leak
 *   between tests) counts as one failure, so that it can never look like success.
 */
export function readTestCounts(output: string, code: number): TestCounts {
  const summary = [...output.matchAll(SUMMARY)].at(-1);
  const readCount = (word: string) =>
    Number(new RegExp(`\\| (\\d+) ${word}\\b`).exec(summary?.[2] ?? "")?.[1] ?? 0);
  const failed = readCount("failed");
  return {
    passed: Number(summary?.[1] ?? 0),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: readCount("ignored"),
  };
}

/**
 * Lists the files in which a test failed.
 *
 * The list of errors names the place where a test was defined, which may be in a file that many
 * tests share; the line of its result names the file that was run.
 *
 * @param output What `deno test` printed, without colours.
 */
export function listFailedFiles(output: string): string[] {
  const files = new Set<string>();
  let running = "";
  for (const line of output.split("\n")) {
    running = /^running \d+ tests? from (\S+)/.exec(line)?.[1] ?? running;
    const isResult = / \.\.\. FAILED/.test(line);
    const named = isResult
      ? /^(\S+_test\.ts) => /.exec(line)?.[1] ?? running
      : / => (\S*?_test\.ts):\d+/.exec(line)?.[1] ?? "";
    const file = named.replace(/^file:\/\//, "").replace(/^\.?\//, "");
    if (file !== "") files.add(file);
  }
  return [...files].sort();
}

/**
 * The counts after the files with failures were run once more, alone.
 *
 * @param first The counts of the whole run.
 * @param again The counts of the second run.
 */
export function mergeRepeat(first: TestCounts, again: TestCounts): TestCounts {
  const failed = Math.min(again.failed, first.failed + first.passed);
  return { ...first, failed, passed: first.passed + first.failed - failed };
}

/** Adds two counts. */
export function addTestCounts(one: TestCounts, other: TestCounts): TestCounts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** Writes counts as the plain closing line: `N passed, N failed`, skipped tests only if any. */
export function formatTestCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
