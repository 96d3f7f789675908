import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { scanAtStart, skipScanAtStart } from "../../../src/guidance/constraints/at_start.ts";
import { StateError } from "../../../src/error.ts";
import { acknowledge } from "../../../src/guidance/constraints/last_findings.ts";
import { Project } from "./_project.ts";

const SEEDED = {
  "pyproject.toml": '[tool]\nout = "outputs/runs/x"\ncore = "packages/alpha-forge-core/src"\n',
  "src/load.py": 'A = "/home/kim/data"\nB = "/Users/lee/data/"\n',
  "README.md": "Unpack to /home/user/app.\n",
  ".gitignore": "ignored/\n",
  "ignored/x.py": "/home/kim/ignored",
};

const GOLDEN = [
  ["critical", "hardcoded_path", "src/load.py", 1, "/home/kim/data"],
  ["high", "rigid_structure", "pyproject.toml", 3, "packages/alpha-forge-core/"],
  ["high", "hardcoded_path", "src/load.py", 2, "/Users/lee/data/"],
  ["medium", "rigid_structure", "pyproject.toml", 2, "outputs/runs/"],
];

for (const withGit of [true, false]) {
  Deno.test(`scan: a seeded project, every kind, ${withGit ? "with" : "without"} git`, async () => {
    using project = new Project(SEEDED);
    if (withGit) project.track();
    const { findings, source, files } = await project.scan();
    const rows = findings.filter(({ severity }) => severity !== "low")
      .map(({ severity, category, file, line, text }) => [severity, category, file, line, text]);
    assertEquals(rows, GOLDEN);
    const low = findings.filter(({ severity }) => severity === "low");
    const kinds = Object.groupBy(low, ({ category }) => category);
    assertEquals(kinds.hardcoded_path?.map(({ text }) => text), ["/home/user/app."]);
    assertEquals(new Set(findings.map(({ id }) => id)).size, findings.length);
    assertEquals([source, files.total], [withGit ? "git" : "walk", 4]);
    assert(findings.every(({ advice, description }) => advice.length > 0 && description !== ""));
  });
}

Deno.test("scan: binary, large and odd files, links and loops, folders that cannot be read", async () => {
  using project = new Project({
    "binary.bin": new Uint8Array([47, 0, 1, 2]),
    "large.txt": "/home/kim/x ".repeat(100_000),
    "utf16.txt": new Uint8Array([0xff, 0xfe, 0x2f, 0x00]),
    "latin1.py": new Uint8Array([0xe9, 0x0a, ...new TextEncoder().encode("'/home/lee/x'")]),
    "ü \"q\" 'x'.py": "'/home/lee/y'",
    "locked/a.py": "'/home/lee/z'",
    "a\nb\tc.py": "",
  });
  Deno.symlinkSync("..", `${project.project}/loop`);
  Deno.symlinkSync("/etc/passwd", `${project.project}/passwd`);
  Deno.symlinkSync("gone", `${project.project}/dangling`);
  Deno.chmodSync(`${project.project}/locked`, 0o000);
  for (const withGit of [false, true]) {
    Deno.chmodSync(`${project.project}/locked`, 0o700);
    if (withGit) project.track();
    Deno.chmodSync(`${project.project}/locked`, 0o000);
    const { findings, files } = await project.scan();
    const found = findings.filter(({ category }) => category === "hardcoded_path");
    const isSuperuser = Deno.uid() === 0;
    assertEquals(found.length, isSuperuser ? 3 : 2);
    assertEquals([files.binary, files.large], [2, 1]);
  }
  Deno.chmodSync(`${project.project}/locked`, 0o700);
});

Deno.test("scan: tracked files that are gone, and a work tree, a subfolder and format 4 of the index", async () => {
  using project = new Project({ "a.py": "'/home/lee/x'", "sub/b.py": "'/home/lee/y'", "c.py": "" });
  project.track();
  project.git("commit", "-qm", "x");
  Deno.removeSync(`${project.project}/c.py`);
  const texts = async (root: string) => {
    const { findings, source } = await project.scan({ project: root });
    const paths = findings.filter(({ category }) => category === "hardcoded_path");
    return [source, ...paths.map(({ file }) => file)];
  };
  assertEquals(await texts(project.project), ["git", "a.py", "sub/b.py"]);
  assertEquals(await texts(`${project.project}/sub`), ["git", "b.py"]);
  project.git("worktree", "add", "-q", "../tree", "-b", "other");
  assertEquals(await texts(`${project.root}/tree`), ["git", "a.py", "sub/b.py"]);
  project.git("update-index", "--index-version", "4");
  assertEquals(await texts(project.project), ["git", "a.py", "sub/b.py"]);
  Deno.writeTextFileSync(`${project.project}/.git/index`, "DIRC garbage");
  assertEquals(await texts(project.project), ["walk", "a.py", "sub/b.py"]);
});

Deno.test("start: counts unacknowledged findings by severity; --strict refuses critical findings", async () => {
  using project = new Project(SEEDED);
  project.track();
  const request = project.request();
  const lines = await scanAtStart(request, false);
  assertStringIncludes(lines[0] ?? "", "1 critical, 2 high, 1 medium, 1 low");
  assertStringIncludes(lines[1] ?? "", "src/load.py:1");
  const refused = await scanAtStart(request, true).catch((error) => error);
  assert(refused instanceof StateError);
  const id = /\((hardcoded-\w+)\)/.exec(lines[1] ?? "")?.[1] ?? "";
  acknowledge(project.places, project.project, { ids: [id], isSeen: true, nowMs: 0 });
  assertMatch((await scanAtStart(request, true))[0] ?? "", /^Constraints: 2 high/);
  acknowledge(project.places, project.project, { ids: [id], isSeen: false, nowMs: 0 });
  assertStringIncludes((await scanAtStart(request, false))[0] ?? "", "1 critical");
});

Deno.test("start: if nothing can be saved the scan reports that, and still counts", async () => {
  using project = new Project(SEEDED);
  project.track();
  project.write("~/.claude/ralph", "a file where a folder should be");
  const request = project.request();
  const lines = await scanAtStart(request, false);
  assertStringIncludes(lines[0] ?? "", "1 critical");
  assert(lines.some((line) => line.startsWith("Warning: ")));
});

Deno.test("start: --skip-constraint-scan leaves a loop without findings, whatever is scanned for it", async () => {
  using project = new Project(SEEDED);
  await project.scan();
  assert(project.lastFindings.length > 0);
  assertEquals(skipScanAtStart(project.request()), ["Constraints: not scanned"]);
  assertEquals(await project.scanAgain(), null);
  assertEquals([project.lastFindings, project.last?.isComplete], [[], true]);
});

Deno.test("start: a dry run counts, and saves nothing", async () => {
  using project = new Project(SEEDED);
  const lines = await scanAtStart(project.request({ isDryRun: true }), false);
  assertStringIncludes(lines[0] ?? "", "1 critical");
  assertEquals(project.last, null);
});
