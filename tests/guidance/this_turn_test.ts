/** What an agent writes in a turn constrains it from the next prompt on. */
import { assert, assertStringIncludes } from "@std/assert";
import { begin, makeStage, promptOf, type Stage } from "../e2e/_stage.ts";

/** A stage whose repository has two files, scanned by `start`. */
async function makeRepository(): Promise<Stage> {
  const stage = await makeStage({ start: null });
  stage.put("build.sh", "cp app dist\n");
  stage.put("old.sh", "cp app /home/carol/bin\n");
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-qm", "One");
  await begin(stage, ["-f", "PLAN.md", "--until-done"]);
  return stage;
}

/** Ends a turn in which the agent edited files. */
async function turn(stage: Stage, ...edits: [path: string, text: string][]): Promise<string> {
  for (const [path, text] of edits) {
    stage.put(path, text);
    const input = { file_path: `${stage.project}/${path}` };
    const block = { type: "tool_use", id: crypto.randomUUID(), name: "Edit", input };
    stage.write({ type: "assistant", message: { role: "assistant", content: [block] } });
  }
  return promptOf(await stage.turn());
}

Deno.test("constraints: a finding of this turn is in the next prompt, what was mended is not", async () => {
  using stage = await makeRepository();
  assertStringIncludes(await turn(stage), "(1 found: old.sh:1)");
  const added = await turn(stage, ["build.sh", "cp app /home/carol/dist\n"]);
  assertStringIncludes(added, "(2 found: build.sh:1, old.sh:1)");
  const mended = await turn(stage, ["build.sh", "cp app dist\n"], ["old.sh", "cp app bin\n"]);
  assert(!mended.includes("build.sh:1") && !mended.includes("old.sh:1"), mended);
});

Deno.test("constraints: of this turn, files that git does not track are left to the scan, which leaves them out", async () => {
  using stage = await makeRepository();
  const prompt = await turn(stage, ["new/build.sh", "cp app /home/carol/dist\n"]);
  assertStringIncludes(prompt, "(1 found: old.sh:1)");
});

Deno.test("constraints: of this turn, what was acknowledged is not in the next prompt", async () => {
  using stage = await makeRepository();
  const { findings } = JSON.parse(await stage.ok(["constraints", "--json"]));
  const { id } = findings.find(({ file }: { file: string }) => file === "old.sh");
  await stage.ok(["constraints", "ack", id]);
  const prompt = await turn(stage, ["old.sh", "cp app /home/carol/bin\n# more\n"], [
    "build.sh",
    "cp app /home/carol/dist\n",
  ]);
  assertStringIncludes(prompt, "(1 found: build.sh:1)");
});
