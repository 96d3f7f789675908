import { assert, assertEquals } from "@std/assert";
import {
  findFixedFolders,
  parseFixedFolders,
  scanRulesOf,
  scanText,
} from "../../../src/guidance/constraints/scan_text.ts";
import { PROJECT_FILE_LIST } from "../../../src/store/project_files.ts";
import { findUserPaths } from "../../../src/guidance/constraints/user_paths.ts";

const HOME = "/home/kim";

const PATHS: [string, string | null][] = [
  ['root = "/home/kim/data/x.csv"', "critical"],
  ["/home/kim", "critical"],
  ["file:///home/kim/x", "critical"],
  ["/home/kimberly/x", "high"],
  ["PATH=/usr/bin:/home/lee/bin", "high"],
  ["open('/Users/lee/x')", "high"],
  ["file:///Users/lee/x", "high"],
  ["C:\\Users\\Lee\\x", "high"],
  ['"C:\\\\Users\\\\Lee\\\\x"', "high"],
  ["D:/Users/Lee/x", "high"],
  ["/mnt/c/Users/lee/x", "high"],
  ["/c/Users/lee/x", "high"],
  ["/var/home/lee/x", "high"],
  ["/home/user/x", "low"],
  ["/Users/runner/work", "low"],
  ["/home/linuxbrew/.linuxbrew", "low"],
  ["https://example.com/home/lee/x", null],
  ["https://home/lee/x", null],
  ["api/Users/lee/x", null],
  ["$ROOT/home/lee/x", null],
  ["${ROOT}/home/lee/x", null],
  ["./home/lee/x", null],
  ["~/home/lee/x", null],
  ["/home/$USER/x", null],
  ["/home/<name>/x", null],
  ["/home/lee", null],
  ["/homes/lee/x", null],
];

for (const [text, severity] of PATHS) {
  Deno.test(`user paths: ${text} is ${severity ?? "none"}`, () => {
    const found = findUserPaths("src/a.py", `\n${text}\n`, HOME);
    assertEquals(found.map((each) => each.severity), severity === null ? [] : [severity]);
    if (severity !== null) assertEquals(found[0]?.line, 2);
  });
}

Deno.test("user paths: a path is one finding, on its own line, cut at its end", () => {
  const text = "a\n'/home/kim/a b' \"/home/lee/c\"\n\n/Users/lee/d, /home/kim/e";
  assertEquals(
    findUserPaths("a.py", text, HOME).map(({ line, text, severity }) => [line, text, severity]),
    [
      [2, "/home/kim/a", "critical"],
      [2, "/home/lee/c", "high"],
      [4, "/Users/lee/d", "high"],
      [4, "/home/kim/e", "critical"],
    ],
  );
});

Deno.test("user paths: in documentation and tests they are examples", () => {
  const severityIn = (file: string, text: string, home: string) =>
    findUserPaths(file, text, home)[0]?.severity;
  assertEquals(severityIn("README.md", "/home/lee/x", HOME), "medium");
  assertEquals(severityIn("tests/a.ts", "/home/lee/x", HOME), "medium");
  assertEquals(severityIn("README.md", "/home/kim/x", HOME), "critical");
  assertEquals(severityIn("Dockerfile", "/root/.cache", "/root"), "medium");
  assertEquals(severityIn("a", "x/y", "/"), undefined);
});

Deno.test("user paths: a minified file gives a bounded number of findings", () =>
  assertEquals(findUserPaths("a.js", "'/home/lee/x',".repeat(10_000), HOME).length, 50));

Deno.test("fixed folders: named in code, not in documentation, nor as part of another name", () => {
  const folders = parseFixedFolders(["high:a/b", "data/raw/", "  ", "low:"]);
  assertEquals(folders, [
    { severity: "high", path: "a/b/" },
    { severity: "medium", path: "data/raw/" },
  ]);
  const text = "x = 'a/b/c'\ny = 'metadata/raw/'\nz = './data/raw/q'";
  assertEquals(
    findFixedFolders("x.py", text, folders).map(({ line, severity }) => [line, severity]),
    [[1, "high"], [3, "medium"]],
  );
  assertEquals(findFixedFolders("x.md", text, folders), []);
});

Deno.test("ids: stay when lines move; differ for equal texts in a file and between files", () => {
  const rules = { home: HOME, fixedFolders: [] };
  const ids = (file: string, text: string) => scanText(file, text, rules).map(({ id }) => id);
  const once = ids("a.py", "/home/lee/x");
  assertEquals(ids("a.py", "\n\n# new\n  /home/lee/x"), once);
  const twice = ids("a.py", "/home/lee/x\n/home/lee/x");
  assertEquals([twice[0], new Set(twice).size], [once[0], 2]);
  assertEquals(new Set([...once, ...ids("b.py", "/home/lee/x")]).size, 2);
});

Deno.test("scan: the schema of ralph's own settings is no finding", () => {
  const rules = scanRulesOf(HOME);
  const text = JSON.stringify(rules.fixedFolders.map(({ path }) => path)) + HOME;
  assertEquals(scanText(".claude/ralph-config.schema.json", text, rules), []);
  assertEquals(scanText("packages/app/.claude/ralph-config.json", text, rules), []);
  assertEquals(scanText(".claude/settings.json", text, rules).length > 0, true);
});

Deno.test("rules: no file of ralph's own is a constraint, in the project or in the home", () => {
  const rules = scanRulesOf("/home/kim");
  const text = '{"program":"/home/kim/bin/ralph","log":"/Users/lee/x","a":"outputs/runs/x"}\n';
  const own = [
    ...PROJECT_FILE_LIST.map(({ name, isFolder }) => `.claude/${name}${isFolder ? "/x.md" : ""}`),
    ".ralph-result",
    "packages/app/.ralph-result",
    ".claude/ralph/hooks-installed.json",
    ".claude/ralph/loops/1/journal.jsonl",
    ".claude/ralph-stop-reason.json",
    ".claude/loop-start-timestamp",
    ".claude/settings.json.before-ralph-20260102T030405Z",
  ];
  for (const file of own) assertEquals(scanText(file, text, rules), [], file);
  for (const file of [".claude/settings.json", "ralph-result", "src/ralph/x.ts"]) {
    assert(scanText(file, text, rules).length > 0, file);
  }
});
