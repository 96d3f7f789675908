import { assert, assertEquals } from "@std/assert";
import { ScreenQueue } from "../../../src/cli/screen/screen_queue.ts";

const queue = () => new ScreenQueue((lines) => `(${lines} lost)\n`);

/** Takes until nothing waits. */
function takeAll(from: ScreenQueue): string {
  let all = "";
  for (let piece = from.take(); piece !== ""; piece = from.take()) all += piece;
  return all;
}

Deno.test("screen queue: rows are drawn below what is said, and replaced by the next", () => {
  const screen = queue();
  screen.add("said\n");
  screen.draw(["a", "b"]);
  assertEquals(screen.take(), "said\na\nb\n");
  assertEquals(screen.take(), "");
  screen.add("more\n");
  assertEquals(screen.take(), "\x1b[2A\r\x1b[Jmore\na\nb\n");
  screen.draw([]);
  assertEquals(screen.take(), "\x1b[2A\r\x1b[J");
  screen.add("last\n");
  assertEquals(screen.take(), "last\n");
});

Deno.test("screen queue: of frames that nobody took only the last is drawn", () => {
  const screen = queue();
  screen.draw(["0"]);
  assertEquals(screen.take(), "0\n");
  for (let turn = 1; turn <= 1000; turn++) screen.draw([`${turn}`, "keys"]);
  assertEquals(takeAll(screen), "\x1b[1A\r\x1b[J1000\nkeys\n");
});

Deno.test("screen queue: the last lines are kept up to a limit, and the lost ones are counted", () => {
  const screen = queue();
  const line = `${"x".repeat(99)}\n`;
  for (let count = 0; count < 50_000; count++) screen.add(line);
  screen.add("the end\n");
  const shown = takeAll(screen);
  assert(shown.length < 1.1 * 1024 * 1024, `${shown.length}`);
  const lost = Number(/^\((\d+) lost\)\n/.exec(shown)?.[1]);
  assertEquals(lost + shown.split("\n").length - 3, 50_000);
  assert(shown.endsWith("x\nthe end\n"));
});
