import { assert, assertEquals, assertThrows } from "@std/assert";
import * as native from "@std/path";
import * as posix from "@std/path/posix";
import * as windows from "@std/path/windows";
import fc from "fast-check";
import nodePath from "node:path";

const segment = fc.constantFrom(
  ...["a", "B", "é", "a b", "..", ".", "", ".x", "x.", "f.ts", "..a", "a..b", "100%", "😀"],
);

/** Paths of one family: a root, some segments, perhaps a separator at the end. */
function paths(roots: readonly string[], separators: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(
    fc.constantFrom(...roots),
    fc.array(fc.tuple(segment, fc.constantFrom(...separators)), { maxLength: 6 }),
    fc.boolean(),
  ).map(([root, parts, isOpen]) => {
    const text = parts.map(([name, separator]) => name + separator).join("");
    return root + (isOpen ? text : text.replace(/[\\/]+$/, ""));
  });
}

const posixPaths = paths(["", "/", "//"], ["/", "//"]);
const windowsPaths = paths(
  ["", "C:\\", "c:/", "C:", "\\", "\\\\host\\share\\", "//host/share/"],
  ["\\", "/", "\\\\"],
);
const absoluteWindowsPaths = paths(["C:\\", "c:/", "D:\\"], ["\\", "/"]);
const relativeWindowsPaths = paths([""], ["\\", "/"]);

Deno.test("path: POSIX join, normalize, isAbsolute and extname agree with Node's", () => {
  fc.assert(fc.property(fc.array(posixPaths, { maxLength: 4 }), posixPaths, (parts, path) => {
    assertEquals(posix.join(...parts as [string]), nodePath.posix.join(...parts));
    assertEquals(posix.normalize(path), nodePath.posix.normalize(path));
    assertEquals(posix.isAbsolute(path), nodePath.posix.isAbsolute(path));
    assertEquals(posix.extname(path), nodePath.posix.extname(path));
  }));
});

Deno.test("path: POSIX resolve and relative agree with Node's", () => {
  fc.assert(fc.property(fc.array(posixPaths, { maxLength: 4 }), posixPaths, (parts, path) => {
    assertEquals(posix.resolve(...parts), nodePath.posix.resolve(...parts));
    assertEquals(
      posix.relative(path, parts[0] ?? ""),
      nodePath.posix.relative(path, parts[0] ?? ""),
    );
  }));
});

Deno.test("path: POSIX dirname and basename agree with Node's on normal paths", () => {
  fc.assert(fc.property(posixPaths, (path) => {
    const normal = posix.normalize(path);
    assertEquals(posix.dirname(normal), nodePath.posix.dirname(normal));
    if (normal !== "/") {
      assertEquals(posix.basename(normal), nodePath.posix.basename(normal));
      assertEquals(posix.basename(normal, ".ts"), nodePath.posix.basename(normal, ".ts"));
    }
  }));
});

Deno.test("path: Windows join, normalize, isAbsolute and extname agree with Node's", () => {
  const rest = fc.array(relativeWindowsPaths, { maxLength: 3 });
  fc.assert(fc.property(windowsPaths, rest, (path, others) => {
    assertEquals(windows.join(path, ...others), nodePath.win32.join(path, ...others));
    assertEquals(windows.normalize(path), nodePath.win32.normalize(path));
    assertEquals(windows.isAbsolute(path), nodePath.win32.isAbsolute(path));
    assertEquals(windows.extname(path), nodePath.win32.extname(path));
  }));
});

Deno.test("path: Windows resolve and relative agree with Node's from an absolute start", () => {
  fc.assert(
    fc.property(absoluteWindowsPaths, absoluteWindowsPaths, relativeWindowsPaths, (a, b, c) => {
      assertEquals(windows.resolve(a, b, c), nodePath.win32.resolve(a, b, c));
      assertEquals(windows.relative(a, b), nodePath.win32.relative(a, b));
    }),
  );
});

Deno.test("path: Windows dirname and basename agree with Node's on normal paths", () => {
  fc.assert(fc.property(windowsPaths, (path) => {
    const normal = windows.normalize(path);
    assertEquals(windows.dirname(normal), nodePath.win32.dirname(normal));
    if (nodePath.win32.basename(normal) !== "") {
      assertEquals(windows.basename(normal), nodePath.win32.basename(normal));
    }
  }));
});

Deno.test("path: a file URL leads back to its path", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (name) => {
    fc.pre(
      !/[/\\]/.test(name) && !name.includes("\0") && name !== "." && name !== ".." &&
        name.isWellFormed(),
    );
    const path = posix.join("/x", name);
    assertEquals(posix.fromFileUrl(posix.toFileUrl(path)), path);
  }));
  assertEquals(windows.fromFileUrl("file:///C:/a%20b/%25"), "C:\\a b\\%");
  assertEquals(windows.fromFileUrl("file://host/share/a"), "\\\\host\\share\\a");
  assertEquals(windows.toFileUrl("C:\\a b\\c#d").href, "file:///C:/a%20b/c%23d");
  assertEquals(windows.toFileUrl("\\\\host\\share\\a").href, "file://host/share/a");
});

Deno.test("path: what cannot be a file URL is refused", () => {
  assertThrows(() => posix.toFileUrl("a"), TypeError, "absolute");
  assertThrows(() => windows.toFileUrl("a"), TypeError, "absolute");
  assertThrows(() => posix.fromFileUrl("https://example.com/a"), TypeError, "file URL");
});

Deno.test("path: the plain names are this system's", () => {
  const own = Deno.build.os === "windows" ? windows : posix;
  assertEquals(native.SEPARATOR, own.SEPARATOR);
  assertEquals(native.join("a", "..", "b"), own.join("a", "..", "b"));
  assertEquals(native.join(), ".");
  assertEquals(native.resolve("x"), own.resolve("x"));
  assert(native.isAbsolute(native.fromFileUrl(import.meta.url)));
});

Deno.test("path: neither family imports a node: module, because every hook loads it", () => {
  const folder = new URL("../../vendor/std-path/", import.meta.url);
  for (const { name } of Deno.readDirSync(folder)) {
    if (!name.endsWith(".ts")) continue;
    const text = Deno.readTextFileSync(new URL(name, folder));
    assert(!/from "node:|import\("node:/.test(text), name);
  }
});
