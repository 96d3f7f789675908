import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LineSplitter } from "../../../src/run/terminal/lines.ts";
import { LastScreen, plainText } from "../../../src/run/terminal/plain_text.ts";

function split(...pieces: string[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return lines;
}

Deno.test("lines: the lines are the same, however the text is split", () => {
  fc.assert(fc.property(
    fc.array(fc.constantFrom("a", "bc", "\n", "\r\n", "", "ü"), { maxLength: 20 }),
    fc.array(fc.nat({ max: 5 })),
    (parts, cuts) => {
      const text = parts.join("");
      const pieces: string[] = [];
      let at = 0;
      for (const cut of cuts) pieces.push(text.slice(at, at += cut));
      assertEquals(split(...pieces, text.slice(at)), split(text));
    },
  ));
});

Deno.test("lines: an overwritten line has its last form", () => {
  assertEquals(split("10%\r20%\r", "30%\r\nnext\n"), ["30%", "next"]);
  assertEquals(split("a\r", "\n", "b"), ["a", "b"]);
});

Deno.test("lines: a spinner without a line end does not use memory", () => {
  const splitter = new LineSplitter(() => {});
  for (let frame = 0; frame < 10_000; frame++) splitter.push(`\rworking ${frame}`);
  assertEquals(splitter.rest, "working 9999");
});

Deno.test("plain text: colors, titles, links and key codes are removed", () => {
  assertEquals(
    plainText(
      "\x1b[1;32mok\x1b[0m \x1b]0;title\x07 \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x1b[?25l",
    ),
    "ok  link",
  );
  assertEquals(plainText("tab\tstays\x00\x08"), "tab\tstays");
});

Deno.test("last screen: returns the last rows without overwritten text", () => {
  const screen = new LastScreen();
  for (let line = 0; line < 100_000; line++) screen.push(`line ${line}\n`);
  screen.push("\x1b[1mDelete everything?\x1b[0m wait\rDelete all? [y/N] ");
  assertEquals(screen.read(3), ["line 99998", "line 99999", "Delete all? [y/N]"]);
});

Deno.test("last screen: output that moves between rows is split into rows", () => {
  const screen = new LastScreen();
  screen.push("\x1b[2J\x1b[1;1HTitle\x1b[3;1HYes / No");
  assertEquals(screen.read(40).filter((line) => line !== ""), ["Title", "Yes / No"]);
});

Deno.test("last screen: is empty without output", () => {
  assertEquals(new LastScreen().read(40), []);
});
