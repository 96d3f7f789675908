/** What the status line shows, and in how many columns. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type StateCode, STATES } from "../../../src/lifecycle/view/state_view.ts";
import { type LineFacts, renderLine } from "../../../src/hook/statusline/render.ts";
import { countColumns } from "../../../src/text/columns.ts";

const WORKING: LineFacts = {
  code: "working",
  state: "",
  isRun: false,
  turns: { done: 12, most: 99 },
  hours: { active: 1.44, most: 9 },
  items: { done: 7, total: 12 },
  phase: null,
  isNearLimit: false,
};
const PLAIN = { columns: 80, hasColor: false };

const plainOf = (facts: Partial<LineFacts>, columns = 80) =>
  renderLine({ ...WORKING, ...facts }, { ...PLAIN, columns });

Deno.test("statusline: a loop that works shows turns, active hours and items", () => {
  assertEquals(plainOf({}), "ralph turn 12/99 · 1.4 of 9 h · 7/12 items");
  assertEquals(plainOf({ isRun: true, items: null }), "ralph run turn 12/99 · 1.4 of 9 h");
  assertEquals(
    plainOf({ hours: { active: 0.05, most: 0.167 } }),
    "ralph turn 12/99 · 3 of 10 min · 7/12 items",
  );
  assertEquals(
    plainOf({ phase: "validation" }),
    "ralph turn 12/99 · 1.4 of 9 h · 7/12 items · validation",
  );
});

Deno.test("statusline: another state comes before the counts", () => {
  assertEquals(
    plainOf({ code: "paused", state: "paused until 03:10" }),
    "ralph turn 12/99 · paused until 03:10 · 1.4 of 9 h · 7/12 items",
  );
});

Deno.test("statusline: what does not fit is left out from the end, the state is cut last", () => {
  const state = { code: "waiting_for_you", state: "waiting for you" } as const;
  assertEquals(plainOf(state, 41), "ralph turn 12/99 · waiting for you");
  assertEquals(plainOf(state, 33), "ralph turn 12/99 · waiting for y…");
  assertEquals(plainOf(state, 25), "ralph turn 12/99");
  assertEquals(plainOf(state, 6), "ralph…");
});

Deno.test("statusline: whatever the loop's texts are, it is one line that fits", () => {
  fc.assert(fc.property(
    fc.constantFrom(...Object.keys(STATES) as StateCode[]),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.integer({ min: 1, max: 200 }),
    fc.boolean(),
    (code, state, columns, hasColor) => {
      const line = renderLine({ ...WORKING, code, state }, { columns, hasColor });
      // deno-lint-ignore no-control-regex -- the colours
      const shown = line.replace(/\x1b\[\d+m/g, "");
      assert(countColumns(shown) <= columns, shown);
      // deno-lint-ignore no-control-regex -- what must not be there
      assert(!/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/.test(shown), JSON.stringify(shown));
      assert(shown.startsWith("ralph".slice(0, Math.max(0, columns - 1))));
    },
  ));
});

Deno.test("statusline: colours are there only where they are wanted", () => {
  assert(!plainOf({ isNearLimit: true, state: "x", code: "stuck" }).includes("\x1b"));
  const coloured = renderLine(WORKING, { columns: 80, hasColor: true });
  assert(coloured.startsWith("\x1b[32mralph turn 12/99\x1b[0m"), JSON.stringify(coloured));
});
