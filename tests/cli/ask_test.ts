import { assertEquals, assertStringIncludes } from "@std/assert";
import { createAsk, matchAnswer, renderQuestion, yesOrNo } from "../../src/cli/core/ask.ts";
import { createOutput } from "../../src/cli/core/output.ts";
import { createStyle } from "../../src/cli/core/style.ts";

const question = {
  text: "Which colour?",
  choices: [
    { value: "red", label: "Red" },
    { value: "blue", label: "Blue" },
    { value: "black", label: "Black" },
  ],
  default: "blue",
} as const;

function talk(typed: string[] | null) {
  let said = "";
  const sink = {
    writeSync: (bytes: Uint8Array) => {
      said += new TextDecoder().decode(bytes);
      return bytes.length;
    },
  };
  const silent = {
    writeSync: (): number => {
      throw new Error("Questions are not data");
    },
  };
  const out = createOutput({ stdout: silent, stderr: sink, colorOut: false, colorTalk: false });
  return { ask: createAsk(out, typed && (() => typed.shift() ?? null)), said: () => said };
}

Deno.test("ask: a question shows its answers by number", () => {
  assertEquals(
    renderQuestion(question, createStyle(false)),
    "Which colour?\n  1) Red\n  2) Blue\n  3) Black\nChoose (1-3, Enter for 2): ",
  );
});

Deno.test("ask: a number, an unambiguous beginning and Enter are answers, anything else is not", () => {
  for (
    const [typed, value] of [
      ["1", "red"],
      [" r ", "red"],
      ["BLA", "black"],
      ["", "blue"],
      ["b", null],
      ["4", null],
      ["0", null],
      ["green", null],
    ] as const
  ) assertEquals(matchAnswer(question, typed), value, typed);
});

Deno.test("ask: asks again until it understands, and gives up at the end of input", () => {
  const { ask, said } = talk(["green", "3"]);
  assertEquals(ask.choose(question), "black");
  assertStringIncludes(said(), "from 1 to 3");
  assertEquals(talk(["green"]).ask.choose(question), null);
});

Deno.test("ask: without a terminal nothing is asked", () => {
  const { ask, said } = talk(null);
  assertEquals([ask.isPossible, ask.choose(yesOrNo("Really?", "yes")), ask.line("Name")], [
    false,
    null,
    null,
  ]);
  assertEquals(said(), "");
});

Deno.test("ask: a line of text is trimmed, and an empty line is null", () => {
  assertEquals(talk([" a b "]).ask.line("Path"), "a b");
  assertEquals(talk(["  "]).ask.line("Path"), null);
});
