import { assertEquals, assertThrows } from "@std/assert";
import * as path from "@std/path";
import * as own from "../../src/system/path.ts";

Deno.test("path: parts are joined and normalized, URLs too", () => {
  assertEquals(path.join("a", "", "../b/", "c"), "b/c");
  assertEquals(path.join(new URL("file:///a%20b"), "c"), "/a b/c");
  assertEquals(path.fromFileUrl("file:///a%20b"), "/a b");
  assertEquals(path.toFileUrl("/a b").href, "file:///a%20b");
  assertThrows(() => path.fromFileUrl("https://a"), TypeError);
});

Deno.test("path: commands and hooks get the same answers", () => {
  const paths = ["", "/", "a", "a/", "/a/b.md", "../a", "a//b/.", "/a/..", "C:\\a", ".hidden"];
  for (const one of paths) {
    assertEquals(path.basename(one), own.basename(one), one);
    assertEquals(path.basename(one, ".md"), own.basename(one, ".md"), one);
    assertEquals(path.dirname(one), own.dirname(one), one);
    assertEquals(path.isAbsolute(one), own.isAbsolute(one), one);
    for (const other of paths) {
      assertEquals(path.join(one, other), own.join(one, other), `${one} ${other}`);
      assertEquals(path.relative(one, other), own.relative(one, other), `${one} ${other}`);
      assertEquals(path.resolve(one, other), own.resolve(one, other), `${one} ${other}`);
    }
  }
});
