import { assertEquals } from "@std/assert";
import { findByGlob, isGlob } from "../../../src/adapters/metrics/glob.ts";
import { Project } from "../_project.ts";

// deno-fmt-ignore
const FILES = [
  "a/one.json", "a/two.json", "a/.hidden.json", "a/b/three.json", "a/b/c/four.csv",
  "run_1/summary.json", "run_2/other.json", "node_modules/x/five.json", "odd, name [1] (x)+.json",
  "top.json",
];

const CASES: readonly [pattern: string, found: string[]][] = [
  ["top.json", ["top.json"]],
  ["./a//one.json", ["a/one.json"]],
  ["a/*.json", ["a/one.json", "a/two.json"]],
  ["a/.*.json", ["a/.hidden.json"]],
  ["a/t?o.json", ["a/two.json"]],
  ["a/[n-p]ne.json", ["a/one.json"]],
  ["a/[!o]*.json", ["a/two.json"]],
  ["a/{one,two,six}.json", ["a/one.json", "a/two.json"]],
  ["**/*.csv", ["a/b/c/four.csv"]],
  ["a/**", ["a/b/c/four.csv", "a/b/three.json", "a/one.json", "a/two.json"]],
  ["a/**/**/three.json", ["a/b/three.json"]],
  ["run_*/summary.json", ["run_1/summary.json"]],
  ["odd, name ?1? (x)+.json", ["odd, name [1] (x)+.json"]],
  ["missing/*.json", []],
];

for (const [pattern, found] of CASES) {
  Deno.test(`glob: ${pattern}`, () => {
    using project = new Project(Object.fromEntries(FILES.map((file) => [file, ""])));
    const paths = findByGlob(project.project, pattern);
    assertEquals(paths, found);
  });
}

Deno.test("glob: links that lead back up are not followed", () => {
  using project = new Project({ "a/x.json": "" });
  Deno.symlinkSync(project.project, `${project.project}/a/up`);
  assertEquals(findByGlob(project.project, "**/x.json"), ["a/x.json"]);
});

Deno.test("glob: a run's folder may be a link; a folder that cannot be read hides no others", () => {
  using project = new Project({ "runs/a/x.json": "", "elsewhere/x.json": "", "closed/x.json": "" });
  Deno.symlinkSync("../elsewhere", `${project.project}/runs/latest`);
  assertEquals(findByGlob(project.project, "runs/*/x.json"), [
    "runs/a/x.json",
    "runs/latest/x.json",
  ]);
  const closed = `${project.project}/closed`;
  Deno.chmodSync(closed, 0);
  const found = findByGlob(project.project, "**/x.json").filter((path) =>
    !path.startsWith("closed")
  );
  Deno.chmodSync(closed, 0o700);
  assertEquals(found, ["elsewhere/x.json", "runs/a/x.json"]);
});

Deno.test("glob: a pattern that leads out, or that cannot be read, is refused", () => {
  // deno-fmt-ignore
  for (const bad of [
    "", "/etc/*", "../x", "a/../../x", "~/x", "C:/x", "a{b", "a}b", "*a*b*c*d*e*f*g*h*i*",
  ]) {
    assertEquals(isGlob(bad), false, bad);
  }
  for (const good of ["*", "**", "a/b.json", "a{b,c}/*", "a..b/x"]) {
    assertEquals(isGlob(good), true, good);
  }
});
