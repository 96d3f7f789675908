import { assertEquals } from "@std/assert";
import * as native from "../../src/path/path.ts";
import { createPathFunctions } from "../../src/path/path_functions.ts";
import { POSIX_RULES, WINDOWS_RULES } from "../../src/path/path_rules.ts";
import fc from "fast-check";
import nodePath from "node:path";

const posix = createPathFunctions(POSIX_RULES, () => Deno.cwd());
const windows = createPathFunctions(WINDOWS_RULES, () => Deno.cwd());

const segment = fc.constantFrom(
  ...["a", "B", "é", "a b", "..", ".", "", ".x", "x.", "f.ts", "..a", "a..b", "100%", "😀"],
);

/** Paths of one kind: a root, some segments, perhaps a separator at the end. */
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
  ["", "C:\\", "c:/", "C:", "\\", "\\\\host\\share\\", "//host/share/", "\\\\.\\", "//?/"],
  ["\\", "/", "\\\\"],
);
const absoluteWindowsPaths = paths(["C:\\", "c:/", "D:\\"], ["\\", "/"]);
const relativeWindowsPaths = paths([""], ["\\", "/"]);

Deno.test("path: POSIX join and isAbsolute agree with Node's", () => {
  fc.assert(fc.property(fc.array(posixPaths, { maxLength: 4 }), posixPaths, (parts, path) => {
    assertEquals(posix.join(...parts as [string]), nodePath.posix.join(...parts));
    assertEquals(posix.isAbsolute(path), nodePath.posix.isAbsolute(path));
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
    const normal = nodePath.posix.normalize(path);
    assertEquals(posix.dirname(normal), nodePath.posix.dirname(normal));
    if (normal !== "/") {
      assertEquals(posix.basename(normal), nodePath.posix.basename(normal));
      assertEquals(posix.basename(normal, ".ts"), nodePath.posix.basename(normal, ".ts"));
    }
  }));
});

Deno.test("path: Windows join and isAbsolute agree with Node's", () => {
  const rest = fc.array(relativeWindowsPaths, { maxLength: 3 });
  fc.assert(fc.property(windowsPaths, rest, (path, others) => {
    assertEquals(windows.join(path, ...others), nodePath.win32.join(path, ...others));
    assertEquals(windows.isAbsolute(path), nodePath.win32.isAbsolute(path));
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
    const normal = nodePath.win32.normalize(path);
    // Node's dirname, unlike its join, takes a device for a host.
    fc.pre(!/^\\\\[.?]\\/.test(normal));
    assertEquals(windows.dirname(normal), nodePath.win32.dirname(normal));
    if (nodePath.win32.basename(normal) !== "") {
      assertEquals(windows.basename(normal), nodePath.win32.basename(normal));
    }
  }));
});

Deno.test("path: the functions are those of this system", () => {
  const own = Deno.build.os === "windows" ? windows : posix;
  assertEquals(native.join("a", "..", "b"), own.join("a", "..", "b"));
  assertEquals(native.join(), ".");
  assertEquals(native.resolve("x"), own.resolve("x"));
  assertEquals(native.resolve("x"), nodePath.resolve("x"));
});
