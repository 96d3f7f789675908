/**
 * Parses the summary of `deno test`.
 *
 * @module
 */

/** The number of tests by result. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** No test at all. */
export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** The line of a test, a step or a file of which nothing has to be said. */
const PASSED =
  /\.\.\. ok \(\d[\d.µms]*\)$|^running \d+ tests? from |^-+ pre-test output |^(?:Check|Download) \S+$|^Warning Permissions in |^$/;

/** Why tests were left out: each file says it. */
const LEFT_OUT = /^SKIPPED: /;

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

/** Passes on what `deno test` prints, without the lines of tests that passed, and no reason twice. */
export function dropPassedLines(): TransformStream<
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>
> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const reasons = new Set<string>();
  const isSaid = (line: string) => {
    if (reasons.has(line)) return true;
    if (LEFT_OUT.test(line)) reasons.add(line);
    return false;
  };
  let rest = "";
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop()!;
      const shown = lines.filter((line) => !PASSED.test(line) && !isSaid(line));
      if (shown.length > 0) controller.enqueue(encoder.encode(`${shown.join("\n")}\n`));
    },
    flush(controller) {
      if (rest !== "") controller.enqueue(encoder.encode(rest));
    },
  });
}

/**
 * Passes on what a program prints, and says when it has printed nothing for too long.
 *
 * @param onSilence Called at the end of each such silence, with the last lines.
 */
export function watchForSilence(
  longestMs: number,
  onSilence: (last: string) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let last = "";
  const decoder = new TextDecoder();
  const call = () => onSilence(last.trimEnd().split("\n").slice(-5).join("\n"));
  let timer = setTimeout(call, longestMs);
  return new TransformStream({
    transform(bytes, controller) {
      clearTimeout(timer);
      timer = setTimeout(call, longestMs);
      last = (last + decoder.decode(bytes, { stream: true })).slice(-2_000);
      controller.enqueue(bytes);
    },
    flush: () => clearTimeout(timer),
  });
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
