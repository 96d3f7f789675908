/** Zero tests run is not a pass where the runner's closing line says so. */
import { assert, assertEquals } from "@std/assert";
import { CLOSING_LINES, TestCount } from "../../../src/evidence/verification/zero_tests.ts";

function zeroLine(output: string): string | null {
  const count = new TestCount();
  for (const line of output.split("\n")) count.read(line);
  return count.zeroLine;
}

/** What runners print when nothing ran. */
// deno-fmt-ignore
const NOTHING_RAN: readonly (readonly [string, string])[] = [
  ["deno test", "running 0 tests from ./a_test.ts\n\nok | 0 passed | 0 failed (2ms)"],
  ["deno test, all filtered", "ok | 0 passed | 0 failed | 5 filtered out (1ms)"],
  ["deno test, all ignored", "ok | 0 passed | 0 failed | 2 ignored (1ms)"],
  ["node --test", "ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ duration_ms 4.1"],
  ["node --test, TAP", "TAP version 13\n1..0\n# tests 0\n# pass 0\n# fail 0"],
  ["node --test, all skipped", "# tests 3\n# pass 0\n# fail 0\n# skipped 3"],
  [
    "node --test, no name fits",
    "    ok 1 - a # SKIP test name does not match pattern\n    1..1\n1..1\n# tests 1\n# pass 0\n# skipped 1",
  ],
  ["tape", "TAP version 13\n\n1..0\n# tests 0\n# pass  0\n\n# ok"],
  ["TAP", "1..0"],
  ["TAP, skipped", "1..0 # SKIP no database"],
  ["prove", "Files=0, Tests=0,  0 wallclock secs ( 0.00 usr +  0.00 sys =  0.00 CPU)\nResult: NOTESTS"],
  ["jest --passWithNoTests", "No tests found, exiting with code 0"],
  ["jest -o", "No tests found related to files changed since last commit.\nPress `a` to run all tests"],
  [
    "jest, all skipped",
    "Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\nSnapshots:   0 total\nTime:        0.2 s",
  ],
  ["jest, none", "Test Suites: 0 total\nTests:       0 total\nTime: 0.1 s"],
  ["vitest --passWithNoTests", "\nNo test files found, exiting with code 0\n"],
  ["vitest, empty", " Test Files  no tests\n      Tests  no tests\n   Duration  1s"],
  ["vitest, all skipped", " Test Files  1 skipped (1)\n      Tests  3 skipped (3)"],
  ["vitest, skipped and to do", "      Tests  1 skipped | 2 todo (3)"],
  ["mocha", "\n  0 passing (1ms)\n"],
  ["mocha, all pending", "  0 passing (2ms)\n  3 pending\n"],
  ["jasmine", "No specs found\nFinished in 0.002 seconds\nIncomplete: No specs found"],
  ["karma", "Chrome Headless 120 (Linux): Executed 0 of 0 SUCCESS (0.001 secs / 0 secs)"],
  ["bun test", "bun test v1.1\n\n 0 pass\n 0 fail\nRan 0 tests across 1 file. [5.00ms]"],
  ["pytest", "collected 0 items\n\n============================ no tests ran in 0.01s ============================="],
  ["pytest -q", "no tests ran in 0.01s"],
  ["pytest, deselected", "collected 5 items / 5 deselected / 0 selected\n\n===== 5 deselected in 0.02s ====="],
  ["pytest, all skipped", "sss   [100%]\n3 skipped, 1 warning in 0.12s"],
  ["unittest", "\n------\nRan 0 tests in 0.000s\n\nOK"],
  ["unittest 3.12", "Ran 0 tests in 0.000s\n\nNO TESTS RAN"],
  ["pytest --collect-only", "collected 0 items\n\n==== no tests collected in 0.01s ===="],
  ["pytest, cut short", "collected 0 items"],
  ["jasmine, filtered", "0 specs, 0 failures"],
  ["prove, no file", "Files=0, Tests=0,  0 wallclock secs ( 0.00 usr +  0.00 sys =  0.00 CPU)"],
  ["go test -c", "testing: warning: no tests to run\nPASS"],
  ["scalatest", "Total number of tests run: 0"],
  ["robot", "0 tests, 0 passed, 0 failed"],
  ["cucumber", "0 scenarios\n0 steps\n0m00.001s"],
  ["behave", "0 features passed, 0 failed, 0 skipped\n0 scenarios passed, 0 failed, 0 skipped"],
  [
    "cargo test, in every target",
    "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n   Doc-tests demo\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
  ],
  [
    "cargo test, filtered",
    "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.00s",
  ],
  ["cargo nextest", "     Summary [   0.003s] 0 tests run: 0 passed, 4 skipped"],
  ["go test", "?   \texample.org/a\t[no test files]\n?   \texample.org/a/b\t[no test files]"],
  ["go test -run", "testing: warning: no tests to run\nPASS\nok  \texample.org/a\t0.003s [no tests to run]"],
  ["go test, cached", "ok  \texample.org/a\t(cached) [no tests to run]"],
  ["go test -cover", "\texample.org/a\t\tcoverage: 0.0% of statements"],
  ["gotestsum", "DONE 0 tests in 0.011s"],
  ["dotnet test", "No test is available in /a/bin/a.dll. Make sure that test discoverer & executors are registered"],
  ["dotnet test, filtered", "No test matches the given testcase filter `Name=x` in /a/a.dll"],
  ["dotnet test, new platform", "Test run summary: Zero tests ran"],
  [
    "dotnet test, all skipped",
    "Skipped! - Failed:     0, Passed:     0, Skipped:     3, Total:     3, Duration: 3 ms - a.dll (net8.0)",
  ],
  ["phpunit", "PHPUnit 10.5 by somebody.\n\nNo tests executed!"],
  ["pest", "  Tests:    2 skipped (0 assertions)\n  Duration: 0.1s"],
  ["rspec", "No examples found.\n\nFinished in 0.0002 seconds\n0 examples, 0 failures"],
  ["rspec, all pending", "3 examples, 0 failures, 3 pending"],
  ["minitest", "0 runs, 0 assertions, 0 failures, 0 errors, 0 skips"],
  ["test-unit", "0 tests, 0 assertions, 0 failures, 0 errors, 0 pendings, 0 omissions, 0 notifications"],
  ["bats", "0 tests, 0 failures"],
  ["bats, all skipped", "3 tests, 0 failures, 3 skipped"],
  ["ExUnit", "There are no tests to run"],
  ["ctest", "Test project /a/build\nNo tests were found!!!"],
  ["meson", "No tests defined."],
  [
    "googletest",
    "[==========] Running 0 tests from 0 test suites.\n[==========] 0 tests from 0 test suites ran. (0 ms total)\n[  PASSED  ] 0 tests.",
  ],
  ["Catch2", "===============================================================================\nNo tests ran"],
  ["doctest", "[doctest] test cases: 0 | 0 passed | 0 failed | 3 skipped\n[doctest] Status: SUCCESS!"],
  ["maven", "[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS"],
  ["maven, no classes", "[INFO] No tests to run.\n[INFO] BUILD SUCCESS"],
  ["maven -DskipTests", "[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS"],
  ["maven, all skipped", "[WARNING] Tests run: 4, Failures: 0, Errors: 0, Skipped: 4"],
  ["gradle", "> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s"],
  ["JUnit console", "[         0 tests found           ]\n[         0 tests started         ]"],
  ["sbt", "[info] Total number of tests run: 0\n[info] Suites: completed 0, aborted 0\n[info] No tests were executed."],
  ["swift test", "Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds"],
  ["swift-testing", "✔ Test run with 0 tests passed after 0.001 seconds."],
  ["dart test", "No tests ran."],
  ["dart test, with a name", "00:00 +0: No tests ran."],
  ["tasty", "All 0 tests passed (0.00s)"],
  ["busted", "0 successes / 0 failures / 0 errors / 0 pending : 0.0 seconds"],
  ["testthat", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 0 ]"],
  ["make, nested", "make[1]: Entering directory '/a/lib'\n0 passing (1ms)\nmake[1]: Leaving directory '/a/lib'"],
  ["npm, with colours", "\u001b[1m\u001b[32m  0 passing\u001b[39m\u001b[22m\u001b[90m (1ms)\u001b[39m"],
];

