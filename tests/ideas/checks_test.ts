import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readTasks } from "../../src/ideas/facts/task_list.ts";
import { Explored } from "./_project.ts";

type Files = Record<string, string>;

async function findIn(files: Files, check: string): Promise<string[]> {
  using project = new Explored(files);
  project.track();
  return await project.textsOf(check);
}

function sources(folder: string, count: number, end = "ts"): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}f${index}.${end}`, "x\n"]),
  );
}

Deno.test("explore: a folder with more than three sources and no README, of any language", async () => {
  assertEquals(await findIn(sources("src/", 4, "go"), "readme"), [
    "No README in src/ (4 source files)",
  ]);
  assertEquals(await findIn(sources("", 4, "py"), "readme"), [
    "No README in the project's root (4 source files)",
  ]);
});

Deno.test("explore: a few sources, data, tests, libraries, generated and hidden folders need no README", async () => {
  const traps: Files[] = [
    sources("few/", 3),
    sources("src/", 9, "json"),
    { ...sources("src/", 4), "src/README.rst": "x" },
    { ...sources("src/", 4), "src/readme": "x" },
    sources("tests/unit/", 4),
    sources("node_modules/a/", 4),
    sources("pkg/vendor/b/", 4),
    sources("src/generated/", 4),
    sources("testdata/", 4),
    sources("test-d/", 4),
    sources(".hidden/", 4),
    // A package is described at its top, one folder above its sources.
    { ...sources("crates/a/src/", 4), "crates/a/README.md": "x" },
  ];
  const entries = traps.flatMap((files, at) =>
    Object.entries(files).map(([path, text]) => [`${at}/${path}`, text] as const)
  );
  const files = { ...Object.fromEntries(entries), ...sources("found/", 4) };
  assertEquals(await findIn(files, "readme"), ["No README in found/ (4 source files)"]);
});

Deno.test("explore: a README that was just written counts before git tracks it", async () => {
  using project = new Explored(sources("src/", 4));
  project.track();
  project.write("src/README.md", "# Src\n");
  assertEquals(await project.textsOf("readme"), []);
});

Deno.test("explore: remarks are counted in comments, and the heaviest file comes first", async () => {
  const found = await findIn({
    "a.ts": "// TODO one\ncode(); // TODO two\n/* FIXME three */\n",
    "b.py": "x = 1\n# FIXME a\n# HACK b\n# XXX c\n# TODO d\n",
    "few.ts": "// TODO one\n// TODO two\n",
    "text.ts": 'const a = "TODO"; const b = "FIXME"; const c = "XXX";\n',
    "words.ts": "// TODOS and FIXMEs of a MASTODON, todo\n".repeat(9),
    "data.json": "// FIXME\n".repeat(9),
    "vendor/x.ts": "// FIXME\n".repeat(9),
    "app.min.js": "// FIXME\n".repeat(9),
    "types.d.ts": "// FIXME\n".repeat(9),
    "api_generated.go": "// FIXME\n".repeat(9),
    "README.md": "TODO FIXME XXX HACK\n",
  }, "todo");
  assertEquals(found, [
    "4 TODO or FIXME remarks in b.py:2 and below",
    "3 TODO or FIXME remarks in a.ts:1 and below",
  ]);
});

Deno.test("explore: an accepted decision whose spec is missing or open", async () => {
  const adr = (status: string) => `---\nstatus: ${status}\n---\n\n# A\n`;
  const spec = (status: string) => `---\nimplementation-status: ${status}\n---\n`;
  const found = await findIn({
    "docs/adr/one.md": adr("accepted"),
    "docs/adr/two.md": adr('"Accepted"'),
    "docs/design/two/spec.md": spec("in_progress"),
    "docs/adr/three.md": adr("accepted"),
    "docs/design/three/spec.md": "# no status\n",
    // Traps.
    "docs/adr/four.md": adr("accepted"),
    "docs/design/four/spec.md": spec("completed"),
    "docs/adr/five.md": adr("proposed"),
    "docs/adr/six.md": "# Six\n\nStatus: accepted\n",
    "docs/adr/seven.md": "---\nstatus: accepted\nimplementation-status: completed\n---\n",
    "docs/adr/sub/eight.md": adr("accepted"),
  }, "adr");
  assertEquals(found.sort(), [
    "Accepted, but not implemented: docs/adr/one.md:1: docs/design/one/spec.md is missing",
    "Accepted, but not implemented: docs/adr/three.md:1: " +
    "docs/design/three/spec.md has no implementation-status",
    "Accepted, but not implemented: docs/adr/two.md:1: docs/design/two/spec.md is in_progress",
  ]);
  const withoutSpecs = { "docs/adr/one.md": adr("accepted") };
  assertEquals(await findIn(withoutSpecs, "adr"), []);
});

const PACKAGE = JSON.stringify({ scripts: { build: "x", lint: "x", "test:all": "x", dev: "x" } });

