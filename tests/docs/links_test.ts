/** The relative links of the pages, as GitHub shows them. */
import { assert, assertEquals } from "@std/assert";
import { existsSync } from "@std/fs/exists";
import { walkSync } from "@std/fs/walk";
import { fromFileUrl, relative } from "@std/path";
import { findLostLinks } from "../../scripts/_site_links.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const SKIPPED = [/\/(?:node_modules|build|dist|coverage|\.git|tests)$/];

Deno.test("docs: each relative link of each page leads to a file, and to a heading of it", () => {
  const found = walkSync(ROOT, { exts: ["md"], includeDirs: false, skip: SKIPPED });
  const pages = new Map(
    [...found].map(({ path }) => [relative(ROOT, path), Deno.readTextFileSync(path)]),
  );
  assert(pages.has("README.md") && pages.has("docs/decisions/README.md"));
  assertEquals(findLostLinks(pages, (path) => existsSync(ROOT + path)), []);
});

Deno.test("docs: a link to a file or a heading that does not exist is found", () => {
  const pages = new Map([
    [
      "README.md",
      "# One `two` (3)\n# One\n# One\n```sh\n# no heading\n[a](no-link.md)\n```\n" +
      "[a](#one-two-3) [a](#one-1) [`a` [b]](docs/run.md#here) [a](docs) [a](https://x.y/z#a)\n" +
      "`[a](no-link.md)` [a](#one-2) [a](#no-heading) [a](docs/run.md#lost)\n" +
      '<img src="lost.svg" width="1"> [a]\n\n[a]: lost.md\n',
    ],
    ["docs/run.md", "## [Here](../README.md)\n[a](../../outside.md) [a](../README.md#one)\n"],
  ]);
  const files = ["README.md", "docs", "docs/run.md"];
  assertEquals(findLostLinks(pages, (path) => files.includes(path)), [
    "README.md: #one-2",
    "README.md: #no-heading",
    "README.md: docs/run.md#lost",
    "README.md: lost.svg",
    "README.md: lost.md",
    "docs/run.md: ../../outside.md",
  ]);
});
