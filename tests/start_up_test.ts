/** The rules of the hot path (docs/start-up.md): what hooks and the status line load at once, and later. */
import { assert, assertEquals } from "@std/assert";
import { PACK_ROOTS } from "../scripts/_pack_roots.ts";
import { FILES, type Import, IMPORTS, textOf } from "./_imports.ts";

const show = ({ from, to }: Import) => `${from} → ${to}`;

/** Lists modules with their imports: only the static ones, or all. */
function listLoaded(first: Iterable<string>, isFollowed: (each: Import) => boolean): Set<string> {
  const loaded = new Set(first);
  // A set is walked to the entries that are added meanwhile.
  for (const path of loaded) {
    for (const each of IMPORTS) {
      if (each.from === path && !each.isType && isFollowed(each)) loaded.add(each.to);
    }
  }
  return loaded;
}

const ROOTS = PACK_ROOTS.flatMap(({ roots }) => Object.keys(roots).map((path) => `src/${path}`));

/** The modules in the packs of hooks and the status line. */
const AT_ONCE = listLoaded(ROOTS, ({ isLazy }) => !isLazy);

/** All modules that hooks and the status line may load. */
const EVER = listLoaded(ROOTS, () => true);

const HOT = FILES.filter((path) => AT_ONCE.has(path));

/** Deno's own start makes it, and its `existsSync` makes no error if a file is missing. */
const IN_SNAPSHOT = "node:fs";

/** Lists the modules of libraries and of the runtime. */
const listForeign = (paths: Iterable<string>) =>
  [...paths].filter((path) => !path.startsWith("src/") && path !== IN_SNAPSHOT).sort();

Deno.test("hot path: the roots of the packs are modules of the program", () => {
  assertEquals(ROOTS.filter((path) => !FILES.includes(path)), []);
  assert(HOT.length > 100, `Only ${HOT.length} files were found`);
});

Deno.test("hot path: no library and of node what is there, before something else is needed", () => {
  assertEquals(listForeign(AT_ONCE), []);
});

Deno.test("hot path: no @std/path, @std/fs and @std/cli, ever, and of node what is there", () => {
  const slow = [...EVER].filter((path) => /^(?:node:|@std\/(?:path|fs|cli)\b)/.test(path));
  assertEquals(slow, [IN_SNAPSHOT]);
});

Deno.test("hot path: a continuation loads no library, whatever the phase", () => {
  const lazily = IMPORTS.filter(({ from, to, isLazy }) =>
    isLazy && /^src\/(?:hook\/stop|lifecycle)\//.test(from) && to.startsWith("src/")
  ).map(({ to }) => to);
  assert(lazily.length > 3, "The lazy imports of hook stop were not found");
  assertEquals(listForeign(listLoaded(lazily, ({ isLazy }) => !isLazy)), []);
});

Deno.test("hot path: own path functions are for what hooks load, the rest uses @std/path", () => {
  const others = IMPORTS.filter(({ from, to }) => to === "src/system/path.ts" && !EVER.has(from));
  assertEquals(others.map(show), []);
});

/** The text of a file without comments. */
const codeOf = (path: string) => textOf(path).replace(/\/\*[^]*?\*\/|(?<![:"'`\\/])\/\/.*$/gm, "");

/** Forms that no file of the hot path has, each with an example that matches. */
const RULES: Readonly<Record<string, readonly [form: RegExp, example: string]>> = {
  "no Intl before a text needs it, no localeCompare, no toLocale…": [
    /(?<!\?\?= new |: )\bIntl\.|\.localeCompare\(|\.toLocale\w*String\(/,
    "a.localeCompare(b)",
  ],
  "no stream for standard input": [/Deno\.stdin\.readable|\bnew Response\(/, "Deno.stdin.readable"],
  "no await outside functions": [
    /^(?:await |(?:export )?(?:const|let) .*= await )/m,
    "await load()",
  ],
  "no using of a name that is not read": [/\busing _/, "using _lock = take()"],
};

for (const [rule, [form, example]] of Object.entries(RULES)) {
  Deno.test(`hot path: ${rule}`, () => {
    assert(form.test(example), example);
    assertEquals(HOT.filter((path) => form.test(codeOf(path))), []);
  });
}

Deno.test("packs: an exported variable does not change: packs hand out its first value", () => {
  assertEquals(FILES.filter((path) => /^export (?:let|var) /m.test(textOf(path))), []);
});
