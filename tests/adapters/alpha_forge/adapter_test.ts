import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { Project, runFolder, STARTED_AT, writeRuns } from "../_project.ts";

const START_MS = STARTED_AT;

Deno.test("alpha-forge: Python's NaN and Infinity are unknown, reported, and stop nothing", async () => {
  using project = new Project();
  const names = writeRuns(project, [
    '{"sharpe": 1.0, "wfe": 0.9}',
    '{"sharpe": NaN, "wfe": Infinity}',
    '{"sharpe": 2.0, "wfe": NaN, "note": "NaN is no number"}',
    '{"sharpe": -Infinity, "cagr": 0.1, "wfe": NaN}',
  ]);
  const { opinion, problems } = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(opinion?.shouldContinue, true);
  assertEquals(opinion?.reason, "Exploring: 3 runs, best Sharpe=2.000");
  const said = problems.join("\n");
  assertStringIncludes(said, `${names[1]}/summary.json: sharpe is NaN, so it is unknown`);
  assertStringIncludes(said, `${names[1]}/summary.json: wfe is Infinity, so it is unknown`);
  assertStringIncludes(said, `${names[3]}/summary.json: sharpe is -Infinity, so it is unknown`);
});

Deno.test("alpha-forge: impossible values are unknown, and reported", async () => {
  using project = new Project();
  writeRuns(project, [
    { sharpe: 1, wfe: 0.4 },
    { sharpe: 2, wfe: 1.2, maxdd: 0.3, cagr: -2 },
    { sharpe: 7 },
    { sharpe: 1, wfe: "0.9", maxdd: -0.2 },
  ]);
  const { opinion, problems } = await project.consult("alpha-forge", "alpha-forge");
  const said = problems.join("\n");
  for (
    const sentence of [
      "wfe is 1.2, outside of 0 to 1, so it is unknown",
      "maxdd is 0.3, outside of -1 to 0, so it is unknown",
      "cagr is -2, outside of -1 to Infinity, so it is unknown",
    ]
  ) assertStringIncludes(said, sentence);
  // A number in quotes is still a number.
  assertEquals(opinion?.reason, "Robustness achieved: WFE=0.90 >= 0.5");
});

Deno.test("alpha-forge: a half-written, empty, binary or huge summary is one run without values", async () => {
  for (
    const broken of [
      '{"sharpe": 1.2, "wfe": 0.',
      "",
      "\u0000\u0001",
      "x".repeat(2 ** 20 + 1),
      "[1,2]",
      '"x"',
    ]
  ) {
    using project = new Project();
    writeRuns(project, [
      { sharpe: 1, wfe: 0.9 },
      { sharpe: 2, wfe: 0.9 },
      { sharpe: 3, wfe: 0.9 },
      broken,
    ]);
    const { opinion, problems } = await project.consult("alpha-forge", "alpha-forge");
    assertEquals(opinion?.metrics, 3, broken.slice(0, 20));
    // The run before had a WFE of 0.9; the latest one's is not known.
    assertEquals(opinion?.shouldContinue, true, broken.slice(0, 20));
    assert(problems.length > 0, broken.slice(0, 20));
  }
});

Deno.test("alpha-forge: many problems are reported in few sentences", async () => {
  using project = new Project();
  writeRuns(project, Array.from({ length: 30 }, () => '{"sharpe": NaN, "wfe": NaN}'));
  const { problems } = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(problems.length, 5);
  assertMatch(problems.at(-1)!, /^Adapter alpha-forge: \d+ more like it$/);
});

Deno.test("alpha-forge: a missing summary is neither a problem nor a run", async () => {
  using project = new Project();
  writeRuns(project, [{ sharpe: 1 }]);
  Deno.mkdirSync(join(project.project, "outputs/runs", runFolder(START_MS + 9_000_000)));
  Deno.mkdirSync(join(project.project, "outputs/runs/run_latest"));
  const { opinion, problems } = await project.consult("alpha-forge", "alpha-forge");
  assertEquals([opinion?.metrics, problems], [1, []]);
});

Deno.test("alpha-forge: a run that was being written counts once it is complete", async () => {
  using project = new Project();
  const [, , last] = writeRuns(project, [{ sharpe: 1 }, { sharpe: 2 }, '{"sharpe": 4, "wf']);
  const first = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(first.opinion?.reason, "Warmup phase - 2/3 baseline runs");
  project.write(
    `outputs/runs/${last}/summary.json`,
    '{"sharpe": 4, "wfe": 0.6}',
    START_MS + 90_000,
  );
  const after = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(after.opinion?.reason, "Robustness achieved: WFE=0.60 >= 0.5");
  assertEquals(after.problems, []);
});

Deno.test("alpha-forge: a subfolder reads the runs of the project above it", async () => {
  using project = new Project({
    "pyproject.toml": "alpha-forge",
    "packages/x/y": "",
    ".git/HEAD": "",
  });
  writeRuns(project, [{ sharpe: 1 }]);
  const { consultAdapter } = await import("../../../src/adapters/consult.ts");
  const { opinion } = await consultAdapter({
    ...project.context(),
    project: join(project.project, "packages/x"),
    name: "alpha-forge",
    kind: "alpha-forge",
    startedAt: STARTED_AT,
    turn: 1,
  });
  assertEquals(opinion?.metrics, 1);
});

Deno.test("alpha-forge: the research log counts for the verdict only with runs in this loop", async () => {
  using project = new Project({
    "outputs/research_sessions/research_20251201/research_log.md": "Status: EXPLORING\n",
    "outputs/research_sessions/research_20251202/research_log.md":
      "# Log\n\n**Status**: CONVERGED\n",
  });
  const none = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(none.opinion?.converged, false);
  writeRuns(project, [{ sharpe: 1 }]);
  const some = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(some.opinion?.converged, true);
  assertEquals(some.opinion?.confidence, 0);
  project.write(
    "outputs/research_sessions/research_20251203/research_log.md",
    "Status: NOT CONVERGED",
  );
  const newer = await project.consult("alpha-forge", "alpha-forge");
  assertEquals(newer.opinion?.converged, false);
});
