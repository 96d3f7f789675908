import { assertEquals } from "@std/assert";
import { planRuns } from "../../scripts/run_tests.ts";
import {
  addTestCounts,
  dropPassedLines,
  formatTestCounts,
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

Deno.test("summary: a run that fails without counts is one failure", () => {
  assertEquals(readTestCounts("error: Type checking failed.\n", 1).failed, 1);
  assertEquals(readTestCounts("ok | 5 passed | 0 failed (1ms)\n", 1).failed, 1);
});

Deno.test("summary: the closing line names skipped tests at its end", () => {
  const sum = addTestCounts({ passed: 1, failed: 0, skipped: 0 }, {
    ...{ passed: 2, failed: 1, skipped: 0 },
  });
  assertEquals(formatTestCounts(sum), "3 passed, 1 failed");
  assertEquals(formatTestCounts({ ...sum, skipped: 4 }), "3 passed, 1 failed, 4 skipped");
});

Deno.test("summary: without paths everything runs, the client first, real time alone", () => {
  const files = ["tests/a_test.ts"];
  const usual = { args: ["tests", "--ignore=tests/client,tests/fixtures,tests/a_test.ts"] };
  const alone = { args: files, isSerial: true };
  assertEquals(planRuns([], files), [usual, alone]);
  assertEquals(planRuns(["--client"], files), [
    { args: ["tests/client"], isSerial: true },
    usual,
    alone,
  ]);
  assertEquals(planRuns(["--filter=a"], []), [
    { args: ["tests", "--ignore=tests/client,tests/fixtures", "--filter=a"] },
  ]);
  assertEquals(planRuns(["tests/build"], files), [{ args: ["tests/build"], isVerbose: true }]);
});

Deno.test("summary: shows only the output of failed tests", async () => {
  const output = [
    "running 2 tests from ./tests/a_test.ts",
    "./tests/a_test.ts => a ... ok (12ms)",
    "./tests/a_test.ts => ä ... FAILED (1s)",
    "./tests/a_test.ts => c ... ignored (0ms)",
    "",
    "FAILED | 1 passed | 1 failed | 1 ignored (2s)",
  ].join("\n");
  const bytes = new TextEncoder().encode(output);
  const pieces = ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte)));
  assertEquals(
    await new Response(pieces.pipeThrough(dropPassedLines())).text(),
    [
      "./tests/a_test.ts => ä ... FAILED (1s)",
      "./tests/a_test.ts => c ... ignored (0ms)",
      "FAILED | 1 passed | 1 failed | 1 ignored (2s)",
    ].join("\n"),
  );
});
