import { assertEquals } from "@std/assert";
import { oneLine, shorten } from "../../src/text/shorten.ts";
import { quoteWord } from "../../src/text/shell_word.ts";
import { showNames } from "../../src/text/human_units.ts";

Deno.test("shorten: cuts between characters and shows that something is missing", () => {
  assertEquals(shorten("abcd", 4), "abcd");
  assertEquals(shorten("abcde", 4), "abc…");
  assertEquals(shorten("ab cde", 4), "ab…");
  assertEquals(shorten("😀😀😀😀", 4), "😀😀😀😀");
  assertEquals(shorten("😀😀😀😀😀", 4), "😀😀😀…");
  assertEquals(shorten("x".repeat(1_000_000), 3), "xx…");
});

Deno.test("one line: no control characters, one space between words", () => {
  assertEquals(oneLine(" a\r\n\tb\u001b[2Jc\u2028d \ud800"), "a b [2Jc d �");
  assertEquals(oneLine("a\nb\nc", 4), "a b…");
});

Deno.test("shell word: a shell takes it as it is", () => {
  const word = 'it\'s $HOME `x` "y" \\';
  const { stdout } = new Deno.Command("sh", { args: ["-c", `printf %s ${quoteWord(word)}`] })
    .outputSync();
  assertEquals(new TextDecoder().decode(stdout), word);
});

Deno.test("names: are listed as in a sentence", () => {
  assertEquals([[], [1], [1, 2], [1, 2, "3 more"]].map(showNames), [
    "",
    "1",
    "1 and 2",
    "1, 2 and 3 more",
  ]);
});
