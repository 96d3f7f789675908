/** The links of the web site. */
import { assertEquals } from "@std/assert";
import { readSidebar, rewriteImages, rewriteLinks } from "../../scripts/_site_links.ts";

const PAGES = ["README.md", "docs/README.md", "docs/run.md", "docs/deep/a.md"];
const MOVED = { "README.md": "index.md", "docs/README.md": "docs/index.md" };
const REPOSITORY = "https://example.com/r";

function rewrite(path: keyof typeof MOVED | string, text: string, repository: string | null) {
  const page = (MOVED as Record<string, string>)[path] ?? path;
  const isPage = (target: string) => PAGES.includes(target);
  return rewriteLinks(text, { path, page, isPage, moved: MOVED, repository });
}

Deno.test("site: links to pages lead to where they are in the site, with their place", () => {
  for (
    const [path, link, wanted] of [
      ["README.md", "[a](docs/run.md#x)", "[a](./docs/run.md#x)"],
      ["docs/run.md", "[a](../README.md)", "[a](../index.md)"],
      ["docs/deep/a.md", "[`a` [b]](../README.md)", "[`a` [b]](../index.md)"],
      ["docs/run.md", "[a](#here), [b](https://example.com/x.md)", null],
    ] as const
  ) assertEquals(rewrite(path, link, REPOSITORY), wanted ?? link);
});

Deno.test("site: what is no page is a link to the repository, or its text", () => {
  const link = "see [the script](../scripts/build.ts).";
  assertEquals(
    rewrite("docs/run.md", link, REPOSITORY),
    "see [the script](https://example.com/r/blob/HEAD/scripts/build.ts).",
  );
  assertEquals(rewrite("docs/run.md", link, null), "see the script.");
});

Deno.test("site: an image is where the site has it", () => {
  for (const [path, file] of [["README.md", "docs/view.svg"], ["docs/status.md", "view.svg"]]) {
    const image = `<img src="${file}" width="868" alt="The view: live">`;
    assertEquals(
      rewriteImages(`a\n${image}\nb`, path ?? ""),
      "a\n![The view: live](/docs/view.svg)\nb",
    );
  }
});

Deno.test("site: the sidebar has a group for each row, and the decisions", () => {
  const table =
    "| | |\n|---|---|\n| [ralph run](run.md), [Status](status.md) | agents over a plan |\n";
  assertEquals(readSidebar(table, "- [One](01-one.md)\n"), [
    {
      text: "Agents over a plan",
      items: [{ text: "ralph run", link: "/docs/run" }, { text: "Status", link: "/docs/status" }],
    },
    {
      text: "Decisions",
      collapsed: true,
      items: [{ text: "One", link: "/docs/decisions/01-one" }],
    },
  ]);
});
