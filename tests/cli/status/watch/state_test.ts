/** The live view, key by key. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { STATUS_STATES } from "../../_status_states.ts";
import { statusOf, TestView } from "./_view.ts";

const SHOP = "/home/me/shop";
const UP = "\x1b[A";
const DOWN = "\x1b[B";
const ESCAPE = "\x1b";

Deno.test("watch keys: q quits, Ctrl-C interrupts, Ctrl-Z suspends, Ctrl-L draws again", () => {
  const view = new TestView([statusOf("working")]);
  const asked = ["q", "\x03", "\x1a", "\x0c"].map((key) => view.press(key)?.kind);
  assertEquals(asked, ["quit", "interrupt", "suspend", "redraw"]);
});

Deno.test("watch keys: e and f take a phrase, and call the command with it", () => {
  const view = new TestView([statusOf("working")]);
  assertEquals(view.press("espeed over polisx\x7fh\r"), {
    kind: "call",
    project: SHOP,
    words: ["encourage", "--", "speed over polish"],
  });
  assertEquals(view.press("f--new deps\r"), {
    kind: "call",
    project: SHOP,
    words: ["forbid", "--", "--new deps"],
  });
  assertEquals(view.state.asking, null);
});

Deno.test("watch keys: Esc and an empty phrase cancel, and change nothing", () => {
  const view = new TestView([statusOf("working")]);
  view.press(`eabc${ESCAPE}`);
  view.press("f   \r");
  assertEquals([view.state.asking, view.actions], [null, []]);
});

Deno.test("watch keys: while a phrase is typed, every key belongs to it but Ctrl-C and Ctrl-Z", () => {
  const view = new TestView([statusOf("working")]);
  view.press("eqs?o");
  assertEquals(view.footer(), "Encourage (Enter sends, Esc cancels): qs?o");
  assertEquals(view.actions, []);
  assertEquals(view.press("\x03")?.kind, "interrupt");
});

Deno.test("watch keys: a stop is asked for again, and only y does it", () => {
  const view = new TestView([statusOf("working")]);
  for (const no of ["n", "\r", ESCAPE]) {
    assertEquals(view.press(`s${no}`), null);
    assertEquals(view.state.asking, null);
  }
  view.press("sx\x1b[200~y\x1b[201~");
  assertEquals(view.footer(), `Stop the loop in ${SHOP}? y/n`);
  assertEquals(view.press("y"), { kind: "call", project: SHOP, words: ["stop"] });
});

Deno.test("watch keys: o opens the report", () => {
  const view = new TestView([statusOf("done")]);
  const words = ["report", "--open"];
  assertEquals(view.press("o"), { kind: "call", project: SHOP, words });
});

Deno.test("watch keys: pasted text is not a key", () => {
  const view = new TestView([statusOf("working")]);
  assertEquals(view.press("\x1b[200~qsy\x1b[201~"), null);
  assertEquals(view.state.asking, null);
});

Deno.test("watch keys: where no loop runs, s says so, and Enter or Esc leave the view", () => {
  const view = new TestView([statusOf("done")]);
  view.press("s");
  assertEquals([view.footer(), view.state.asking], ["No loop runs here", null]);
  assertEquals(view.press("x"), null);
  assertEquals(view.press("\r")?.kind, "quit");
  assertEquals(view.press(ESCAPE)?.kind, "quit");
  const working = new TestView([statusOf("working")]);
  assertEquals([working.press("\r"), working.press(ESCAPE)], [null, null]);
});

Deno.test("watch keys: a loop that ends while a phrase is typed keeps the phrase", () => {
  const view = new TestView([statusOf("working")]);
  view.press("erun");
  view.loops = [statusOf("done")];
  view.press(" all");
  assertEquals(view.footer(), "Encourage (Enter sends, Esc cancels): run all");
});

Deno.test("watch keys: ? shows the keys, and any other key leads back", () => {
  const view = new TestView([statusOf("working")]);
  view.press("?");
  assert(view.rows()[0]?.startsWith("  e          Encourage"));
  view.press("e");
  assertEquals([view.state.isHelpShown, view.state.asking], [false, null]);
  assertEquals(view.press("?q")?.kind, "quit");
});

Deno.test("watch keys: a list of loops is moved through, one is opened, and Esc leads back", () => {
  const loops = ["working", "paused", "run"].map((name) => statusOf(name, `/home/me/${name}`));
  const view = new TestView(loops, { isAll: true });
  const chosen = () => view.rows().find((row) => row.startsWith("›")) ?? "";
  assertMatch(chosen(), /working .* \/home\/me$/);
  const seen = [DOWN, "j", DOWN, UP, "k", "k", "\x1b[F", "\x1b[H"].map((key) => {
    view.press(key);
    return chosen().split(/ +/)[2];
  });
  assertEquals(seen, [
    ...["paused", "run", "run", "paused", "working", "working", "run", "working"],
  ]);
  view.press(`${DOWN}\r`);
  assertEquals(view.state.open, "/home/me/paused");
  assert(view.rows()[0]?.startsWith("PAUSED"));
  view.press("s");
  assertEquals(view.press("y"), { kind: "call", project: "/home/me/paused", words: ["stop"] });
  view.press(ESCAPE);
  assertEquals([view.state.open, view.state.chosen], [null, "/home/me/paused"]);
  view.press("e!\r");
  assertEquals(view.actions.at(-1), {
    kind: "call",
    project: "/home/me/paused",
    words: ["encourage", "--", "!"],
  });
});

Deno.test("watch keys: a list without loops has nothing to act on", () => {
  const view = new TestView([], { isAll: true });
  assertEquals(view.rows()[0], "No loop runs on this machine.");
  for (const key of ["e", "s", "o", "\r", DOWN, ESCAPE]) assertEquals(view.press(key), null, key);
  assertEquals(view.press("q")?.kind, "quit");
});

Deno.test("watch keys: what does not fit is scrolled to, and no further", () => {
  const view = new TestView([statusOf("busy")], { size: { columns: 80, rows: 12 } });
  const first = view.rows();
  assert(/^↓ \d+ more rows$/.test(first.at(-2) ?? ""));
  view.press(DOWN);
  assertEquals(view.rows()[0], first[1]);
  view.press("\x1b[F");
  assertEquals(view.rows().at(-2), "project         /home/me/shop");
  view.press(`${DOWN}${DOWN}\x1b[6~`);
  assertEquals(view.rows().at(-2), "project         /home/me/shop");
  view.press("\x1b[H");
  assertEquals(view.rows(), first);
});

Deno.test("watch keys: an answer stays until the next key", () => {
  const view = new TestView([statusOf("working")]);
  const keys = view.footer();
  view.state = { ...view.state, message: { text: "Added it.", isError: false } };
  assertEquals(view.footer(), "Added it.");
  view.press("j");
  assertEquals(view.footer(), keys);
});

Deno.test("watch keys: a phrase is edited: Backspace, Ctrl-W and Ctrl-U take back", () => {
  const view = new TestView([statusOf("working")]);
  view.press("eone two e\u0301\x7f\x17");
  assertEquals(view.state.asking?.typed, "one ");
  view.press("\x15\x1b[200~a\nb\x1b[201~");
  assertEquals(view.state.asking?.typed, "a b");
});

Deno.test("watch: any keys in any state and size give a screen of that size", () => {
  const keys = fc.array(fc.constantFrom(..."efsoq?jk yn漢", ESCAPE, "\r", UP, DOWN, "\x1b[6~"));
  const names = fc.subarray(Object.keys(STATUS_STATES));
  const size = fc.record({
    columns: fc.integer({ min: 1, max: 200 }),
    rows: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(fc.property(keys, names, size, fc.boolean(), (pressed, states, size, isAll) => {
    const loops = states.map((name) => statusOf(name, `/home/me/${name}`));
    const view = new TestView(loops, { isAll, size });
    if (size.rows % 2 === 0) view.problem = "its folder is gone";
    view.press(pressed.join(""));
    const { lines, cursor } = view.view();
    assertEquals(lines.length, size.rows);
    assert(lines.every((line) => !/[\n\t]/.test(line)));
    assert(cursor === null || cursor.row < size.rows && cursor.column < Math.max(60, size.columns));
  }));
});
