/** Hunks of the client, applied to files. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { applyHunks } from "../../src/replay/recording/hunks.ts";

const CONTEXT = 3;
const line = fc.constantFrom("a", "b", "- [ ] c", "", "- x", "+ y");

/** One changed line of a file, as the client shows it. */
const change = fc.array(line, { minLength: 1, maxLength: 12 }).chain((lines) =>
  fc.record({
    lines: fc.constant(lines),
    at: fc.nat(lines.length - 1),
    added: fc.array(line, { maxLength: 3 }),
  })
);

Deno.test("hunks: a change gives the file after it, or nothing where the file was another", () => {
  fc.assert(fc.property(change, ({ lines, at, added }) => {
    const from = Math.max(0, at - CONTEXT);
    const to = Math.min(lines.length, at + 1 + CONTEXT);
    const hunk = {
      oldStart: from + 1,
      lines: [
        ...lines.slice(from, at).map((text) => ` ${text}`),
        `-${lines[at]}`,
        ...added.map((text) => `+${text}`),
        ...lines.slice(at + 1, to).map((text) => ` ${text}`),
      ],
    };
    const after = lines.toSpliced(at, 1, ...added);
    const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join("");
    assertEquals(applyHunks(textOf(lines), [hunk]), textOf(after));
    assertEquals(applyHunks(textOf(lines.map(() => "another")), [hunk]), null);
    const isWhole = from === 0 && to - at - 1 < CONTEXT;
    assertEquals(applyHunks(null, [hunk]), isWhole ? textOf(after) : null);
  }));
});

Deno.test("hunks: what is not a list of hunks shows nothing", () => {
  for (const list of [undefined, [], {}, [null], ["x"], [{ lines: 3 }]]) {
    assertEquals(applyHunks("a\n", list) === "b\n", false);
  }
});
