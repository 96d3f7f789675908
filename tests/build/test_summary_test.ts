import { assertEquals } from "@std/assert";
import { planRuns } from "../../scripts/run_tests.ts";
import {
  addTestCounts,
  formatTestCounts,
  listFailedFiles,
  mergeRepeat,
  readTestCounts,
} from "../../scripts/_test_summary.ts";

Deno.test("summary: counts of Deno's closing line, with and without the optional parts", () => {
  const read = (line: string, code: number) => readTestCounts(`a ... ok\n\n${line}\n`, code);
  assertEquals(read("ok | 12 passed (3 steps) | 0 failed | 1 ignored (23ms)", 0), {
    ...{ passed: 12, failed: 0, skipped: 1 },
  });
  assertEquals(read("FAILED | 2 passed | 1 failed (1 step) | 3 filtered out (7ms)", 1), {
    ...{ passed: 2, failed: 1, skipped: 0 },
  });
});

Deno.test("summary: the last line counts, whatever a test printed before", () => {
  const output = "ok | 99 passed | 0 failed (1ms)\n\nok | 1 passed | 0 failed (1ms)\n";
  assertEquals(readTestCounts(output, 0).passed, 1);
});

Deno.test("summary: a run that fails without saying what is one failure", () => {
  assertEquals(readTestCounts("error: Type checking failed.\n", 1).failed, 1);
  assertEquals(readTestCounts("ok | 5 passed | 0 failed (1ms)\n", 1).failed, 1);
});

Deno.test("summary: the closing line is plain, skipped tests stand at its end", () => {
  const sum = addTestCounts({ passed: 1, failed: 0, skipped: 0 }, {
    ...{ passed: 2, failed: 1, skipped: 0 },
  });
  assertEquals(formatTestCounts(sum), "3 passed, 1 failed");
  assertEquals(formatTestCounts({ ...sum, skipped: 4 }), "3 passed, 1 failed, 4 skipped");
});

Deno.test("summary: without paths everything but the client's tests runs", () => {
  const [usual] = planRuns([]);
  assertEquals(usual, ["tests", "--ignore=tests/client,tests/fixtures"]);
  assertEquals(planRuns(["--client"]), [["tests/client"], ...planRuns([])]);
  assertEquals(planRuns(["--filter=a"]), [[...usual!, "--filter=a"]]);
  assertEquals(planRuns(["tests/build"]), [["tests/build"]]);
});

Deno.test("test summary: files with a failure are found, each once", () => {
  const output = [
    "a test ... FAILED (1s)",
    " ERRORS ",
    "a test => ./tests/e2e/stop_test.ts:12:6",
    "error: AssertionError",
    " FAILURES ",
    "a test => ./tests/e2e/stop_test.ts:12:6",
    "another => ./tests/client/wake_test.ts:3:1",
  ].join("\n");
  assertEquals(listFailedFiles(output), ["tests/client/wake_test.ts", "tests/e2e/stop_test.ts"]);
});

Deno.test("test summary: a test that a shared file defines is run again in its own", () => {
  const parallel = [
    "./tests/client/wake_test.ts => client: wakes ... FAILED (2s)",
    "client: wakes => ./tests/client/harness/client_test_case.ts:34:8",
  ].join("\n");
  assertEquals(listFailedFiles(parallel), ["tests/client/wake_test.ts"]);
  const alone = [
    "running 3 tests from ./tests/client/wake_test.ts",
    "client: wakes ... FAILED (2s)",
  ];
  assertEquals(listFailedFiles(alone.join("\n")), ["tests/client/wake_test.ts"]);
  assertEquals(listFailedFiles("running 3 tests from ./tests/a_test.ts\nfine ... ok (1ms)"), []);
});

Deno.test("test summary: what fails again stays a failure, and a file that breaks whole counts", () => {
  const first = { passed: 10, failed: 2, skipped: 1 };
  assertEquals(mergeRepeat(first, { passed: 5, failed: 0, skipped: 0 }), {
    passed: 12,
    failed: 0,
    skipped: 1,
  });
  assertEquals(mergeRepeat(first, { passed: 4, failed: 1, skipped: 0 }), {
    passed: 11,
    failed: 1,
    skipped: 1,
  });
  assertEquals(mergeRepeat(first, { passed: 0, failed: 3, skipped: 0 }), {
    passed: 9,
    failed: 3,
    skipped: 1,
  });
});
