import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readDocument } from "../../src/ideas/facts/facts.ts";
import { assertLinear } from "../_growth.ts";
import { Explored } from "./_project.ts";

const FILES = {
  "README.md": "",
  "docs/guide.md": "# Guide\n\n## Set up\n\n## Set up\n\n<a name='Named'></a>\n",
  "docs/with space.md": "# S\n",
  "docs/a(1).md": "# A\n",
  "docs/sub/README.md": "# Sub\n",
  "img/logo.png": "x",
  "src/main.ts": "export {};\n",
};

/** A document at the root, and its broken targets. */
// deno-fmt-ignore
const CASES: readonly (readonly [name: string, text: string, broken: readonly string[]])[] = [
  ["inline", "[a](docs/guide.md) [b](docs/gone.md)", ["docs/gone.md"]],
  ["title and angle brackets", "[a](<docs/no space.md> \"t\") [b](docs/x.md 't')", ["docs/no space.md", "docs/x.md"]],
  ["image", "![a](img/logo.png) ![b](img/none.png)", ["img/none.png"]],
  ["image in a link", "[![a](img/none.png)](docs/none.md)", ["img/none.png", "docs/none.md"]],
  ["reference", "[a][r] [b][]\n\n[r]: docs/gone.md\n[b]: docs/guide.md", ["docs/gone.md"]],
  ["reference with its target on the next line", "[a][r] [b][s]\n\n[r]:\n  docs/gone.md\n[s]:\n  https://x.org\n", ["docs/gone.md"]],
  ["autolink to a file", "<./docs/gone.md> <./docs/guide.md>", ["./docs/gone.md"]],
  ["html", '<a href="docs/gone.md">x</a> <img src="img/logo.png"/>', ["docs/gone.md"]],
  ["encoded", "[a](docs/with%20space.md) [b](docs/no%20space.md)", ["docs/no%20space.md"]],
  ["brackets in a path", "[a](docs/a(1).md) [b](docs/a\\(1\\).md) [c](docs/a(2).md)", ["docs/a(2).md"]],
  ["a folder", "[a](docs/) [b](docs/sub#sub) [c](gone/)", ["gone/"]],
  ["two in one line, once each", "[a](x.md) [b](x.md) [c](y.md)", ["x.md", "y.md"]],
  ["in a table and a list", "| [a](x.md) |\n\n- [b](y.md)\n    - [c](z.md)", ["x.md", "y.md", "z.md"]],
  // Traps.
  ["addresses", "[a](https://example.com/x.md) [b](//cdn/x) [c](mailto:a@example.com) <https://x>", []],
  ["fence", "```md\n[a](gone.md)\n```\n~~~~\n[b](gone.md)\n~~~\n[c](gone.md)\n~~~~", []],
  ["fence in a list", "- x\n\n  ```\n  [a](gone.md)\n  ```\n", []],
  ["fence never closed", "```\n[a](gone.md)", []],
  ["indented code", "Text\n\n    [a](gone.md)\n\nText", []],
  ["code span", "`[a](gone.md)` and ``[b](`gone.md`)``", []],
  ["code span over two lines", "some `code [a](gone.md)\nmore [b](gone.md)` text", []],
  ["a lone tick", "don`t [a](gone.md)", ["gone.md"]],
  ["comment", "<!-- [a](gone.md)\n[b](gone.md) -->\n[c](x.md) <!-- [d](gone.md) -->", ["x.md"]],
  ["escaped", "\\[a](docs/guide.md) [b\\](gone.md)", []],
  ["placeholder", "[a]({{ url }}) [b](${ x}) [c](<path>) [d](path/to/...)", []],
  ["a word for an address", "[a](url) [b](BASE_URL) [c](LICENSE)", ["LICENSE"]],
  ["footnote", "Text[^1]\n\n[^1]: gone.md is no target", []],
  ["out of the project", "[a](../../issues) [b](../other/README.md)", []],
  ["pages of a site", "[a](docs/guide) [b](docs/guide.html) [c](/guides/x) [d](/docs/guide)", []],
  ["from the root", "[a](/docs/guide.md) [b](/docs/gone.md)", ["/docs/gone.md"]],
  ["a site's program", '<a :href="dep.url" data-href="gone.md">x</a>', []],
  ["anchors, which are not checked", "[a](#nowhere) [b](docs/guide.md#none) [c](docs/gone.md#x)", ["docs/gone.md#x"]],
  ["query", "[a](img/logo.png?raw=true)", []],
  ["front matter", "---\nlink: '[a](gone.md)'\n---\n\n[b](x.md)", ["x.md"]],
  ["windows line ends", "```\r\n[a](gone.md)\r\n```\r\n[b](x.md)\r\n", ["x.md"]],
];

