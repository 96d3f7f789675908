/** The map of the house: who may import whom, and what the hot path must not load. */
import { assert, assertEquals } from "@std/assert";
import { walkSync } from "@std/fs";
import { dirname, fromFileUrl, join, relative } from "@std/path";

const ROOT = fromFileUrl(new URL("../", import.meta.url));

/** Rooms from the top to the bottom; a room imports only from itself and from rooms below it. */
const ROOMS = [
  "cli",
  "demo",
  "runner",
  "hook",
  "lifecycle",
  "prompt",
  "guidance",
  "constraints",
  "explore",
  "guard",
  "registration",
  "evidence",
  "focus",
  "adapters",
  "loop",
  "tree",
  "store",
  "process",
  "text",
];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  readonly isLazy: boolean;
}

function listImports(): Import[] {
  const found: Import[] = [];
  for (const { path } of walkSync(join(ROOT, "src"), { exts: [".ts"], includeDirs: false })) {
    const from = relative(ROOT, path);
    const text = Deno.readTextFileSync(path);
    const statics = text.matchAll(/^(?:import|export)\s(type\s)?(?:[^;"]*?from\s+)?"([^"]+)"/gm);
    for (const [, isType, specifier] of statics) {
      found.push({
        from,
        to: resolve(from, specifier ?? ""),
        isType: isType !== undefined,
        isLazy: false,
      });
    }
    for (const [, specifier] of text.matchAll(/\bimport\("([^"]+)"\)/g)) {
      found.push({ from, to: resolve(from, specifier ?? ""), isType: false, isLazy: true });
    }
  }
  return found;
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
}

function roomOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

const IMPORTS = listImports();

Deno.test("house: every room is on the map", () => {
  assert(IMPORTS.length > 200, "the imports were not found");
  const rooms = new Set(IMPORTS.map(({ from }) => roomOf(from)).filter((room) => room !== null));
  assertEquals([...rooms].filter((room) => !ROOMS.includes(room)), []);
});

Deno.test("house: imports run downwards", () => {
  const upwards = IMPORTS.filter(({ from, to }) => {
    const above = roomOf(from);
    const below = roomOf(to);
    return above !== null && below !== null && ROOMS.indexOf(below) < ROOMS.indexOf(above);
  });
  assertEquals(upwards.map(({ from, to }) => `${from} → ${to}`), []);
});

Deno.test("house: of the commands only `ralph hook` imports the hooks", () => {
  const commands = IMPORTS.filter(({ from, to }) => roomOf(from) === "cli" && roomOf(to) === "hook")
    .map(({ from }) => from);
  const ownDoor = ["src/cli/prompt_hook.ts", "src/cli/slash_command.ts"];
  assertEquals([...new Set(commands)].filter((path) => !ownDoor.includes(path)), []);
});

Deno.test("house: the core imports text functions and types only, and has no input or output", () => {
  const fromStore = IMPORTS.filter(({ from, to, isType }) =>
    roomOf(from) === "loop" && !["loop", "text"].includes(roomOf(to) ?? "") && !isType
  );
  assertEquals(fromStore.map(({ from, to }) => `${from} → ${to}`), []);
  for (const { path } of walkSync(join(ROOT, "src/loop"), { exts: [".ts"], includeDirs: false })) {
    assert(
      !/\bDeno\.|\bDate\.now|performance\.now|Temporal\.Now/.test(Deno.readTextFileSync(path)),
      path,
    );
  }
});

/** What a module loads at once, our own modules first. */
function loadedBy(...entries: string[]): { ours: Set<string>; foreign: string[] } {
  const loaded = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    queue.push(
      ...IMPORTS.filter((one) => one.from === path && !one.isType && !one.isLazy)
        .map(({ to }) => to),
    );
  }
  const foreign = [...loaded].filter((path) => !path.startsWith("src/")).sort();
  return { ours: loaded, foreign };
}

Deno.test("house: the hot path loads no node module and no library before it is needed", () => {
  const hooks = ["run", "stop/stop", "guard/guard", "archive/archive"].map((name) =>
    `src/hook/${name}.ts`
  );
  assertEquals(loadedBy(...hooks).foreign, ["@std/path"]);
});

Deno.test("house: a continuation loads no library, whatever the phase", () => {
  const lazily = [
    "src/hook/stop/instruct.ts",
    "src/guidance/at_continuation.ts",
    "src/constraints/rules.ts",
    "src/prompt/continuation.ts",
    "src/focus/focus_file.ts",
    "src/evidence/idleness/find_idle_phrase.ts",
    "src/hook/stop/consult_here.ts",
    "src/hook/stop/explore_here.ts",
    "src/hook/stop/verify_task.ts",
    "src/adapters/consult.ts",
  ];
  assertEquals(loadedBy(...lazily).foreign, ["@std/path"]);
});

Deno.test("house: only main.ts exits the process", () => {
  const exits = [...walkSync(join(ROOT, "src"), { exts: [".ts"], includeDirs: false })]
    .filter(({ path }) => /\bDeno\.exit\(/.test(Deno.readTextFileSync(path)))
    .map(({ path }) => relative(ROOT, path));
  assertEquals(exits, []);
});
