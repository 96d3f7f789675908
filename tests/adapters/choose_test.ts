import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { chooseAdapter, listAdapters } from "../../src/adapters/registry.ts";
import { Project } from "./_project.ts";

const FITS = `echo '{"is_match": true, "evidence": ["sign"]}'`;
const DOES_NOT_FIT = `echo '{"is_match": false}'`;

Deno.test("choose: the universal adapter has no opinion, no metrics and no record", async () => {
  using project = new Project();
  const chosen = await chooseAdapter(project.context());
  assertEquals([chosen.name, chosen.state, chosen.problems], ["universal", null, []]);
  const adapter = listAdapters(project.context()).at(-1)!;
  const { convergence } = await adapter.judge(0, 1);
  assertEquals([convergence?.shouldContinue, convergence?.confidence], [true, 0]);
});

Deno.test("choose: the user's own by name, then alpha-forge, then universal; the first that fits", async () => {
  using project = new Project({ "outputs/runs/x": "" });
  assertEquals((await chooseAdapter(project.context())).name, "alpha-forge");
  project.addScript("zebra", FITS);
  project.addScript("ant", DOES_NOT_FIT);
  project.addScript("bee.sh", FITS);
  await project.trustPrograms();
  const chosen = await chooseAdapter(project.context());
  assertEquals(chosen.state, {
    name: "bee",
    kind: "external",
    shouldContinue: true,
    confidence: 0,
    reason: "Not asked yet",
    metrics: 0,
    converged: false,
  });
  assertEquals(chosen.evidence, ["sign"]);
  const names = listAdapters(project.context()).map(({ name }) => name);
  assertEquals(names, ["ant", "bee", "zebra", "alpha-forge", "universal"]);
});

Deno.test("choose: a faulty adapter is skipped with a reason, and the next one is asked", async () => {
  using project = new Project();
  project.addScript("a name", FITS);
  project.addProgram("garbage.sh", "c-program");
  project.addScript("d-fine", FITS);
  project.addScript("d-fine.sh", FITS);
  Deno.symlinkSync("/bin/true", join(project.project, ".claude/ralph-adapters/b-link"));
  await project.trustPrograms();
  const chosen = await chooseAdapter(project.context());
  assertEquals([chosen.name, chosen.problems.length], ["d-fine", 3]);
  assertStringIncludes(chosen.problems[0]!, "an adapter's name has only letters");
  assertStringIncludes(
    chosen.problems[2]!,
    "Adapter c-program was skipped: the program printed no JSON",
  );
  assertStringIncludes(chosen.problems[1]!, "leads out of the project");
  const twin = listAdapters(project.context())[4]!;
  assertStringIncludes(twin.fault ?? "", "is taken by .claude/ralph-adapters/d-fine");
});

Deno.test("choose: a user's adapter may replace the built-in one", async () => {
  using project = new Project({ "outputs/runs/x": "" });
  project.addScript("alpha-forge", FITS);
  await project.trustPrograms();
  const chosen = await chooseAdapter(project.context());
  assertEquals([chosen.name, chosen.state?.kind], ["alpha-forge", "external"]);
});

Deno.test("choose: notes, hidden files, folders and what is not executable are not adapters", () => {
  using project = new Project();
  for (const name of ["README.md", ".hidden", "_draft.sh", "mine.sh~"]) {
    project.addScript(name, FITS);
  }
  project.write(".claude/ralph-adapters/helper.py", "x");
  Deno.mkdirSync(join(project.project, ".claude/ralph-adapters/folder"));
  assertEquals(listAdapters(project.context()).length, 2);
});

Deno.test("choose: never throws, whatever lies in the folder", async () => {
  using project = new Project();
  project.write(".claude/ralph-adapters", "a file where the folder should be");
  assertEquals((await chooseAdapter(project.context())).name, "universal");
  const missing = { ...project.context(), project: join(project.project, "missing") };
  assertEquals((await chooseAdapter(missing)).name, "universal");
});
