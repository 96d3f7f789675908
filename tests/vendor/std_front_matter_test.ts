import { assertEquals, assertThrows } from "@std/assert";
import { extract } from "@std/front-matter/yaml";

Deno.test("front matter: values, text and body are separated", () => {
  assertEquals(extract("---\ntitle: a\n---\nbody\n---\n"), {
    frontMatter: "title: a",
    body: "body\n---\n",
    attrs: { title: "a" },
  });
  assertEquals(extract<{ a: number }>("\ufeff---yaml\r\na: 1\r\n---  \r\nb").attrs.a, 1);
  assertEquals(extract<unknown>("---\n---\n").attrs, null);
});

Deno.test("front matter: a text without it is a TypeError, broken YAML a SyntaxError", () => {
  assertThrows(() => extract("text\n---\na: 1\n---\n"), TypeError);
  assertThrows(() => extract("---\na: 1\n"), TypeError);
  assertThrows(() => extract("---\na: [\n---\n"), SyntaxError);
});
