/** The Stop hook's question to an adapter, if the process is not ralph. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { askAdapter } from "../../src/adapters/ask_adapter.ts";

Deno.test("adapters: a program that only uses the hook's code does not start itself again", async () => {
  const { opinion, problems } = await askAdapter("/none", "mine", 1);
  assertEquals(opinion, null);
  assertStringIncludes(problems.join(), "is not ralph");
});
