/** What is sent to a terminal: the rows that changed, and everything back at the end. */
import { assert, assertEquals } from "@std/assert";
import {
  ENTER_SCREEN,
  type Frame,
  LEAVE_SCREEN,
  renderStep,
} from "../../../src/cli/screen/frame.ts";

const FRAME: Frame = { columns: 10, rows: ["one", "two", ""], cursor: null };

Deno.test("frame: nothing is sent where nothing changed", () =>
  assertEquals(renderStep(FRAME, { ...FRAME, rows: [...FRAME.rows] }), ""));

Deno.test("frame: only rows that changed are sent, in one synchronized piece", () => {
  const step = renderStep(FRAME, { ...FRAME, rows: ["one", "2", ""] });
  assertEquals(step, "\x1b[?2026h\x1b[?25l\x1b[2;1H2\x1b[K\x1b[?2026l");
});

Deno.test("frame: the first frame, and one of another size, clear the screen and send all rows", () => {
  const rows = "\x1b[1;1Hone\x1b[K\x1b[2;1Htwo\x1b[K";
  for (const before of [null, { ...FRAME, columns: 9 }, { ...FRAME, rows: ["one"] }]) {
    assertEquals(renderStep(before, FRAME), `\x1b[?2026h\x1b[?25l\x1b[2J${rows}\x1b[?2026l`);
  }
});

Deno.test("frame: the cursor is shown where it should be", () => {
  const step = renderStep(FRAME, { ...FRAME, cursor: { row: 2, column: 4 } });
  assertEquals(step, "\x1b[?2026h\x1b[?25l\x1b[3;5H\x1b[?25h\x1b[?2026l");
});

Deno.test("frame: every mode that is set is reset", () => {
  // deno-lint-ignore no-control-regex -- what terminals obey
  const modes = (text: string) => [...text.matchAll(/\x1b\[\?(\d+)([hl])/g)];
  const left = new Map(modes(LEAVE_SCREEN).map(([, mode, state]) => [mode, state]));
  for (const [, mode, state] of modes(ENTER_SCREEN)) {
    assertEquals(left.get(mode), state === "h" ? "l" : "h", mode);
  }
  assert(LEAVE_SCREEN.includes("\x1b[?2026l"));
});
