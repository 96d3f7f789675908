import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { detectAlphaForge, remoteUrl } from "../../../src/adapters/alpha_forge/detect.ts";
import { Project } from "../_project.ts";

const SIGNS: readonly [name: string, files: Record<string, string>, evidence: string | null][] = [
  ["nothing", { "README.md": "alpha-forge" }, null],
  ["pyproject", { "pyproject.toml": 'name = "alpha-forge"\n' }, "pyproject.toml names alpha-forge"],
  ["with an underscore", { "pyproject.toml": "alpha_forge" }, "pyproject.toml names alpha-forge"],
  ["another name", { "pyproject.toml": "alpha forge, alphaforge" }, null],
  [
    "a package",
    { "packages/core/pyproject.toml": "alpha-forge", "packages/a/pyproject.toml": "x" },
    "packages/core/pyproject.toml names alpha-forge",
  ],
  ["the core package", { "packages/alpha-forge-core/x": "" }, "packages/alpha-forge-core is there"],
  ["runs", { "outputs/runs/x": "" }, "outputs/runs is there"],
  ["a file is no folder", { "outputs/runs": "" }, null],
];

for (const [name, files, evidence] of SIGNS) {
  Deno.test(`alpha-forge: detected by ${name}`, () => {
    using project = new Project(files);
    const detection = detectAlphaForge(project.project);
    assertEquals(detection.isMatch, evidence !== null);
    if (evidence !== null) assertEquals(detection.evidence, [evidence]);
  });
}

Deno.test("alpha-forge: a subfolder belongs to the project up to five folders above", () => {
  using project = new Project({ "pyproject.toml": "alpha-forge", ".git/HEAD": "" });
  for (const [below, isMatch] of [["a/b/c/d/e", true], ["a/b/c/d/e/f", false]] as const) {
    const folder = join(project.project, below);
    Deno.mkdirSync(folder, { recursive: true });
    const detection = detectAlphaForge(folder);
    assertEquals([below, detection.isMatch], [below, isMatch]);
    assertEquals(detection.root, isMatch ? project.project : folder);
  }
});

Deno.test("alpha-forge: a folder outside of the repository, or without one, does not identify a project", () => {
  using place = new Project({ "outputs/runs/run_20250101_000000/summary.json": "{}" });
  for (const name of ["plain", "cloned/.git/HEAD"]) {
    place.write(`${name}/x`, "");
    const project = join(place.project, name.split("/")[0] ?? "");
    const { isMatch, root } = detectAlphaForge(project);
    assertEquals([isMatch, root], [false, project], name);
  }
});

Deno.test("alpha-forge: a folder of another owner does not identify a project below it", () => {
  if (Deno.uid() !== 0) return skipAsUser("only root can give a folder away");
  using place = new Project({ "outputs/runs/x": "", ".git/HEAD": "", "mine/x": "" });
  assertEquals(detectAlphaForge(join(place.project, "mine")).isMatch, true);
  Deno.chownSync(place.project, 65534, 65534);
  assertEquals(detectAlphaForge(join(place.project, "mine")).isMatch, false);
});

/** Reports a skipped test. */
function skipAsUser(why: string): void {
  // deno-lint-ignore no-console
  console.log(`SKIPPED: ${why}`);
}

Deno.test("alpha-forge: the remote is known without git, in a worktree and a subfolder too", () => {
  using project = new Project({
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/config":
      '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.com:lab/Alpha-Forge.git\n',
    "main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
    "main/.git/worktrees/w/commondir": "../..\n",
    "main/sub/x": "",
    "w/x": "",
  });
  project.write("w/.git", `gitdir: ${project.project}/main/.git/worktrees/w\n`);
  for (const folder of ["main", "main/sub", "w"]) {
    const { isMatch, evidence } = detectAlphaForge(join(project.project, folder));
    assertEquals([isMatch, evidence], [true, ["The git remote origin is an alpha-forge"]], folder);
  }
  project.write("main/.git/config", '[remote "upstream"]\n\turl = x/alpha-forge\n');
  assertEquals(detectAlphaForge(join(project.project, "w")).isMatch, false);
});

Deno.test("alpha-forge: the remote's URL is that of origin, the last one", () => {
  const config = `[remote "other"]\n url = a\n[remote "origin"]\n url = b\n URL = "c"\n` +
    `[branch "x"]\n url = d\n`;
  assertEquals(remoteUrl(config), "c");
  assertEquals(remoteUrl("[core]\n"), null);
});
