/**
 * What a merge says of the work of its shards: reviews, tries and usage, as one run over the whole
 * plan would.
 */
import { assert, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { makeMachines } from "./_machines.ts";
import { planOf } from "./_parallel_stage.ts";
import { APPROVAL, exits, type Stage } from "./_run_stage.ts";

const FINDING = '<finding severity="critical">the key pass-word-1 is in a.txt</finding>';

/** Works, reports tokens and money, and as a reviewer leaves a finding open in a.txt. */
function writeAgent(stage: Pick<Stage, "root">): string {
  const path = join(stage.root, "agent.sh");
  const text = `#!/bin/sh
used() { echo '{"type":"assistant","message":{"id":"m","content":[],"usage":{"input_tokens":100,"output_tokens":0}}}'; }
case "$1" in
*"You review"*)
  text=${APPROVAL}
  if [ -f a.txt ]; then text='${FINDING}'; fi ;;
*)
  item=$(printf '%s\\n' "$1" | sed -n 's/^- \\[ \\] //p' | head -n 1)
  set -- $item
  plan=$(ls PLAN.md)
  if [ "$2" = b.txt ] && mkdir "$HOME/first" 2>/dev/null; then used; exit 1; fi
  echo "$item" >"$2"
  sed -i "s/^- \\[ \\] $1 $2/- [x] $1 $2/" "$plan"
  text=ok ;;
esac
used
echo "{\\"type\\":\\"result\\",\\"subtype\\":\\"success\\",\\"is_error\\":false,\\"result\\":\\"$(printf %s "$text" | sed 's/"/\\\\"/g')\\",\\"total_cost_usd\\":0.25}"
`;
  Deno.writeTextFileSync(path, text, { mode: 0o755 });
  return path;
}

const PLAN = planOf(["a", "b", "c"].map((name) => `write ${name}.txt [parallel]`));

Deno.test("machines: a shard's open finding, its tries and its usage are in the merge's result", async () => {
  using machines = await makeMachines(PLAN);
  const options = { agent: writeAgent(machines.stage), env: { API_TOKEN: "pass-word-1" } };
  const how = ["--sandbox", "none", "--review", `${options.agent}:1`];
  for (const shard of ["1/2", "2/2"]) {
    await exits(0, machines.add(shard[0]!).run(["--shard", shard, ...how], options));
  }
  const results = [1, 2].map((index) =>
    machines.git("show", `ralph/plan/result-${index}-of-2:result.json`)
  ).join();
  assert(!results.includes("pass-word-1"), "secrets do not leave the machine");
  const merge = machines.add("merge");
  const merged = await exits(0, merge.run(["--merge"], options));
  assertStringIncludes(merged.stdout, "All 3 items are ticked");
  assertStringIncludes(merged.stdout, "; reviewed, 1 finding left open");
  const result = merge.read(".ralph-result");
  assertStringIncludes(
    result,
    "- write a.txt: 2 reviews, 1 open\n  - (critical) the key",
  );
  assertStringIncludes(result, "- write b.txt: 2 tries, ");
  assertStringIncludes(result, "- write a.txt: 2 tries, ");
  assertStringIncludes(result, "- write c.txt: 1 try, ");
  assertStringIncludes(result, "- **Iterations:** 5\n- **Tokens:** 900\n- **Cost:** $2.00\n");
  assertStringIncludes(result, "reviewers:** 4 agents, tokens 400, cost $1.00");
});

Deno.test("machines: what the starts of a shard used and tried is added up", async () => {
  using machines = await makeMachines(planOf(["write b.txt [parallel]", "write c.txt [parallel]"]));
  const options = { agent: writeAgent(machines.stage) };
  const shard = ["--shard", "1/1", "--sandbox", "none"];
  const first = machines.add("one");
  await exits(1, first.run([...shard, "--max-iterations", "1"], options));
  // The same loop goes on, and counts on.
  await exits(3, first.run(["--resume", "--max-iterations", "2"], options));
  // Another clone does not know of it.
  await exits(0, machines.add("two").run(shard, options));
  const merge = machines.add("merge");
  await exits(0, merge.run(["--merge"], options));
  const result = merge.read(".ralph-result");
  assertStringIncludes(result, "- **Iterations:** 3\n- **Tokens:** 300\n");
  assertStringIncludes(result, "- write b.txt: 2 tries, ");
});

Deno.test("machines: an item that is done again on the merging machine loses its shard's findings", async () => {
  const items = ["append same.txt [parallel]", "append same.txt too [parallel]"];
  using machines = await makeMachines(planOf(items), { "same.txt": "first\n" });
  const reviewer = join(machines.stage.root, "reviewer.sh");
  Deno.writeTextFileSync(
    reviewer,
    `#!/bin/sh\necho "<finding severity='critical'>wrong: $$</finding>"\n`,
    { mode: 0o755 },
  );
  for (const shard of ["1/2", "2/2"]) {
    const how = ["--shard", shard, "--review", `${reviewer}:1`, "--sandbox", "none"];
    await exits(0, machines.add(shard[0]!).run(how));
  }
  const merged = await exits(0, machines.add("merge").run(["--merge"]));
  assertStringIncludes(merged.stdout, "; reviewed, 1 finding left open");
});
