import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { dirname, fromFileUrl, join } from "@std/path";
import { readForm } from "../../src/adapters/form/read_form.ts";

const ROOM = fromFileUrl(new URL("../../src/adapters/", import.meta.url));
const DOCS = fromFileUrl(new URL("../../docs/adapters.md", import.meta.url));

/** Modules behind a lazy import: a form is read once, a program is rarely asked. */
const LAZY = ["form/read_form.ts", "external/questions.ts", "external/rehearse.ts"];

function importsOf(path: string): string[] {
  const text = Deno.readTextFileSync(path);
  return [...text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;"]*?from\s+)?"([^"]+)"/gm)]
    .map(([, specifier]) => specifier!);
}

/** What some modules load, themselves too: files by path, libraries by name. */
function loadedBy(paths: readonly string[], loaded = new Set<string>()): Set<string> {
  for (const path of paths.filter((path) => !loaded.has(path))) {
    loaded.add(path);
    const [own, foreign] = [true, false].map((isOwn) =>
      importsOf(path).filter((specifier) => specifier.startsWith(".") === isOwn)
    );
    foreign!.forEach((specifier) => loaded.add(specifier));
    loadedBy(own!.map((specifier) => join(dirname(path), specifier)), loaded);
  }
  return loaded;
}

Deno.test("adapters: what is remembered is read without a library, a node module or the reader of forms", () => {
  const own = [...walkSync(ROOM, { exts: [".ts"], includeDirs: false })].map(({ path }) => path);
  const isLazy = (path: string) => LAZY.some((lazy) => path.endsWith(lazy));
  assert(own.filter(isLazy).length === LAZY.length);
  const behindLazy = loadedBy(own.filter(isLazy));
  const everyday = own.filter((path) =>
    !behindLazy.has(path) || !importsOf(path).includes("valibot")
  );
  const loaded = [...loadedBy(everyday.filter((path) => !isLazy(path)))];
  assertEquals(loaded.filter((path) => !path.startsWith("/") && path !== "@std/path"), []);
  assertEquals(loaded.filter(isLazy), []);
});

Deno.test("docs: the adapters that the page shows are valid", async () => {
  const blocks = Deno.readTextFileSync(DOCS).matchAll(/```yaml\n([^]*?)```/g);
  const texts = [...blocks].map(([, text]) => text!);
  assertEquals(texts.length, 2);
  for (const text of texts) {
    const read = await readForm(text, "mine");
    assertEquals(read.kind, "ok", JSON.stringify(read));
  }
});

Deno.test("docs: the page names every key", async () => {
  const page = Deno.readTextFileSync(DOCS);
  const read = await readForm("x: 1\nmetrics: {x: 1}\nconvergence: {x: 1}", "mine");
  assert(read.kind === "broken");
  const keys = read.problems.flatMap((problem) =>
    /known here: (.*)$/.exec(problem)?.[1]?.split(", ") ?? []
  );
  assert(keys.length > 15, keys.join(" "));
  for (const key of keys) assert(page.includes(key), key);
});
