/** The layers of docs/architecture.md, as they are in the module graph that Deno reads. */
import { assert, assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import { FILES, type Import, IMPORTS, ROOT, textOf } from "./_imports.ts";

/** The layers from top to bottom, as docs/architecture.md draws them. */
const LAYERS = [
  ...Deno.readTextFileSync(`${ROOT}/docs/architecture.md`).matchAll(/^src\/(\w+)\/ {2,}\S/gm),
].map(([, name]) => name!);

function listTracked(...patterns: string[]): string[] {
  const { stdout } = new Deno.Command("git", { args: ["ls-files", ...patterns], cwd: ROOT })
    .outputSync();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
const show = ({ from, to }: Import) => `${from} → ${to}`;

Deno.test("architecture: the list in docs/architecture.md has exactly the existing layers", () => {
  const layers = new Set(FILES.map(layerOf).filter((layer) => layer !== null));
  assertEquals([...LAYERS].sort(), [...layers].sort());
});

Deno.test("architecture: a layer imports only from itself and from layers below it", () => {
  const upwards = IMPORTS.filter(({ from, to }) => {
    const [above, below] = [layerOf(from), layerOf(to)];
    return above !== null && below !== null && LAYERS.indexOf(below) < LAYERS.indexOf(above);
  });
  assertEquals(upwards.map(show), []);
});

Deno.test("architecture: of the commands only `ralph hook` imports the hooks", () => {
  const doors = ["src/cli/hook_command.ts", "src/cli/prompt_hook.ts", "src/cli/slash_command.ts"];
  const others = IMPORTS.filter(({ from, to }) =>
    layerOf(from) === "cli" && layerOf(to) === "hook" && !doors.includes(from)
  );
  assertEquals(others.map(show), []);
});

Deno.test("architecture: every file of src is part of the program", () => {
  assertEquals(listTracked("src/*.ts").filter((path) => !FILES.includes(path)), []);
});

Deno.test("architecture: no folder of src has more than twenty files, no file more than 300 lines", () => {
  const counts = new Map<string, number>();
  for (const path of FILES) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  assertEquals([...counts].filter(([, count]) => count > 20), []);
  assertEquals(FILES.filter((path) => textOf(path).split("\n").length > 301), []);
});

Deno.test("architecture: no file only re-exports", () => {
  const onlyReexports = (path: string) => {
    const code = textOf(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").trim();
    return code !== "" &&
      code.replace(/^(?:import|export)\s[^;]*?from\s+"[^"]+";$/gm, "").trim() === "";
  };
  assertEquals(FILES.filter(onlyReexports), []);
});

/** Groups of files that import one another in a circle, types and lazy imports included (Tarjan). */
function findCircles(): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string) => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    stack.push(path);
    for (const { from, to } of IMPORTS) {
      if (from !== path || !FILES.includes(to)) continue;
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(to)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle);
  };
  for (const path of FILES) if (!order.has(path)) visit(path);
  return circles;
}

Deno.test("architecture: no files import one another in a circle", () => {
  assertEquals(findCircles(), []);
});

Deno.test("architecture: a type's name is declared once", () => {
  const declared = new Map<string, Set<string>>();
  for (const path of FILES) {
    for (
      const [, name = ""] of textOf(path).matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)
    ) {
      declared.set(name, (declared.get(name) ?? new Set()).add(path));
    }
  }
  const twice = [...declared].filter(([, paths]) => paths.size > 1);
  assertEquals(twice.map(([name, paths]) => [name, ...paths].join(" ")), []);
});

Deno.test("architecture: the core does no input or output, nor does what it loads", () => {
  const loaded = new Set(FILES.filter((path) => layerOf(path) === "loop"));
  // A set is walked to the entries that are added meanwhile.
  for (const path of loaded) {
    for (const { from, to, isType } of IMPORTS) if (from === path && !isType) loaded.add(to);
  }
  const impure = [...loaded].filter((path) =>
    !FILES.includes(path) ||
    /\bDeno\.|\bDate\.now|performance\.now|Temporal\.Now/.test(textOf(path))
  );
  assertEquals(impure, []);
});

