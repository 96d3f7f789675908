/** `deno test` in a clean clone, in which nothing was built. */
import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { runChild } from "../../scripts/_child.ts";
import { readTestCounts } from "../../scripts/_test_summary.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("without the binary its tests are ignored, and one sentence names the command", async () => {
  const path = fromFileUrl(new URL("dist/not-built", ROOT));
  const files = ["tests/e2e/start_words_test.ts", "tests/client/wake_test.ts"];
  const { code, stdout } = await runChild(
    [Deno.execPath(), "test", "-P", "--no-check", ...files],
    { cwd: ROOT, env: { NO_COLOR: "1", RALPH_UNDER_TEST: path } },
  );
  const counts = readTestCounts(stdout, code);
  assertEquals({ ...counts, skipped: counts.skipped > 2 }, { passed: 0, failed: 0, skipped: true });
  const sentences = stdout.split("\n").filter((line) => line.startsWith("IGNORED"));
  assertEquals(sentences.length, 1, stdout);
  assertMatch(sentences[0]!, /dist\/not-built\. Run 'deno task build' first\.$/);
});
