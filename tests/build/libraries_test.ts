import { assertEquals, assertThrows } from "@std/assert";
import { replaceNodeModules, writePartsEntry } from "../../scripts/_libraries.ts";

const PARTS = { parser: "src/parser.js" };

Deno.test("libraries: of a CommonJS library only the used part is taken", () => {
  assertEquals(
    writePartsEntry("npm:lib@1.0.0", new Set(["parser"]), PARTS),
    'export { default as parser } from "npm:lib@1.0.0/src/parser.js";\n',
  );
  assertEquals(writePartsEntry("npm:lib@1.0.0", new Set(["parser", "render"]), PARTS), null);
  assertEquals(writePartsEntry("npm:lib@1.0.0", "all", PARTS), null);
});

Deno.test("libraries: a bundle that would require one of Node's modules at run time is refused", () => {
  assertEquals(replaceNodeModules('var e=t("node:events");f()'), "var e=(class{});f()");
  assertEquals(replaceNodeModules('say("a node: of the tree")'), 'say("a node: of the tree")');
  assertThrows(() => replaceNodeModules('var f=t("node:fs")'), Error, 'needs "node:fs"');
});