Deno.test("explore: a document that says to run what does not exist", async () => {
  const found = await findIn({
    "package.json": PACKAGE,
    "Makefile": ".PHONY: all\nall: x\n\techo\nx y: z\nV := 1\n",
    "scripts/run.sh": "x",
    "README.md": "```bash\nnpm run build\nnpm run biuld\nmake all && make nothing\nmake y\n" +
      "npm run lint\n./scripts/run.sh\nbash scripts/gone.sh\n```\n",
  }, "doc");
  assertEquals(found.slice(0, 3).sort(), [
    "README.md:3 says to run `npm run biuld`, and there is no such task",
    "README.md:4 says to run `make nothing`, and there is no such task",
    "README.md:8 says to run `scripts/gone.sh`, and there is no such file",
  ]);
});

const NOT_A_GAP: readonly (readonly [name: string, text: string])[] = [
  ["elsewhere", "```sh\ncd web\nnpm run gone\n```"],
  ["another project", "```sh\ngit clone x && cd x\nnpm run gone\n```"],
  ["with a prefix", "`npm run gone --prefix web` `make -C web gone`"],
  ["other language", "```js\nnpm run gone\n```"],
  ["output", "```console\n$ npm run build\nnpm run gone\n```"],
  ["built in", "`npm run test` `npm run start`"],
  ["no runner here", "`just gone` `mise run gone`"],
  ["programs of libraries", "`yarn run eslint` `bun run x.ts` `pnpm exec gone`"],
  ["a name", "`make sure it works` `npm run <script>` `npm run $NAME`"],
  ["the reader's file", "```sh\npython app.py\n./dist/tool.sh\nnode out/x.js\n```"],
  ["made by the reader", "```sh\necho x > scripts/mine.sh\nbash scripts/mine.sh\n```"],
  ["about runners", "`npm run a` `npm run b` `npm run c` `npm run build`"],
];

Deno.test("explore: unverifiable commands do not make a document one about this project", async () => {
  const text = "```sh\nnpm run gone\nnpm run lost\nnpm run build\nnode mine.js\nnode out/x.js\n```";
  assertEquals(await findIn({ "package.json": PACKAGE, "docs/shells.md": text }, "doc"), []);
});

Deno.test("explore: what is not a gap between document and project", async () => {
  const documents = NOT_A_GAP.map(([name, text]) => [`${name}.md`, text]);
  const found = await findIn({
    "package.json": PACKAGE,
    "scripts/run.sh": "x",
    "a gap.md": "```sh\nnpm run build\nnpm run gone\n```",
    ...Object.fromEntries(documents),
  }, "doc");
  const gaps = found.filter((line) => line.includes("says to run"));
  assertEquals(gaps, ["a gap.md:3 says to run `npm run gone`, and there is no such task"]);
});

Deno.test("explore: tasks are read from five kinds of files", () => {
  const of = (file: string, text: string) => {
    const list = readTasks(file, text);
    return list === null ? null : [list.runner, ...list.names, list.isOpen];
  };
  assertEquals(of("package.json", PACKAGE), ["npm", "build", "lint", "test:all", "dev", false]);
  assertEquals(of("a/deno.jsonc", '{ // c\n "tasks": { "a": "x // y", "b": {}, }, }'), [
    "deno",
    "a",
    "b",
    false,
  ]);
  assertEquals(of("Makefile", "a b: c\n\tx\nV = 1\nW ::= 2\n%.o: %.c\n"), ["make", "a", "b", true]);
  assertEquals(of("Makefile", "ifeq (1,1)\nendif\n\n.PHONY: a\n\na:\n\tx\n"), ["make", "a", false]);
  // deno-fmt-ignore
  assertEquals(of("justfile", "set x := 1\nalias t := test\n@test arg='1': dep\n  x\n_p:\n"), [
    "just", "test", "_p", "t", false,
  ]);
  assertEquals(of("mise.toml", '[tools]\nx = "1"\n[tasks]\na = "x"\n[tasks."b:c"]\nrun = "y"\n'), [
    "mise",
    "b:c",
    "a",
    false,
  ]);
  for (const text of ["", "{", "[]", "null", '{"scripts":[1]}', "\u0000"]) {
    assertEquals(of("package.json", text), null);
  }
});

Deno.test("explore: changes against git, by size and content, never by time alone", async () => {
  using project = new Explored({
    "a.txt": "one\n",
    "b.txt": "two\n",
    "c.txt": "three\n",
    "d.txt": "x\n",
  });
  project.track();
  project.git("commit", "-qm", "x");
  assertEquals(await project.textsOf("uncommitted"), []);
  project.age();
  assertEquals(await project.textsOf("uncommitted"), [], "touched only");
  project.write("a.txt", "ONE\n");
  project.write("b.txt", "longer\n");
  project.write("new.txt", "untracked\n");
  Deno.removeSync(`${project.project}/c.txt`);
  const [found = "", ...others] = await project.textsOf("uncommitted");
  assertEquals(others, []);
  assertStringIncludes(found, "3 tracked files differ from git");
  for (const name of ["a.txt", "b.txt", "c.txt"]) assertStringIncludes(found, name);
  assert(!found.includes("since 1970"), found);
  assertStringIncludes(found, "leave alone what may be the user's work in progress");
  project.git("add", "-A");
  project.git("commit", "-qm", "y");
  assertEquals(await project.textsOf("uncommitted"), []);
});

Deno.test("explore: no git, no uncommitted changes", async () => {
  using project = new Explored({ "a.md": "[x](gone.md)\n" });
  assertEquals(await project.textsOf("uncommitted"), []);
  assert((await project.textsOf("broken-link")).length === 1);
});
