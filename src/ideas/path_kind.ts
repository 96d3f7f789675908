/** Classifies files by their paths, which have `/`. Pure. */
import { folderOf } from "./tree/walk_files.ts";

/** Extensions of source files of any language. */
const SOURCE = new Set(
  ("c cc cpp cxx h hh hpp m mm cs vb fs java kt kts scala groovy clj cljs go rs zig nim d swift " +
    "py pyx rb php pl pm lua r jl hs ml mli ex exs erl elm dart ts tsx mts cts js jsx mjs cjs vue " +
    "svelte astro css scss less sh bash zsh fish ps1 sql proto tf sol cu v sv vhd").split(" "),
);

/** Folders of files that the project's authors do not write, or that serve only tests. */
const NOT_WRITTEN = new Set(
  ("node_modules vendor vendored third_party third-party external bower_components dist build out " +
    "target generated __generated__ gen fixtures fixture __fixtures__ testdata test-data __snapshots__ " +
    "snapshots coverage __pycache__ site-packages venv").split(" "),
);

const TESTS = new Set(
  "test tests test-d __tests__ spec specs e2e testing __mocks__ mocks".split(" "),
);

/**
 * Checks whether a file is a source file, by its extension.
 *
 * @returns False for hidden files without an extension.
 */
export function isSource(file: string): boolean {
  const dot = file.lastIndexOf(".");
  return dot > file.lastIndexOf("/") + 1 && SOURCE.has(file.slice(dot + 1).toLowerCase());
}

/**
 * Checks whether the project's authors write a file, so that its faults are theirs.
 *
 * @param file Its path; of a folder with `/` at the end.
 * @returns False below folders of libraries, build results and fixtures, for minified files, and in
 * hidden folders except `.github`.
 *
 * @example A library, and a build result
 * ```ts
 * import { assertEquals } from "@std/assert";
 * const files = ["src/a.ts", "src/vendor/a.ts", "a.min.js", ".github/ci.yml"];
 * assertEquals(files.map(isWritten), [true, false, false, true]);
 * ```
 */
export function isWritten(file: string): boolean {
  const folders = file.split("/");
  const name = folders.pop() ?? "";
  if (/[.-]min\.\w+$|(?:[._-]|^)(?:generated|pb)\.\w+$|\.d\.ts$/i.test(name)) return false;
  return folders.every((folder) =>
    folder === ".github" || (!folder.startsWith(".") && !NOT_WRITTEN.has(folder.toLowerCase()))
  );
}

/**
 * Checks whether a folder contains tests or is below such a folder, by names, ignoring case.
 */
export function isForTests(folder: string): boolean {
  return folder.split("/").some((part) => TESTS.has(part.toLowerCase()));
}

/** Checks whether a file is a README. */
export function isReadme(file: string): boolean {
  return /(?:^|\/)readme\.\w+$/i.test(file);
}

/**
 * Checks whether a document is test data, so that its faults are intended.
 *
 * @returns True below folders of tests, except for a README.
 */
export function isTestData(file: string): boolean {
  return isForTests(folderOf(file)) && !isReadme(file);
}
