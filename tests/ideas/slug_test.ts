import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { readDocument } from "../../src/ideas/facts/facts.ts";
import { plainHeading, slugOf, Slugs } from "../../src/ideas/facts/anchors.ts";

/** What GitHub makes of them (github-slugger's fixtures, and looked up by hand). */
const HEADINGS: readonly (readonly [markdown: string, anchor: string])[] = [
  ["Hello World", "hello-world"],
  ["What's new in 2.0?", "whats-new-in-20"],
  ["A & B", "a--b"],
  ["C++ / C#", "c--c"],
  ["snake_case stays", "snake_case-stays"],
  ["_emphasis_ and **strong**", "emphasis-and-strong"],
  ["`ralph hook stop`", "ralph-hook-stop"],
  ["`a_b` and __init__.py", "a_b-and-initpy"],
  ["[Link](https://example.com/a_(b)) text", "link-text"],
  ["Dash - dash", "dash---dash"],
  ["Ünïcödé Größe", "ünïcödé-größe"],
  ["中文 标题", "中文-标题"],
  ["100%", "100"],
  ["a <b>bold</b> move", "a-bold-move"],
  ["tab.key[0] => x", "tabkey0--x"],
  ["trailing space ", "trailing-space"],
];

Deno.test("slug: headings get the anchors that GitHub gives them", () => {
  for (const [markdown, anchor] of HEADINGS) {
    assertEquals(slugOf(plainHeading(markdown)), anchor, markdown);
  }
});

Deno.test("slug: duplicates are numbered, also against a heading that looks numbered", () => {
  const slugs = new Slugs();
  // deno-fmt-ignore
  assertEquals(["a", "a", "a-1", "a", "b"].map((slug) => slugs.next(slug)), [
    "a", "a-1", "a-1-1", "a-2", "b",
  ]);
});

Deno.test("slug: no two headings of a document share an anchor", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom("a", "a-1", "a-2", "b", "", "a-1-1")), (list) => {
    const slugs = new Slugs();
    const anchors = list.map((slug) => slugs.next(slug));
    assertEquals(new Set(anchors).size, anchors.length);
  }));
});

Deno.test("slug: any text gives an anchor without spaces, upper case or punctuation, and is idempotent", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const slug = slugOf(text);
    assertMatch(slug, /^[\p{L}\p{M}\p{N}\p{Pc}\p{Alphabetic}-]*$/u);
    assertEquals(slugOf(slug), slug);
  }));
});

Deno.test("anchors: headings of both forms, HTML ids and names, custom ids; not those in code", () => {
  // deno-fmt-ignore
  const text = [
    "# One #", "Two", "===", "Three `x`", "---", "> ## In a quote", "- ### In a list",
    '<a id="by-id"></a> <a name=by-name>x</a>', "<h2>Html Heading</h2>", "## Custom {#my-id}",
    "## :rocket: Go", "```", "# not one", "```", "<!-- # nor this -->", "| a |", "|---|",
    "#nospace", "# One",
  ].join("\n");
  const anchors = readDocument(text).anchors ?? [];
  for (
    const wanted of [
      ...["one", "two", "three-x", "in-a-quote", "in-a-list", "by-id", "by-name"],
      ...["html-heading", "my-id", "custom", "-go", "rocket-go", "one-1"],
    ]
  ) assert(anchors.includes(wanted), wanted);
  for (const trap of ["not-one", "nor-this", "nospace", "-a-", "a"]) {
    assert(!anchors.includes(trap), trap);
  }
});