for (const [runner, output] of NOTHING_RAN) {
  Deno.test(`zero tests: ${runner} says that none ran`, () => assert(zeroLine(output) !== null));
}

Deno.test("zero tests: the line is given without colours and the space around it", () => {
  const [, output] = NOTHING_RAN.find(([runner]) => runner === "npm, with colours")!;
  assertEquals(zeroLine(output), "0 passing (1ms)");
});

/** What says nothing of the kind. */
// deno-fmt-ignore
const NO_SUCH_WORD: readonly (readonly [string, string])[] = [
  ["TAP, one file empty", "ok 1 - works\n1..1\n1..0"],
  ["prove", "Files=3, Tests=9,  1 wallclock secs ( 0.02 usr )\nResult: NOTESTS"],
  ["vitest, two projects", "      Tests  no tests\n      Tests  3 passed (3)"],
  ["ava beside mocha", "0 passing (1ms)\n  2 tests passed"],
  ["jasmine", "No specs found\n3 specs, 0 failures"],
  ["playwright beside mocha", "0 passing (1ms)\n  3 passed (1.2s)"],
  ["bun test, cut short", " 0 pass\n 3 pass"],
  ["go test -v", "--- PASS: TestOne (0.00s)\nPASS\n?   \texample.org/b\t[no test files]"],
  ["dotnet test, one project without", "No test is available in /a/a.dll.\nTotal tests: 3"],
  ["phpunit, two suites", "No tests executed!\nOK (3 tests, 5 assertions)"],
  ["phpunit, with skipped", "No tests executed!\nTests: 3, Assertions: 5, Skipped: 1."],
  ["ctest, two folders", "No tests were found!!!\n100% tests passed, 0 tests failed out of 3"],
  ["meson, two folders", "No tests defined.\nOk:                 3"],
  ["Catch2, two programs", "No tests ran\nAll tests passed (3 assertions in 1 test case)"],
  ["sbt, two projects", "No tests were executed.\n[info] Passed: Total 3, Failed 0, Errors 0"],
  ["scalatest, two suites", "No tests were executed.\nTotal number of tests run: 3"],
  ["dart test", "No tests ran.\n00:01 +3: All tests passed!"],
  ["deno test", "ok | 3 passed (2 steps) | 0 failed (12ms)"],
  ["node --test", "ℹ tests 3\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0"],
  ["TAP with an empty subtest", "    1..0\nok 1 - empty\n1..1\n# tests 1\n# pass 1"],
  ["jest, one suite empty", "No tests found, exiting with code 0\nTests:       1 skipped, 2 passed, 3 total"],
  ["vitest", " Test Files  1 passed (1)\n      Tests  1 skipped | 2 passed (3)"],
  ["mocha, two packages", "  0 passing (1ms)\n\n  12 passing (40ms)"],
  ["mocha, the other order", "  12 passing (40ms)\n\n  0 passing (1ms)"],
  ["pytest", "collected 3 items\n\n==== 3 passed, 2 skipped, 1 warning in 0.12s (0:00:12) ===="],
  ["pytest, expected failures", "2 xfailed in 0.1s"],
  ["pytest, two runs", "no tests ran in 0.01s\n3 passed in 0.02s"],
  ["unittest", "Ran 3 tests in 0.001s\n\nOK"],
  [
    "cargo test, one target empty",
    "running 3 tests\n...\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
  ],
  ["go test, one package without", "?   \texample.org/a\t[no test files]\nok  \texample.org/a/b\t0.004s"],
  ["go test, cached", "ok  \texample.org/a\t(cached)\n?   \texample.org/b\t[no test files]"],
  [
    "go test -cover",
    "ok  \texample.org/a\t0.1s\tcoverage: 81.2% of statements\n\texample.org/b\t\tcoverage: 0.0% of statements",
  ],
  ["dotnet test", "Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 3 ms"],
  ["phpunit", "OK (3 tests, 5 assertions)"],
  ["rspec", "3 examples, 0 failures, 1 pending"],
  ["minitest", "10 runs, 20 assertions, 0 failures, 0 errors, 0 skips"],
  ["ExUnit", "2 doctests, 3 tests, 0 failures"],
  ["ctest", "100% tests passed, 0 tests failed out of 3"],
  [
    "maven, several modules",
    "[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1",
  ],
  ["gradle, one module without", "> Task :a:test NO-SOURCE\n> Task :b:test\n\nBUILD SUCCESSFUL in 1s"],
  ["gradle, up to date", "> Task :a:test NO-SOURCE\n> Task :b:test UP-TO-DATE"],
  [
    "swift test",
    "Executed 0 tests, with 0 failures (0 unexpected)\n✔ Test run with 2 tests passed after 0.001 seconds.",
  ],
  ["robot", "3 tests, 3 passed, 0 failed"],
  ["lint", "0 failed\n0 errors, 0 warnings\n0 problems"],
  ["zero failed", "12 passed, 0 failed"],
  ["its own words", "No tests were harmed\nWe ran 0 tests today, as planned\nno tests needed for docs"],
  ["its own words about files", "Deleted 0 tests\nTests: see README\n0 tests left to port"],
  ["prose with the words", "If jest says No tests found, exiting with code 0 then add some."],
  ["a build", "collected 0 items from the cache\nDONE in 3s\n0 warnings"],
  ["nothing at all", ""],
  ["a long line", `0 passing (1ms)${" ".repeat(400)}x`],
];

for (const [runner, output] of NO_SUCH_WORD) {
  Deno.test(`zero tests: ${runner} does not reject`, () => assertEquals(zeroLine(output), null));
}

Deno.test("zero tests: each form fits a line of the samples above", () => {
  const lines = [...NOTHING_RAN, ...NO_SUCH_WORD].flatMap(([, output]) => output.split("\n"))
    .map((line) => line.trim());
  const unread = CLOSING_LINES.filter((closing) => !lines.some((line) => closing.test(line)));
  assertEquals(unread, []);
});
