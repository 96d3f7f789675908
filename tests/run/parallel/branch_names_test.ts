import { assertEquals } from "@std/assert";
import { branchFolderOf, branchNameOf } from "../../../src/run/parallel/branch_names.ts";

const TEXTS: readonly (readonly [text: string, slug: string])[] = [
  ["Sort the imports [parallel]", "sort-the-imports-parallel"],
  ["\u{1f389}\u{1f680}", "item"],
  ["\u2764\ufe0f heart 1\ufe0f\u20e3", "heart-1"],
  ["!!! ??? ***", "item"],
  ["..", "item"],
  ["a..b", "a-b"],
  ["@{u}", "u"],
  ["@", "item"],
  ["foo.lock", "foo-lock"],
  ["-leading", "leading"],
  ["--force", "force"],
  ["HEAD", "head"],
  ["refs/heads/main", "refs-heads-main"],
  ["~^:?*[\\", "item"],
  ["\u65e5\u672c\u8a9e\u306e\u30bf\u30b9\u30af", "\u65e5\u672c\u8a9e\u306e\u30bf\u30b9\u30af"],
  ["\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"],
  ["Cafe\u0301", "caf\u00e9"],
  ["Caf\u00e9", "caf\u00e9"],
  ["\u202eabc\u0000\u007f", "abc"],
  ["\u0301\u0301", "item"],
  ["x".repeat(300), "x".repeat(39)],
  ["\u754c".repeat(300), "\u754c".repeat(39)],
  ["\u{20000}".repeat(300), "\u{20000}".repeat(39)],
  ["a ".repeat(300), "a-".repeat(20).slice(0, -1)],
];

Deno.test("branch names: of any text, the same each time, without what git refuses", () => {
  for (const [text, slug] of TEXTS) {
    assertEquals(branchNameOf("/p/PLAN.md", { number: 7, text }), `ralph/plan/7-${slug}`, text);
    assertEquals(branchFolderOf(`/p/${text.replaceAll("/", " ")}.md`), `ralph/${slug}/`, text);
  }
});

Deno.test("branch names: git accepts each, and the numbers make them unique", () => {
  const names = TEXTS.map(([text], at) => branchNameOf(`${text}.md`, { number: at + 1, text }));
  const { stdout } = new Deno.Command("sh", {
    args: [
      "-c",
      'for name; do git check-ref-format --branch "$name" || exit; done',
      "sh",
      ...names,
    ],
  }).outputSync();
  assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), names);
  const longest = Math.max(...names.flatMap((name) => name.split("/")).map(bytesIn));
  assertEquals(longest < 255 - ".lock".length, true, "a file system has room for it");
  const same = [1, 2].map((number) => branchNameOf("PLAN.md", { number, text: "same" }));
  assertEquals(new Set(same).size, 2);
});

function bytesIn(text: string): number {
  return new TextEncoder().encode(text).length;
}
