import { assertEquals, assertStringIncludes } from "@std/assert";
import { writeEntry } from "../../scripts/_libraries.ts";
import { listUsedNames } from "../../scripts/_used_names.ts";

function list(...sources: string[]): string[] | "all" | undefined {
  const used = listUsedNames("lib", sources);
  return used instanceof Set ? [...used].sort() : used as "all" | undefined;
}

Deno.test("used names: named imports of all modules, under the library's own names", () => {
  assertEquals(list('import { a, b as c } from "lib";', 'import {\n  d,\n} from "lib";'), [
    ...["a", "b", "d"],
  ]);
  assertEquals(list('import x, { a } from "lib";'), ["a", "default"]);
  assertEquals(list('export { a } from "lib";'), ["a"]);
});

Deno.test("used names: types are no use", () => {
  assertEquals(list('import type { A } from "lib";'), undefined);
  assertEquals(list('import { type A, b } from "lib";'), ["b"]);
  assertEquals(list('type A = import("lib").A;'), undefined);
  assertEquals(list('type A = typeof import("lib");'), undefined);
});

Deno.test("used names: members of a namespace", () => {
  assertEquals(list('import * as v from "lib";\nconst s = v.object({ a: v\n  .string() });'), [
    ...["object", "string"],
  ]);
});

Deno.test("used names: what a lazy import takes apart", () => {
  assertEquals(list('const { a, b: c } = await import("lib");'), ["a", "b"]);
});

Deno.test("used names: everything where it is not certain", () => {
  assertEquals(list('import * as v from "lib"; hand(v);'), "all");
  assertEquals(list('import * as v from "lib"; v["a"]();'), "all");
  assertEquals(list('const lib = await import("lib");'), "all");
  assertEquals(list('export * from "lib";'), "all");
  assertEquals(list('import { a } from "lib";', 'import("lib").then(use);'), "all");
});

Deno.test("used names: another library, or none", () => {
  assertEquals(list('import { a } from "lib2"; import { b } from "lib/sub";'), undefined);
  assertEquals(list(), undefined);
});

Deno.test("used names: an entry exports the used values only", () => {
  assertEquals(
    writeEntry("npm:lib@1.0.0", new Set(["b", "a", "SomeType"]), ["a", "b", "c"]),
    'export { a, b } from "npm:lib@1.0.0";\n',
  );
  assertStringIncludes(
    writeEntry("npm:lib@1.0.0", "all", ["c", "default"]),
    "export default library.default ?? library;",
  );
});