Deno.test("explore: a broken relative link is found, one in a code fence is not", async (t) => {
  const pages = CASES.map(([, text], at) => [`PAGE${at}.md`, text]);
  using project = new Explored({ ...FILES, ...Object.fromEntries(pages) });
  project.track();
  const lines = await project.textsOf("broken-link");
  for (const [at, [name, , broken]] of CASES.entries()) {
    await t.step(name, () => {
      const link = new RegExp(`^Broken link in PAGE${at}\\.md:\\d+: \`(.*)\`: `);
      const found = lines.flatMap((line) => link.exec(line)?.[1] ?? []);
      assertEquals(found.sort(), [...broken].sort());
    });
  }
});

Deno.test("explore: a broken link is reported with file, line and what exists instead", async () => {
  using project = new Explored({ "README.md": "# R\n\n[a](Guide.md)\n", "docs/guide.md": "# G\n" });
  project.track();
  assertEquals(await project.textsOf("broken-link"), [
    "Broken link in README.md:3: `Guide.md`: Guide.md does not exist (there is docs/guide.md)",
  ]);
});

Deno.test("explore: a link to an untracked file is valid, a symbolic link is not followed", async () => {
  using project = new Explored({
    "README.md": "[a](notes.txt) [b](out/x.md) [c](loop/loop/x.md)\n",
  });
  project.track();
  project.write("notes.txt", "x");
  Deno.mkdirSync(`${project.root}/outside`);
  Deno.writeTextFileSync(`${project.root}/outside/broken.md`, "[a](gone.md)");
  Deno.symlinkSync(`${project.root}/outside`, `${project.project}/out`);
  Deno.symlinkSync(project.project, `${project.project}/loop`);
  const found = await project.textsOf("broken-link");
  assertEquals(found.some((text) => text.includes("outside")), false);
  assertEquals(found.some((text) => text.includes("notes.txt")), false);
});

Deno.test("explore: links to ignored files are not broken, since the build makes them", async () => {
  using project = new Explored({
    ".gitignore": "/docs/rules/\n",
    "docs/.gitignore": "settings.md\n",
    "docs/a.md": "[x](rules/a.md) [y](settings.md#z) [z](other.md)\n",
  });
  project.track();
  const found = await project.textsOf("broken-link");
  assertEquals(found.map((text) => /`(.*)`/.exec(text)?.[1]), ["other.md"]);
});

Deno.test("explore: a site gives each page a folder, so its links go up one more", async () => {
  using project = new Explored({
    "docs/advanced/transports.md": "# Own\n",
    "docs/async.md": "[a](../advanced/transports#own) [b](../advanced/gone) [c](../x.md)\n",
  });
  project.track();
  const found = await project.textsOf("broken-link");
  assertEquals(found.map((text) => /`(.*)`/.exec(text)?.[1]), ["../advanced/gone", "../x.md"]);
});

Deno.test("explore: documents among tests are data, except READMEs", async () => {
  using project = new Explored({
    "package.json": '{"scripts":{"build":"x","lint":"x"}}',
    "tests/format/links.md": "[a](gone.md)\n\n`npm run build` `npm run lint` `npm run gone`\n",
    "tests/README.md": "[b](lost.md)\n",
  });
  project.track();
  assertEquals(await project.textsOf(), [
    "Broken link in tests/README.md:1: `lost.md`: tests/lost.md does not exist",
  ]);
});

Deno.test("explore: a damaged URL is reported as such", async () => {
  using project = new Explored({ "CHANGELOG.md": "[a](<(https://example.com/1)>)\n" });
  project.track();
  assertEquals(await project.textsOf("broken-link"), [
    "Broken link in CHANGELOG.md:1: `(https://example.com/1)`: it is neither an address nor a path",
  ]);
});

Deno.test("links: whatever surrounds a fence, nothing in it is a link", () => {
  const fence = fc.tuple(fc.constantFrom("```", "~~~", "````"), fc.constantFrom("", "md", "sh x"));
  const word = fc.constantFrom("text", "", "# H", "- item", "> quote", "[b](kept.md)");
  fc.assert(fc.property(fc.array(word), fence, fc.array(word), (before, [mark, info], after) => {
    const text = [...before, "", `${mark}${info}`, "[a](dropped.md)", mark, "", ...after].join(
      "\n",
    );
    const targets = (readDocument(text).links ?? []).map(([, target]) => target);
    assert(!targets.includes("dropped.md"));
    const kept = [...before, ...after].filter((line) => line === "[b](kept.md)").length;
    assertEquals(targets.length, kept);
  }));
});

Deno.test("links: no text makes the reader throw or hang", () => {
  // deno-fmt-ignore
  const sign = fc.constantFrom(
    "`", "[", "]", "(", ")", "<", ">", "!", "#", "\n", "\\", "-", " ", "a",
  );
  fc.assert(fc.property(fc.array(sign, { maxLength: 400 }), (signs) => {
    readDocument(signs.join(""));
  }));
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
    readDocument(text);
  }));
  for (
    const piece of ["[a](", "`", "](<", "<a href=", "[a][b]", "](a 'b", "<!--", "((((", "# ", "*_"]
  ) {
    assertLinear(piece, 200_000 / piece.length, (times) => readDocument(piece.repeat(times)));
  }
});
