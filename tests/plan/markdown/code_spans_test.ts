/** What is code inside of a text: held against the full parser. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { findCodeSpans, replaceCodeSpans } from "../../../src/plan/markdown/code_spans.ts";
import { classifyLines } from "../../../src/plan/markdown/line_context.ts";
import { readProse } from "../../../src/plan/markdown/prose.ts";

const PIECE = fc.constantFrom("`", "``", "\\", "\\\\", "a", " b ", "\nc", "[d](e)");
const TEXT = fc.array(PIECE, { maxLength: 14 }).map((pieces) => `x${pieces.join("")}x`);

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly position?: { start: { offset?: number }; end: { offset?: number } };
}

/** Where the full parser sees code, by offsets. */
function readSpans(node: Node): (readonly [number, number])[] {
  const here = node.type === "inlineCode"
    ? [[node.position!.start.offset!, node.position!.end.offset!] as const]
    : [];
  return [...here, ...(node.children ?? []).flatMap(readSpans)];
}

Deno.test("findCodeSpans() finds what the full parser finds", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      const spans = findCodeSpans(text).map(({ start, end }) => [start, end] as const);
      assertEquals(spans, readSpans(fromMarkdown(text) as Node));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("replaceCodeSpans() keeps all other text", () => {
  const replaced = replaceCodeSpans("a `b` c ``d`e`` f `", ({ code }) => `<${code}>`);
  assertEquals(replaced, "a <b> c <d`e> f `");
});

Deno.test("classifyLines() says of a line in a code span that it is code", () => {
  const lines = classifyLines("run `make\nall` now\nend\n\nafter `");
  assertEquals(lines.map(({ context }) => context), [
    "plain",
    "code-span",
    "plain",
    "plain",
    "plain",
  ]);
});

Deno.test("readProse() gives code in fences of lists, and spans with their lines", () => {
  const { fences, spans, lines } = readProse(
    "# A\n- x\n  ~~~sh\n  make\n  ~~~\nsee `one`\nand `two\nlines`, `three`",
  );
  assertEquals(fences.map(({ language, line }) => [language, line]), [["sh", 4]]);
  assertEquals(spans, [{ line: 6, text: "one" }, { line: 8, text: "three" }]);
  assertEquals(lines.length, 8);
});
