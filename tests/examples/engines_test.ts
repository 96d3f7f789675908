/**
 * The commands of the Kubernetes and the GitHub example, run as they are written: with an agent
 * that is a script, and a remote on this machine.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { dirname, fromFileUrl, join } from "@std/path";
import { needs } from "../_tools.ts";
import { RALPH } from "../e2e/_run.ts";
import { type Machines, makeMachines } from "../run/e2e/_machines.ts";
import { planOf } from "../run/e2e/_parallel_stage.ts";

const textOf = (name: string) =>
  Deno.readTextFileSync(fromFileUrl(new URL(`../../examples/${name}`, import.meta.url)));
const NAMES = ["a", "b", "c", "d", "e"];
const PLAN = planOf(NAMES.map((name) => `write ${name}.txt [parallel] | \`test -s ${name}.txt\``));

/** An agent that ticks, then commits, as its prompt asks; it needs a name to commit by. */
const CLAUDE = `#!/bin/sh
for prompt; do :; done
set -- $(printf '%s\\n' "$prompt" | sed -n 's/^- \\[ \\] //p' | head -n 1)
git log -1 --format=%an >"$2"
sed -i "s/^- \\[ \\] $1 $2/- [x] $1 $2/" PLAN.md
git add -A && git commit -q -m "$1 $2" && exec echo done
echo "the commit failed" >&2
exit 1
`;

/** Programs that the examples call, beside ralph and git. */
const PROGRAMS: Readonly<Record<string, string>> = {
  claude: CLAUDE,
  // Installs nothing, and tests.
  npm: '#!/bin/sh\n[ "$1" = test ] || exit 0\nls *.txt >/dev/null\n',
  // Nothing has to be waited for.
  sleep: "#!/bin/sh\n",
};

/** Runs shell text as an engine does: in an environment of its own, with nobody there to ask. */
function runShell(
  { stage }: Machines,
  shell: readonly string[],
  { cwd, home, env = {} }: { cwd: string; home: string; env?: Record<string, string> },
) {
  const bin = join(stage.root, "bin");
  Deno.mkdirSync(bin, { recursive: true });
  for (const [name, text] of Object.entries(PROGRAMS)) {
    Deno.writeTextFileSync(join(bin, name), text, { mode: 0o755 });
  }
  Deno.mkdirSync(home, { recursive: true });
  const [program, ...args] = shell as [string, ...string[]];
  const { code, stdout, stderr } = new Deno.Command(program, {
    args,
    cwd,
    clearEnv: true,
    stdin: "null",
    env: {
      ...stage.env(),
      PATH: `${bin}:${dirname(RALPH)}:${Deno.env.get("PATH")}`,
      HOME: home,
      // Without a name of the user's, git would ask for one.
      GIT_CONFIG_NOSYSTEM: "1",
      ...env,
    },
  }).outputSync();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { code, said };
}

// deno-lint-ignore no-explicit-any -- schemas are checked in another test
const job = (): any => parse(textOf("kubernetes/job.yaml"));

Deno.test("kubernetes example: its pods work on a plan with checks, and push", async () => {
  using machines = await makeMachines(PLAN);
  const { spec } = job();
  const [container] = spec.template.spec.containers;
  const given = Object.fromEntries(
    // deno-lint-ignore no-explicit-any -- as above
    container.env.filter(({ value }: any) => value !== undefined)
      // deno-lint-ignore no-explicit-any -- as above
      .map(({ name, value }: any) => [name, value]),
  );
  for (let index = 0; index < spec.completions; index++) {
    const work = join(machines.stage.root, `pod ${index}`);
    const inPod = (text: string) => text.replaceAll(/\/work\b/g, `'${work}'`).replaceAll("''", "");
    const { code, said } = runShell(machines, container.command.map(inPod), {
      cwd: machines.stage.root,
      home: work,
      env: {
        RALPH_SHARDS: given["RALPH_SHARDS"],
        JOB_COMPLETION_INDEX: String(index),
        REPOSITORY: `file://${machines.remote}`,
      },
    });
    assertEquals(code, 0, said);
  }
  assertEquals(machines.branches().length, 1 + NAMES.length + spec.completions);
  const merged = await machines.add("merge").run(["--merge", "--trust"]);
  assertEquals(merged.code, 0, merged.stderr);
  assertStringIncludes(merged.stdout, "All 5 items are ticked and verified");
});

Deno.test("kubernetes example: the exit codes that no retry changes fail their index at once", () => {
  const { spec } = job();
  assertEquals(spec.podFailurePolicy.rules, [{
    action: "FailIndex",
    onExitCodes: { containerName: "ralph", operator: "In", values: [2, 4] },
  }]);
  assertEquals(spec.template.spec.containers[0].name, "ralph");
});

