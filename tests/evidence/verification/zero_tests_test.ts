/** Zero tests run is not a pass if the runner's closing line says so. */
import { assertEquals } from "@std/assert";
import { CLOSING_LINES, TestCount } from "../../../src/evidence/verification/zero_tests.ts";
import { readCases } from "../../_cases.ts";

function zeroLine(output: string): string | null {
  const count = new TestCount();
  for (const line of output.split("\n")) count.read(line);
  return count.zeroLine;
}

/** What runners print; a title says whether anything ran. */
const OUTPUTS = readCases(new URL("outputs.txt", import.meta.url)).map(({ title, text }) => {
  const [, said, runner] = /^(none|some) ran: (.*)$/.exec(title)!;
  return { runner, text, isNone: said === "none" };
});
OUTPUTS.push({ runner: "a long line", text: `0 passing (1ms)${" ".repeat(400)}x`, isNone: false });

for (const { runner, text, isNone } of OUTPUTS) {
  Deno.test(`zero tests: ${runner} ${isNone ? "says that none ran" : "does not reject"}`, () =>
    assertEquals(zeroLine(text) !== null, isNone));
}

Deno.test("zero tests: the line is given without colours and the space around it", () => {
  const { text } = OUTPUTS.find(({ runner }) => runner === "npm, with colours")!;
  assertEquals(zeroLine(text), "0 passing (1ms)");
});

Deno.test("zero tests: each form fits a line of the samples above", () => {
  assertEquals(OUTPUTS.length, 132);
  const lines = OUTPUTS.flatMap(({ text }) => text.split("\n")).map((line) => line.trim());
  const unread = CLOSING_LINES.filter((closing) => !lines.some((line) => closing.test(line)));
  assertEquals(unread, []);
});