Deno.test("architecture: of what sends notifications, hooks and loops import nothing", () => {
  const isSender = (path: string) => path.startsWith("src/lifecycle/notify/");
  const senders = IMPORTS.filter(({ from, to }) =>
    isSender(to) && !isSender(from) && ["hook", "lifecycle"].includes(layerOf(from) ?? "")
  );
  assertEquals(senders.map(show), []);
});

Deno.test("architecture: no hook loads what explains a decision afterwards", () => {
  const inside = ["hook", "lifecycle", "loop"];
  const imports = IMPORTS.filter(({ from, to }) =>
    to === "src/loop/explain.ts" && inside.includes(layerOf(from) ?? "")
  );
  assertEquals(imports.map(show), []);
});

/** Budgets of what these load, at once or later, with some headroom: a change that exceeds one says why. */
const REACHES: readonly (readonly [path: string, files: number, lines: number])[] = [
  ["src/hook/stop/stop.ts", 230, 24_000],
  ["src/cli/status/facts.ts", 190, 20_200],
  // With the live view, which shows what the report finds in the journal and in git.
  ["src/cli/status/status.ts", 227, 24_700],
];

for (const [path, mostFiles, mostLines] of REACHES) {
  Deno.test(`architecture: what ${path} reaches stays within its budget`, () => {
    const reached = new Set([path]);
    // A set is walked to the entries that are added meanwhile.
    for (const each of reached) {
      for (const { from, to, isType } of IMPORTS) {
        if (from === each && !isType && to.startsWith("src/")) reached.add(to);
      }
    }
    const lines = [...reached].reduce((sum, each) => sum + textOf(each).split("\n").length - 1, 0);
    assert(reached.size <= mostFiles, `${reached.size} files, at most ${mostFiles}`);
    assert(lines <= mostLines, `${lines} lines, at most ${mostLines}`);
  });
}

/** Counts lines without comments, imports and blanks. */
function countCode(text: string): number {
  const bare = text.replace(/^\s*\/\*\*?[\s\S]*?\*\/\s*?$/gm, "").replace(
    /^(?:import|export)\b[^;"'`]*?from\s+"[^"]+"(?: with \{[^}]*\})?;$|^import\s+"[^"]+";$/gm,
    "",
  );
  return bare.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    .length;
}

const countLines = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + textOf(path).split("\n").length - 1, 0);

/**
 * Budgets with some headroom, so that an ordinary change fits. Tests have none: a promise costs what it costs.
 */
Deno.test("architecture: the program stays within its budget of lines", () => {
  const sources = listTracked("src/*.ts");
  const figures = {
    "lines of code in src": [
      sources.reduce((sum, path) => sum + countCode(textOf(path)), 0),
      49_300,
    ],
    "lines of the guard": [
      countLines(listTracked("src/guard/*.ts", "src/hook/guard/*.ts", "src/repair/*.ts")),
      2_200,
    ],
  } as const;
  for (const [what, [count, most]] of Object.entries(figures)) {
    // deno-lint-ignore no-console -- the figures are shown in CI
    console.log(`${what}: ${count} of at most ${most}`);
  }
  assertEquals(Object.entries(figures).filter(([, [count, most]]) => count > most), []);
});

Deno.test("architecture: only main.ts exits the process", () => {
  assertEquals(FILES.filter((path) => /\bDeno\.exit\(/.test(textOf(path))), ["main.ts"]);
});

Deno.test("architecture: our own files are imported: a compiled program has no others", () => {
  assertEquals(FILES.filter((path) => /import\.meta\.(?!main\b)/.test(textOf(path))), []);
});

Deno.test("architecture: nothing cites a document that the repository does not have", () => {
  const dead =
    /\bdesign §|\bcontract (?:§|\d)|\bseed \d{3}|\bissue \d|\blesson \d|runner notes §|review-\w+\.md/;
  const files = listTracked("*.ts", "*.md", "*.json", "*.sh", ".ci/run")
    .filter((path) => path !== "tests/architecture_test.ts" && !path.startsWith("tests/fixtures/"));
  assert(files.length > 500, "The tracked files were not found");
  assertEquals(files.filter((path) => dead.test(textOf(path))), []);
});