Deno.test("kubernetes example: its wait ends where the job is complete, and where a shard failed", async () => {
  using machines = await makeMachines(PLAN);
  const wait = /^#\s+(until kubectl .*)$/m.exec(textOf("kubernetes/job.yaml"))?.[1] ?? "";
  const { root } = machines.stage;
  for (const end of ["SuccessCriteriaMet Complete", "FailureTarget Failed"]) {
    const kubectl = `#!/bin/sh
echo "$*" >>'${root}/asked'
case $(wc -l <'${root}/asked') in 1) ;; 2) echo FailureTarget ;; *) echo '${end}' ;; esac
`;
    const bin = join(root, "kubernetes");
    Deno.mkdirSync(bin, { recursive: true });
    Deno.writeTextFileSync(join(bin, "kubectl"), kubectl, { mode: 0o755 });
    Deno.writeTextFileSync(join(root, "asked"), "");
    const shell = ["sh", "-c", `PATH='${bin}':$PATH; ${wait}`];
    assertEquals(runShell(machines, shell, { cwd: root, home: root }).code, 0);
    assertEquals(Deno.readTextFileSync(join(root, "asked")).trim().split("\n").length, 3);
  }
});

/** A job of the workflow: the texts of its steps. */
interface WorkflowJob {
  readonly steps: readonly { readonly run?: string }[];
}

Deno.test("github example: its jobs work on a plan with checks, merge, verify and push", async () => {
  using machines = await makeMachines(PLAN);
  const { jobs } = parse(textOf("github-actions/ralph.yml")) as {
    jobs: {
      shard: WorkflowJob & { strategy: { matrix: { shard: number[] } } };
      merge: WorkflowJob;
    };
  };
  const { root } = machines.stage;
  const summary = join(root, "summary.md");
  const runJob = (name: string, { steps }: WorkflowJob, fill: (text: string) => string) => {
    const { folder } = machines.add(name);
    for (const text of steps.flatMap(({ run }) => run ?? [])) {
      const filled = fill(text);
      assert(!filled.includes("${{"), filled);
      const env = { GITHUB_STEP_SUMMARY: summary };
      const how = { cwd: folder, home: join(root, `runner ${name}`), env };
      // As GitHub runs a step without a shell of its own.
      const { code, said } = runShell(machines, ["bash", "-e", "-c", filled], how);
      assertEquals(code, 0, said);
    }
  };
  const { shard: shards } = jobs.shard.strategy.matrix;
  for (const shard of shards) {
    runJob(
      `shard-${shard}`,
      jobs.shard,
      (text) =>
        text.replaceAll("${{ matrix.shard }}", String(shard))
          .replaceAll("${{ strategy.job-total }}", String(shards.length)),
    );
  }
  runJob("merge", jobs.merge, (text) => text);
  assertEquals(machines.git("show", "main:PLAN.md"), PLAN.replaceAll("[ ]", "[x]").trimEnd());
  assertStringIncludes(Deno.readTextFileSync(summary), "All 5 items are ticked and verified");
  const names = machines.git("log", "-5", "--format=%an", "main").split("\n");
  assertEquals(new Set(names), new Set(["github-actions[bot]"]));
});

needs("bash").test("slurm example: a wrong call is not tried again", async () => {
  using machines = await makeMachines(planOf(["write a.txt [parallel]"]));
  const { root } = machines.stage;
  const bin = join(root, "slurm");
  Deno.mkdirSync(bin);
  const scontrol = `#!/bin/sh\necho "$@" >>'${root}/requeued'\n`;
  Deno.writeTextFileSync(join(bin, "scontrol"), scontrol, { mode: 0o755 });
  const script = fromFileUrl(new URL("../../examples/slurm/ralph.sbatch", import.meta.url));
  const isRequeued = (id: string, ...args: string[]) => {
    Deno.writeTextFileSync(join(root, "requeued"), "");
    const task = `SLURM_ARRAY_TASK_ID=${id} SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=1`;
    const text = `PATH='${bin}':$PATH; ${task} SLURM_JOB_ID=1 bash '${script}' "$@"`;
    const env = { REPOSITORY: `file://${machines.remote}` };
    const shell = ["bash", "-c", text, "sbatch", ...args];
    const { code } = runShell(machines, shell, { cwd: root, home: join(root, "node"), env });
    return [code, Deno.readTextFileSync(join(root, "requeued")).trim() !== ""];
  };
  assertEquals(isRequeued("2"), [2, false]);
  assertEquals(isRequeued("1", "--agent", "false"), [1, true]);
  assertEquals(isRequeued("1"), [0, false]);
});
