import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { LineSplitter } from "../../../src/run/terminal/lines.ts";
import { LastScreen, plainText } from "../../../src/run/terminal/plain_text.ts";
import { findSecrets } from "../../../src/run/terminal/secrets.ts";
import { AgentOutput } from "../../../src/run/watchdog/_output.ts";

function split(...pieces: string[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return lines;
}

Deno.test("output: text and lines are the same, however the bytes are split", () => {
  const part = fc.constantFrom("a", "bc", "\n", "\r\n", "ü", "\ufeff", "😀");
  fc.assert(fc.property(fc.array(part, { maxLength: 20 }), fc.array(fc.nat(5)), (parts, cuts) => {
    const text = parts.join("");
    const bytes = new TextEncoder().encode(text);
    let log = "";
    const sink = { write: (piece: string) => log += piece, problem: null, close: () => {} };
    const lines: string[] = [];
    const onLine = (line: string) => lines.push(line);
    const secrets = findSecrets({});
    const output = new AgentOutput({ log: sink, secrets, onLine, onText: () => {} });
    let from = 0;
    for (const cut of cuts) output.push(bytes.subarray(from, from += cut), "out");
    output.push(bytes.subarray(from), "out");
    output.end();
    assertEquals([log, lines], [text, split(text)]);
  }));
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

Deno.test("lines: of a long piece of text the last lines are passed on, of one with an event all", () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => `${index}`);
  const text = ["", ...numbers, ""].join("\n");
  const [first, ...last] = split('{"begin', text);
  assertEquals(first, '{"begin', "this line may be an event");
  assert(last.length > 1_000 && last.length < 10_000, `${last.length} lines`);
  assertEquals(last, numbers.slice(-last.length));
  assertEquals(split(`${text}{}`), ["", ...numbers, "{}"]);
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
