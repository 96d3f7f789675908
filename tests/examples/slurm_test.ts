/** The Slurm example, run by a Slurm of one node. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { needs } from "../_tools.ts";
import { RALPH } from "../e2e/_run.ts";
import { agent } from "../run/e2e/_run_stage.ts";
import { makeMachines } from "../run/e2e/_machines.ts";
import { startCluster } from "./_slurm.ts";

const SCRIPT = fromFileUrl(new URL("../../examples/slurm/ralph.sbatch", import.meta.url));
const PLAN = `# Plan\n\n${
  ["a", "b", "c"].map((name) => `- [ ] write ${name}.txt [parallel] | \`test -f ${name}.txt\`\n`)
    .join("")
}`;

const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;
const tools = ["slurmctld", "slurmd", "munged", "sbatch"].map((program) => needs(program));

Deno.test(
  "slurm example: an array job works on the plan, a second one has nothing to do, and it is merged",
  { ignore: !isRoot || tools.some(({ ignore }) => ignore) },
  async () => {
    using machines = await makeMachines(PLAN);
    await using cluster = await startCluster();
    const { stage } = machines;
    const sbatch = (array: string, ...args: string[]) => {
      const { code, stdout, stderr } = new Deno.Command("sbatch", {
        args: [...args, `--array=${array}`, "--mem=100", SCRIPT, "--agent", agent("job-part")],
        cwd: stage.root,
        clearEnv: true,
        env: {
          ...stage.env({ REPOSITORY: `file://${machines.remote}` }),
          ...cluster.env,
          PATH: `${dirname(RALPH)}:${Deno.env.get("PATH")}`,
        },
      }).outputSync();
      const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      const logs = [...Deno.readDirSync(stage.root)].filter(({ name }) => name.endsWith(".log"))
        .map(({ name }) => Deno.readTextFileSync(join(stage.root, name)));
      return { code, said, logs: logs.join("\n") };
    };
    assertEquals(sbatch("1-2", "--test-only").code, 0);
    const first = sbatch("1-5:4", "--wait");
    assertEquals(first.code, 0, first.said + first.logs);
    assertEquals(machines.branches().length, 1 + 3 + 2, first.logs);
    const second = sbatch("1-2", "--wait");
    assertEquals(second.code, 0, second.said + second.logs);
    assertStringIncludes(second.logs, 'Already done by shard 1/2: "write a.txt"');
    const merge = machines.add("merge");
    const merged = await merge.run(["--merge", "--trust"]);
    assertEquals(merged.code, 0, merged.stderr);
    assertStringIncludes(merged.stdout, "All 3 items are ticked and verified");
    assertEquals(merge.read("PLAN.md"), PLAN.replaceAll("[ ]", "[x]"));
  },
);
