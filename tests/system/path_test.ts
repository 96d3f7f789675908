/** The hooks' path functions answer as Node's do. */
import { assertEquals } from "@std/assert";
import * as path from "../../src/system/path.ts";
import fc from "fast-check";
import { posix } from "node:path";

const segment = fc.constantFrom(
  ...["a", "B", "é", "a b", "..", ".", "", ".x", "x.", "f.ts", "..a", "a..b", "100%", "😀", "C:\\"],
);

/** A root, some segments, perhaps a separator at the end. */
const paths = fc.tuple(
  fc.constantFrom("", "/", "//"),
  fc.array(fc.tuple(segment, fc.constantFrom("/", "//")), { maxLength: 6 }),
  fc.boolean(),
).map(([root, parts, isOpen]) => {
  const text = parts.map(([name, separator]) => name + separator).join("");
  return root + (isOpen ? text : text.replace(/\/+$/, ""));
});

Deno.test("path: join, isAbsolute, resolve and relative agree with Node's", () => {
  fc.assert(fc.property(fc.array(paths, { maxLength: 4 }), paths, (parts, one) => {
    assertEquals(path.join(...parts), posix.join(...parts));
    assertEquals(path.isAbsolute(one), posix.isAbsolute(one));
    assertEquals(path.resolve(...parts), posix.resolve(...parts));
    assertEquals(path.relative(one, parts[0] ?? ""), posix.relative(one, parts[0] ?? ""));
  }));
});

Deno.test("path: dirname and basename agree with Node's on normal paths", () => {
  fc.assert(fc.property(paths, (one) => {
    const normal = posix.normalize(one);
    assertEquals(path.dirname(normal), posix.dirname(normal));
    if (normal === "/") return;
    assertEquals(path.basename(normal), posix.basename(normal));
    assertEquals(path.basename(normal, ".ts"), posix.basename(normal, ".ts"));
  }));
});
