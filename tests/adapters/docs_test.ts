import { assertEquals } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { chooseAdapter } from "../../src/adapters/registry.ts";
import { Project } from "./_project.ts";

const DOCS = fromFileUrl(new URL("../../docs/adapters.md", import.meta.url));

Deno.test("docs: the program that the page shows recognizes its project, reads its table and ends the loop", async () => {
  const [, program = ""] = /```sh\n(#!\/bin\/sh[^]*?)```/.exec(Deno.readTextFileSync(DOCS)) ?? [];
  using project = new Project({
    "my-project.toml": "",
    "results.csv": "2026-01-02T04:00:00Z,0.5\n2026-01-02T05:00:00Z,0.05\n",
  });
  project.write(".claude/ralph-adapters/mine", program);
  Deno.chmodSync(join(project.project, ".claude/ralph-adapters/mine"), 0o755);
  await project.trustPrograms();
  assertEquals((await chooseAdapter(project.context())).name, "mine");
  const { opinion, problems } = await project.consult("mine", "external");
  assertEquals([opinion?.shouldContinue, opinion?.metrics, problems], [false, 2, []]);
});
