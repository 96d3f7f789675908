import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { quoteWord } from "../../src/text/shell_word.ts";
import { splitCommand, splitWritten } from "../../src/text/split_words.ts";

const splitWords = (text: string) => splitWritten(text).map(({ word }) => word);

// deno-fmt-ignore
for (const [promise, text, words] of [
  ["white space separates", "  a\tb\nc  ", ["a", "b", "c"]],
  ["quotes keep words together", `-f "my plan.md" 'x y'`, ["-f", "my plan.md", "x y"]],
  ["quotes open after the first =", `--promise="all done" --x='a b'`, ["--promise=all done", "--x=a b"]],
  ["an apostrophe is a letter", "don't break what won't bend", ["don't", "break", "what", "won't", "bend"]],
  ["a quote without a partner is a letter", `say "hello 'you`, ["say", `"hello`, "'you"]],
  [
    "nothing is expanded",
    "$(x) `y` $HOME ~ * {a,b} ; & | > <",
    ["$(x)", "`y`", "$HOME", "~", "*", "{a,b}", ";", "&", "|", ">", "<"],
  ],
  ["a quoted word may be empty", `--promise "" ''`, ["--promise", "", ""]],
  ["escapes in double quotes", `"say \\"hi\\" \\\\ \\n"`, [`say "hi" \\ \\n`]],
  ["a backslash keeps space", "my\\ plan.md C:\\dir", ["my plan.md", "C:\\dir"]],
  ["quotes keep lines together", `"one\ntwo"`, ["one\ntwo"]],
] as const) {
  Deno.test(`split words: ${promise}`, () => assertEquals(splitWords(text), [...words]));
}

Deno.test("split words: loses no letter and ends for any text", () => {
  const letters = (text: string) => text.replaceAll(/[\s'"\\]/g, "");
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assertEquals(letters(splitWords(text).join("")), letters(text));
  }));
});

Deno.test("splitCommand: words that are quoted for a shell come back", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "binary" })), (words) => {
    const line = words.map(quoteWord).join(" ");
    assertEquals(splitCommand(line), { kind: "words", words });
  }));
});
