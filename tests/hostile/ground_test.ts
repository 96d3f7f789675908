/** Folders in which the runtime cannot start or a project cannot be: hooks answer, commands refuse. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { run } from "../e2e/_run.ts";
import { begin, continuationOf, exits, makeStage, RALPH, type Ran } from "../e2e/_stage.ts";

/** Runs a shell script with the binary as its first argument. */
function shell(
  script: string,
  { args = [], env, cwd = "/", input = "" }: {
    args?: readonly string[];
    env: Record<string, string>;
    cwd?: string;
    input?: string;
  },
): Promise<Ran> {
  return run("sh", ["-c", script, "sh", RALPH, ...args], { cwd, env, input });
}

const GROUNDS: Readonly<Record<string, string>> = {
  "an empty TMPDIR": "export TMPDIR=; ",
  "a relative TMPDIR": "export TMPDIR=some/where; ",
  "a deleted working directory": 'mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone"; ',
};

for (const [name, script] of Object.entries(GROUNDS)) {
  Deno.test(`hostile ground: with ${name} the registered hook continues the loop`, async () => {
    using stage = await makeStage();
    const ran = await shell(`${script}eval "$2"`, {
      args: [stage.command("stop")],
      env: stage.env({
        CLAUDE_PROJECT_DIR: stage.project,
        CLAUDE_CODE_SESSION_ID: "0a1b2c3d-0000-4000-8000-000000000001",
      }),
      input: JSON.stringify(stage.stopEvent()),
    });
    assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    assert(continuationOf(JSON.parse(ran.stdout)) !== null, ran.stdout);
  });
}

Deno.test("hostile ground: a working directory whose name is not UTF-8 is refused in one sentence", async () => {
  using stage = await makeStage({ start: null });
  const script = 'd="$HOME/$(printf \'bad\\377\')"; mkdir "$d" && cd "$d" && "$1" start -f x';
  const ran = await exits(1, shell(script, { env: stage.env() }));
  assertMatch(
    ran.stderr,
    /^Error: The working directory cannot be used: its name is not valid UTF-8/,
  );
});

Deno.test("hostile ground: the root of the disk is refused as project", async () => {
  using stage = await makeStage({ start: null });
  for (const command of ["start --no-focus", "status", "run"]) {
    const ran = await shell(`"$1" ${command}`, { env: stage.env() });
    assertEquals(ran.code, 1, command);
    assertStringIncludes(ran.stderr, "The root of the disk cannot be a project");
  }
});

Deno.test("hostile ground: below /dev/shm a home or a project is refused in one sentence", async () => {
  using stage = await makeStage({ start: null });
  let folder: string;
  try {
    folder = Deno.makeTempDirSync({ dir: "/dev/shm", prefix: "ralph-" });
  } catch {
    // deno-lint-ignore no-console -- a silent skip would look like success
    return console.log("SKIPPED: this machine has no /dev/shm");
  }
  try {
    Deno.writeTextFileSync(join(folder, "PLAN.md"), "- [ ] a\n");
    const cases = [
      { cwd: folder, env: stage.env() },
      { cwd: stage.project, env: stage.env({ HOME: folder }) },
    ];
    for (const { cwd, env } of cases) {
      const ran = await shell('"$1" hooks install >/dev/null 2>&1; "$1" start -f PLAN.md', {
        cwd,
        env,
      });
      assert(ran.code !== 0);
      const said = ran.stderr.split("\n").filter((line) => line.startsWith("Error: "));
      assertEquals(said.length, 1, ran.stderr);
      assert(!/Requires all access|\.ts:/.test(ran.stderr), ran.stderr);
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("hostile ground: RALPH_HOME in the project is refused, and hooks ignore it", async () => {
  using stage = await makeStage({ start: null });
  const inside = join(stage.project, ".home");
  const env = { RALPH_HOME: inside };
  for (const command of ["status", "start"]) {
    const ran = await exits(1, stage.ralph([command], { env }));
    assertStringIncludes(ran.stderr, "RALPH_HOME leads into the project");
  }
  // A home that comes with the project.
  await begin(stage, ["-f", "PLAN.md"]);
  Deno.renameSync(stage.inHome("ralph"), inside);
  assertEquals(await stage.turn({}, { env }), {});
});

Deno.test("hostile ground: the home directory can be the project", async () => {
  using stage = await makeStage({ start: null });
  await exits(0, stage.ralph(["status"], { cwd: stage.home }));
});
