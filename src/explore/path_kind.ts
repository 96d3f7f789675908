/**
 * What a path says of its file. Pure.
 *
 * @module
 */
import { folderOf } from "../tree/project_file.ts";

/** Extensions of source files of any language. */
const SOURCE = new Set(
  ("c cc cpp cxx h hh hpp m mm cs vb fs java kt kts scala groovy clj cljs go rs zig nim d swift " +
    "py pyx rb php pl pm lua r jl hs ml mli ex exs erl elm dart ts tsx mts cts js jsx mjs cjs vue " +
    "svelte astro css scss less sh bash zsh fish ps1 sql proto tf sol cu v sv vhd").split(" "),
);

/** Folders of files that nobody writes here, or that only serve a test. */
const NOT_WRITTEN = new Set(
  ("node_modules vendor vendored third_party third-party external bower_components dist build out " +
    "target generated __generated__ gen fixtures fixture __fixtures__ testdata test-data __snapshots__ " +
    "snapshots coverage __pycache__ site-packages venv").split(" "),
);

const TESTS = new Set(
  "test tests test-d __tests__ spec specs e2e testing __mocks__ mocks".split(" "),
);

/**
 * Whether a path is that of a source file.
 *
 * @param file a path with `/`
 * @returns by its extension
 */
export function isSource(file: string): boolean {
  const dot = file.lastIndexOf(".");
  return dot > file.lastIndexOf("/") + 1 && SOURCE.has(file.slice(dot + 1).toLowerCase());
}

/**
 * Whether people write a file here, so that its faults are theirs.
 *
 * @param file a path with `/`
 * @returns false below folders of libraries, build results, fixtures and for minified files, and in
 * hidden folders but `.github`
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
 * Whether a folder holds tests.
 *
 * @param folder a path with `/`
 * @returns true also below such a folder
 */
export function isForTests(folder: string): boolean {
  return folder.split("/").some((part) => TESTS.has(part.toLowerCase()));
}

/**
 * Whether a file is a README.
 *
 * @param file a path with `/`
 * @returns by its name, in any case
 */
export function isReadme(file: string): boolean {
  return /(?:^|\/)readme\.\w+$/i.test(file);
}

/**
 * Whether a document is there to be tested with, so that its faults are meant.
 *
 * @param file a path with `/`
 * @returns true among tests, but for a README: that is for people
 */
export function isTestData(file: string): boolean {
  return isForTests(folderOf(file)) && !isReadme(file);
}
