import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { chooseAdapter } from "../../src/adapters/choose.ts";
import { listCandidates } from "../../src/adapters/registry.ts";
import { Project } from "./_project.ts";

const fits = (sign: string) => `detect: ${sign}\nmetrics: {files: x.json, primary: loss}\n`;

Deno.test("choose: the universal adapter has no opinion, no metrics and no record", async () => {
  using project = new Project();
  const chosen = await chooseAdapter(project.context());
  assertEquals([chosen.name, chosen.state, chosen.problems], ["universal", null, []]);
  const adapter = (await listCandidates(project.context())).at(-1)!.adapter!;
  const { convergence } = await adapter.judge(0);
  assertEquals(convergence, {
    shouldContinue: true,
    confidence: 0,
    reason: "Defers to completion detection",
    converged: false,
  });
});

Deno.test("choose: the user's own by name, then alpha-forge, then universal; the first that fits", async () => {
  using project = new Project({ "outputs/runs/x": "", "sign": "" });
  assertEquals((await chooseAdapter(project.context())).name, "alpha-forge");
  project.addYaml("zebra", fits("sign"));
  project.addYaml("ant", fits("missing"));
  assertEquals((await chooseAdapter(project.context())).name, "zebra");
  project.addYaml("bee", fits("sign"));
  const chosen = await chooseAdapter(project.context());
  assertEquals(chosen.state, {
    name: "bee",
    kind: "declarative",
    shouldContinue: true,
    confidence: 0,
    reason: "Not asked yet",
    metrics: 0,
    converged: false,
  });
  assertEquals(chosen.evidence, ["sign is there"]);
  const names = (await listCandidates(project.context())).map(({ name }) => name);
  assertEquals(names, ["ant", "bee", "zebra", "alpha-forge", "universal"]);
});

Deno.test({
  name: "choose: a faulty adapter is skipped with a reason, and the next one is asked",
  fn: async () => {
    using project = new Project({ "sign": "" });
    project.addYaml("a-broken", "detect: [");
    project.addYaml("b-wrong", "detect: sign");
    project.addProgram("garbage.sh", "c-program");
    project.addYaml("d-fine", fits("sign"));
    await project.trustPrograms();
    const chosen = await chooseAdapter(project.context());
    assertEquals(chosen.name, "d-fine");
    assertEquals(chosen.problems.length, 3);
    assertStringIncludes(
      chosen.problems[0]!,
      "Adapter a-broken was skipped: .claude/ralph-adapters/a-broken.yaml: it is not YAML",
    );
    assertStringIncludes(chosen.problems[1]!, '"metrics" should be');
    assertStringIncludes(
      chosen.problems[2]!,
      "Adapter c-program was skipped: the program printed no JSON",
    );
  },
});

Deno.test("choose: of two adapters with the same name the second is refused", async () => {
  using project = new Project({ "sign": "" });
  project.addYaml("a", `name: twin\n${fits("missing")}`);
  project.addYaml("b", `name: twin\n${fits("sign")}`);
  const chosen = await chooseAdapter(project.context());
  assertEquals(chosen.name, "universal");
  assertStringIncludes(
    chosen.problems[0]!,
    'the name "twin" is taken by .claude/ralph-adapters/a.yaml',
  );
});

Deno.test("choose: a user's adapter may replace the built-in one", async () => {
  using project = new Project({ "outputs/runs/x": "" });
  project.addYaml("alpha-forge", fits("outputs/runs"));
  const chosen = await chooseAdapter(project.context());
  assertEquals([chosen.name, chosen.state?.kind], ["alpha-forge", "declarative"]);
});

Deno.test("choose: notes, hidden files and helpers are not adapters", async () => {
  using project = new Project();
  for (const name of ["README.md", ".hidden.yaml", "_draft.yaml", "helper.py", "mine.yaml~"]) {
    project.write(`.claude/ralph-adapters/${name}`, "x");
  }
  Deno.mkdirSync(join(project.project, ".claude/ralph-adapters/folder"));
  assertEquals((await listCandidates(project.context())).length, 2);
  assertEquals((await chooseAdapter(project.context())).problems, []);
});

Deno.test("choose: never throws, whatever lies in the folder", async () => {
  using project = new Project();
  project.write(".claude/ralph-adapters", "a file where the folder should be");
  assertEquals((await chooseAdapter(project.context())).name, "universal");
  const missing = { ...project.context(), project: join(project.project, "missing") };
  assertEquals((await chooseAdapter(missing)).name, "universal");
});
