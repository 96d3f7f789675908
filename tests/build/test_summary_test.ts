import { assertEquals, assertNotEquals } from "@std/assert";
import { waitUntil } from "../_wait.ts";
import { planRuns } from "../../scripts/run_tests.ts";
import {
  addTestCounts,
  dropPassedLines,
  formatTestCounts,
  readTestCounts,
  watchForSilence,
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

Deno.test("summary: without paths everything runs, the client first", () => {
  const usual = { args: ["tests", "--ignore=tests/client,tests/fixtures"] };
  assertEquals(planRuns([]), [usual]);
  assertEquals(planRuns(["--client"]), [{ args: ["tests/client"], isSerial: true }, usual]);
  assertEquals(planRuns(["--filter=a"]), [{ args: [...usual.args, "--filter=a"] }]);
  assertEquals(planRuns(["tests/build"]), [{ args: ["tests/build"], isVerbose: true }]);
  for (const { deno } of planRuns(["--newest"])) assertNotEquals(deno, undefined);
});

Deno.test("summary: a program that has stopped printing is noticed, with its last lines", async () => {
  const said: string[] = [];
  const { readable, writable } = watchForSilence(1, (last) => said.push(last));
  const kept = new Response(readable).text();
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode("1\n2\n3\n4\n5\n6\n"));
  await waitUntil(() => said.at(-1) === "2\n3\n4\n5\n6", () => `only ${JSON.stringify(said)}`);
  await writer.close();
  assertEquals(await kept, "1\n2\n3\n4\n5\n6\n");
});

Deno.test("summary: shows only the output of failed tests, and why some were left out, once", async () => {
  const output = [
    "Check tests/a_test.ts",
    "------- pre-test output -------",
    "SKIPPED: 'bwrap' is not installed",
    "SKIPPED: 'bwrap' is not installed",
    "----- pre-test output end -----",
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
      "SKIPPED: 'bwrap' is not installed",
      "./tests/a_test.ts => ä ... FAILED (1s)",
      "./tests/a_test.ts => c ... ignored (0ms)",
      "FAILED | 1 passed | 1 failed | 1 ignored (2s)",
    ].join("\n"),
  );
});
