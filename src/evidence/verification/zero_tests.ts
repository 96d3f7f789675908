/**
 * Whether any test ran, from the lines of test runners: "0 passing" with exit code 0 does not count as
 * passed.
 */

/** Characters; longer lines are ignored. */
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
    for (const [, closing] of CLOSING_LINES) {
      const match = closing.exec(words);
      if (match === null) continue;
      const ran = match.groups?.["ran"];
      // Of several suites, some may be empty.
      if (ran === undefined || /^0+$/.test(ran)) this.#noneLine = words;
      else this.#hasRun = true;
    }
  }

  /** The line that reports that no test ran; null where a test ran, or without such a line. */
  get zeroLine(): string | null {
    return this.#hasRun ? null : this.#noneLine;
  }
}

/** Runners and their lines, without colours and surrounding space. */
export const CLOSING_LINES: readonly (readonly [runner: string, line: RegExp])[] = [
  ["deno test", /^(?:ok|FAILED) \| (?<ran>\d+) passed\b.*\| \d+ failed\b/],
  ["node --test, tape", /^[#ℹ] pass\s+(?<ran>\d+)$/],
  ["TAP", /^(?:not )?(?<ran>ok) \d+\b(?!.*# SKIP)/i],
  ["TAP", /^1\.\.0(?:\s*#.*)?$/],
  ["prove", /^Files=\d+, Tests=(?<ran>\d+),/],
  ["prove", /^Result: NOTESTS$/],
  ["jest", /^Tests:\s+(?:.*?\b(?<ran>[1-9]\d*) (?:passed|failed)\b)?.*\b\d+ total$/],
  ["jest", /^No tests found(?:, exiting with code 0$| related to files changed since )/],
  ["vitest", /^Tests\s+(?:.*\| )?(?<ran>[1-9]\d*) (?:passed|failed)\b.*\(\d+\)$/],
  ["vitest", /^Tests\s+(?:no tests|(?:\d+ (?:skipped|todo)(?: \| )?)+ ?\(\d+\))$/],
  ["vitest", /^No test files found, exiting with code 0$/],
  ["mocha", /^(?<ran>\d+) passing \(\d+(?:ms|s|m|h)\)$/],
  ["ava", /^(?<ran>\d+) tests? passed$/],
  ["jasmine", /^(?<ran>\d+) specs?, \d+ failures?\b/],
  ["jasmine", /^No specs found\b/],
  ["karma", /\bExecuted (?<ran>\d+) of \d+\b.* (?:SUCCESS|FAILED|ERROR)\b/],
  ["playwright", /^(?<ran>\d+) passed \([\d.]+(?:ms|s|m|h)\)$/],
  ["bun test", /^(?<ran>\d+) pass$/],
  ["bun test", /^Ran (?<ran>\d+) tests? across \d+ files?\b/],
  [
    "pytest",
    /^(?:=+ )?(?:.*, )?(?<ran>[1-9]\d*) (?:passed|failed|xfailed|xpassed)\b.* in [\d.]+ ?s/,
  ],
  [
    "pytest",
    /^(?:=+ )?(?:no tests (?:ran|collected)|\d+ (?:skipped|deselected)(?:, \d+ (?:skipped|deselected|warnings?))*) in [\d.]+ ?s/,
  ],
  ["pytest", /^collected 0 items$/],
  ["unittest, luaunit", /^Ran (?<ran>\d+) tests? in [\d.]+ ?s/],
  ["unittest", /^NO TESTS RAN\b/],
  ["robot", /^(?<ran>\d+) tests?, \d+ passed, \d+ failed\b/],
  ["behave, cucumber", /^(?<ran>\d+) scenarios?(?: \(.*\)| passed, \d+ failed\b.*)?$/],
  ["cargo test", /^test result: \w+\. (?<ran>\d+) passed; \d+ failed;/],
  ["cargo nextest", /^Summary \[[^\]]*\]\s+(?<ran>\d+) tests? run:/],
  ["go test", /^(?<ran>ok)\s+\S+\s+(?:\(cached\)|[\d.]+s)(?!.*\[no tests to run\])/],
  ["go test", /^(?<ran>---) (?:PASS|FAIL): /],
  ["go test", /^(?:\?\s+\S+\s+\[no test files\]|ok\s+\S+\s.*\[no tests to run\])$/],
  ["go test", /^\S+\s+coverage: 0\.0% of statements$/],
  ["go test", /^testing: warning: no tests to run$/],
  ["gotestsum", /^DONE (?<ran>\d+) tests?\b/],
  ["dotnet test", /^(?:Passed|Skipped)!\s+- Failed:\s+\d+, Passed:\s+(?<ran>\d+), Skipped:/],
  ["dotnet test", /^Total tests: (?<ran>\d+)$/],
  ["dotnet test", /^No test (?:is available in |matches the given testcase filter )/],
  ["dotnet test", /^(?:Test run summary: )?Zero tests ran\b/],
  ["phpunit", /^OK \((?<ran>\d+) tests?, \d+ assertions?\)$/],
  ["phpunit", /^Tests: (?<ran>\d+), Assertions: \d+/],
  ["phpunit", /^No tests executed!$/],
  ["pest", /^Tests:\s+(?:.*?\b(?<ran>[1-9]\d*) (?:passed|failed)\b)?.*\(\d+ assertions?\)$/],
  [
    "rspec, hspec",
    /^(?!(\d+) examples?, 0 failures, \1 pending)(?<ran>\d+) examples?, \d+ failures?\b/,
  ],
  ["rspec", /^(\d+) examples?, 0 failures, \1 pending$/],
  ["minitest", /^(?<ran>\d+) runs?, \d+ assertions?, /],
  [
    "bats, ExUnit, test-unit",
    /^(?!(\d+) tests?, 0 failures, \1 skipped)(?<ran>\d+) (?:tests?|doctests?|propert(?:y|ies)), .*\b\d+ failures?\b/,
  ],
  ["bats, ExUnit", /^(\d+) tests?, 0 failures, \1 skipped$/],
  ["ExUnit", /^There are no tests to run$/],
  ["ctest", /^\d+% tests passed, \d+ tests failed out of (?<ran>\d+)$/],
  ["ctest", /^No tests were found!!!$/],
  ["meson", /^Ok:\s+(?<ran>\d+)$/],
  ["meson", /^No tests defined\.$/],
  ["googletest", /^\[=+\] (?<ran>\d+) tests? from \d+ test (?:suites?|cases?) ran\./],
  ["Catch2", /^(?<ran>All) tests passed \(\d+ assertions?/],
  ["Catch2", /^No tests ran$/],
  ["doctest", /^\[doctest\] test cases:\s+(?<ran>\d+) \|/],
  [
    "maven",
    /^(?:\[\w+\] )?(?!Tests run: (\d+),.* Skipped: \1\b)Tests run: (?<ran>\d+), Failures: \d+/,
  ],
  ["maven", /^(?:\[\w+\] )?Tests run: (\d+), Failures: 0, Errors: 0, Skipped: \1\b/],
  ["maven", /^(?:\[INFO\] )?(?:No tests to run\.|Tests are skipped\.)$/],
  ["gradle", /^> Task \S*:test NO-SOURCE$/],
  ["gradle", /^> (?<ran>Task) \S*:test(?: UP-TO-DATE| FROM-CACHE)?$/],
  ["JUnit console", /^\[\s*(?<ran>\d+) tests started\s*\]$/],
  ["sbt", /^(?:\[info\] )?Total number of tests run: (?<ran>\d+)$/],
  ["sbt", /^(?:\[info\] )?Passed: Total (?<ran>\d+), Failed \d+/],
  ["sbt", /^(?:\[info\] )?No tests were executed\.?$/],
  ["swift test", /^Executed (?<ran>\d+) tests?, with /],
  ["swift test", /^\S+ Test run with (?<ran>\d+) tests?\b/],
  ["dart test", /^\d\d:\d\d \+(?<ran>\d+).*: All tests passed!$/],
  ["dart test", /^(?:\d\d:\d\d \+\d+.*: )?No tests ran\.$/],
  ["tasty, zig", /^All (?<ran>\d+) tests passed(?:\.$| \()/],
  ["busted", /^(?<ran>\d+) success(?:es)? \/ \d+ failures? \//],
  ["testthat", /^\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS (?<ran>\d+) \]$/],
];
