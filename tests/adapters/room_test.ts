import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { fromFileUrl } from "@std/path";
import { readForm } from "../../src/adapters/form/read_form.ts";

const ROOM = fromFileUrl(new URL("../../src/adapters/", import.meta.url));
const DOCS = fromFileUrl(new URL("../../docs/adapters.md", import.meta.url));

Deno.test("room: a Stop event loads no library and no node module for an adapter", () => {
  const files = [...walkSync(ROOM, { exts: [".ts"], includeDirs: false })];
  assert(files.length > 20);
  const foreign = files.flatMap(({ path }) =>
    [...Deno.readTextFileSync(path).matchAll(/^import\s(?:[^;"]*?from\s+)?"([^"]+)"/gm)]
      .map(([, specifier]) => specifier!)
  ).filter((specifier) => !specifier.startsWith("."));
  assertEquals([...new Set(foreign)], ["@std/path"]);
});

Deno.test("room: a Stop event parses no YAML once the file was read", () => {
  const consult = Deno.readTextFileSync(`${ROOM}form/user_files.ts`);
  assert(!/^import .*read_form/m.test(consult));
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
