/**
 * Judges from the lines of test runners whether any test ran: "0 passing" with exit code 0 does not count
 * as passed.
 */

/** In characters. Longer lines are ignored. */
const MAX_LINE_LENGTH = 300;
/** A cheap filter: a relevant line contains a word of both kinds. */
const COUNT_WORD = /\d|\bno\b|zero|notests|skipped|cached|task/i;
const TEST_WORD =
  /test|spec|example|scenario|pass|skipped|selected|\bruns?\b|success|collected|executed|\b1\.\.\d|^(?:not )?ok\b|DONE|Ok:|coverage/i;
// deno-lint-ignore no-control-regex -- colours begin with a control character
const COLOURS = /\x1b\[[\d;?]*[A-Za-z]/g;

/** Reads the lines of one command's output, whichever stream they come from. */
export class TestCount {
  #hasRun = false;
  #noneLine: string | null = null;

  read(line: string): void {
    if (this.#hasRun || line.length > MAX_LINE_LENGTH) return;
    if (!COUNT_WORD.test(line) || !TEST_WORD.test(line)) return;
    const words = line.replace(COLOURS, "").trim();
    for (const closing of CLOSING_LINES) {
      const match = closing.exec(words);
      if (match === null) continue;
      const ran = match.groups?.["ran"];
      // If there are several suites, some may be empty.
      if (ran === undefined || /^0+$/.test(ran)) this.#noneLine = words;
      else this.#hasRun = true;
    }
  }

  /** The line that reports that no test ran; null if a test ran, or there is no such line. */
  get zeroLine(): string | null {
    return this.#hasRun ? null : this.#noneLine;
  }
}

/**
 * The forms of lines that count tests, without colours and surrounding space. `ran` is the number of tests
 * that ran, or any text if some did. A form without it says that none ran.
 */
export const CLOSING_LINES: readonly RegExp[] = [
  // "3 specs, 0 failures", "Ran 3 tests in 0.1s", "[====] 3 tests from 1 suite ran.", "OK (3 tests, 5 assertions)"
  /^(?!(\d+) \w+, 0 failures, \1 (?:pending|skipped)$)(?:\[[= ]*\]? *|\S Test run with |Executed |Ran |OK \(|DONE |All |Summary \[.*\] +)?(?<ran>\d+) (?:tests?|specs?|examples?|scenarios?|runs?|doctests?)(?=$|[,:]| \(| (?:passed|run|from|across|in|started|with)\b)/,
  /^(\d+) \w+, 0 failures, \1 (?:pending|skipped)$/,
  // "3 passing (1ms)", "3 pass", "3 passed (1.2s)", "3 successes / 0 failures"
  /^(?<ran>\d+) (?:pass(?:ing|ed)?|success(?:es)?)(?=$|,| \(| \/)/,
  // "# pass 3", "Ok: 3", "Total tests: 3", "Tests: 3, Assertions: 5"
  /^(?:[#ℹ] |\[\w+\] )?(?:pass|Ok:|Total tests:|Total number of tests run:|Tests:)\s+(?<ran>\d+)(?=$|, Assertions:)/,
  // "Tests: 1 skipped, 2 passed, 3 total", "Tests  2 passed | 1 skipped (3)", "Tests: 2 passed (4 assertions)"
  /^Tests:?\s+(?=\d)(?:.*?\b(?<ran>[1-9]\d*) (?:passed|failed)\b)?.*(?: total|\(\d+(?: assertions?)?\))$/,
  // Deno, cargo.
  /^(?:(?:ok|FAILED) \||test result: \w+\.) (?<ran>\d+) passed\b/,
  // TAP, prove.
  /^(?:not )?(?<ran>ok) \d+\b(?!.*# SKIP)/i,
  /^1\.\.0(?:\s*#.*)?$/,
  /^Files=\d+, Tests=(?<ran>\d+),/,
  // Karma.
  /\bExecuted (?<ran>\d+) of \d+\b.* (?:SUCCESS|FAILED|ERROR)\b/,
  // Pytest.
  /^(?:=+ )?(?:.*, )?(?<ran>[1-9]\d*) x?(?:passed|failed)\b.* in [\d.]+ ?s/,
  /^(?:=+ )?\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))* in [\d.]+ ?s/,
  // Go.
  /^(?<ran>ok)\s+\S+\s+(?:\(cached\)|[\d.]+s)(?!.*\[no tests to run\])/,
  /^(?<ran>---) (?:PASS|FAIL): /,
  /^(?:\?|ok)\s+\S+\s.*\[no test(?: files|s to run)\]$/,
  /^\S+\s+coverage: 0\.0% of statements$/,
  // .NET.
  /^(?:Passed|Skipped)!\s+- Failed:\s+\d+, Passed:\s+(?<ran>\d+),/,
  // CTest, Catch2, doctest.
  /^\d+% tests passed, \d+ tests failed out of (?<ran>\d+)$/,
  /^(?<ran>All) tests passed \(\d+ assertions?/,
  /^\[doctest\] test cases:\s+(?<ran>\d+) \|/,
  // Maven, Gradle, sbt.
  /^(?:\[\w+\] )?(?!Tests run: (\d+),.* Skipped: \1\b)Tests run: (?<ran>\d+), Failures: \d+/,
  /^(?:\[\w+\] )?Tests run: (\d+), Failures: 0, Errors: 0, Skipped: \1\b/,
  /^> Task \S*:test NO-SOURCE$/,
  /^> (?<ran>Task) \S*:test(?: UP-TO-DATE| FROM-CACHE)?$/,
  /^(?:\[info\] )?Passed: Total (?<ran>\d+), Failed \d+/,
  // Dart, testthat.
  /^\d\d:\d\d \+(?<ran>\d+).*: All tests passed!$/,
  /^\[ FAIL \d+ .*\| PASS (?<ran>\d+) \]$/,
  // In words.
  /^(?:\[\w+\] |=+ |There are |testing: warning: |Test run summary: |\d\d:\d\d \+\d+.*: )?(?:no|zero) (?:tests?|specs) (?:were )?(?:found|executed|ran|defined|collected|to run)(?:[.!]*$| in [\d.]+ ?s)/i,
  /^No test(?:s| files) found(?:, exiting with code 0$| related to files changed since )/,
  /^No test (?:is available in |matches the given testcase filter )/,
  /^(?:Tests\s+no tests|collected 0 items|Result: NOTESTS|(?:\[INFO\] )?Tests are skipped\.)$/,
];
