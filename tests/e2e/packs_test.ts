/** The hooks of the binary start from packs; where something is wrong with those, they still answer. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, fromFileUrl, join, toFileUrl } from "@std/path";
import { findBaseRuntime } from "../../scripts/_base_runtime.ts";
import { runChild } from "../../scripts/_child.ts";
import { compileProgram } from "../../scripts/_compile.ts";
import { TestProject } from "../_project.ts";
import { continuationOf, makeStage, RALPH } from "./_stage.ts";

const ROOT = new URL("../../", import.meta.url);

const UNCOMPILED = "its hooks compile their code at each start";
const REFUSED = "Hooks start slowly: the compiled code in this ralph is not used";

/** What `ralph doctor` says of the program's start. */
async function examine(program: string): Promise<string> {
  using home = new TestProject();
  Deno.mkdirSync(home.path("bin"));
  Deno.symlinkSync(program, home.path("bin/ralph"));
  const { stdout } = await runChild([program, "doctor", "--json"], {
    cwd: home.root,
    env: { HOME: home.root, PATH: `${home.path("bin")}:/usr/bin:/bin` },
    clearEnv: true,
  });
  const { findings } = JSON.parse(stdout) as { findings: Record<string, string>[] };
  return findings.find(({ id }) => id === "program.start")?.["title"] ?? "";
}

/** Two Stops of a loop with this program, and its status line between them. */
async function assertWorks(program: string): Promise<void> {
  using stage = await makeStage({ program, plan: "# Plan\n\n- [ ] one\n" });
  assertStringIncludes(continuationOf(await stage.turn()) ?? "", "one");
  const { stdout } = await stage.ralph(["statusline"]);
  assertStringIncludes(stdout, "ralph turn 1/");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n");
  assertEquals(await stage.lastTurn(), "complete");
}

Deno.test("packs: the binary's hooks start from compiled code", async () => {
  assertMatch(await examine(RALPH), /^ralph [\d.]+, "[^"]+"$/);
});

Deno.test("packs: a file on the disk is not taken for one in the binary", async () => {
  using folder = new TestProject();
  const decoy = `(Deno.stdout.writeSync(new TextEncoder().encode("decoy")),{})`;
  for (const place of ["program/packs", "packs"]) {
    folder.write(`deno-compile-ralph/${place}/stop.pack`, decoy);
  }
  const { stdout } = await runChild([RALPH, "hook", "stop"], { env: { TMPDIR: folder.project } });
  assertEquals(stdout, "{}\n");
});

/** Changes every file of the packs that has an ending. */
function changeEach(packs: string, ending: string, change: (path: string) => void): void {
  const names = [...Deno.readDirSync(packs)].map(({ name }) => name);
  const changed = names.filter((name) => name.endsWith(ending));
  assert(changed.length > 3, names.join());
  for (const name of changed) change(join(packs, name));
}

const BROKEN: readonly [string, string, (packs: string) => void][] = [
  [
    "code that V8 refuses",
    REFUSED,
    (packs) => changeEach(packs, ".cache", (path) => Deno.writeTextFileSync(path, "no code")),
  ],
  [
    "no code, as built for another system",
    UNCOMPILED,
    (packs) => changeEach(packs, ".cache", (path) => Deno.removeSync(path)),
  ],
  [
    "packs that are no scripts",
    REFUSED,
    (packs) => changeEach(packs, ".pack", (path) => Deno.writeTextFileSync(path, "({")),
  ],
  [
    "packs without their modules",
    REFUSED,
    (packs) => changeEach(packs, ".pack", (path) => Deno.writeTextFileSync(path, "({})")),
  ],
];

Deno.test("packs: whatever is wrong with them, a loop goes on, and the doctor says so", async (t) => {
  using folder = new TestProject({ folder: "broken" });
  const program = folder.path("ralph");
  for (const [what, said, change] of BROKEN) {
    await t.step(what, async () => {
      const copy = folder.path("program");
      await runChild(["rm", "-rf", copy]);
      await runChild(["cp", "-R", fromFileUrl(new URL("build/program", ROOT)), copy]);
      change(join(copy, "packs"));
      await compile(copy, program);
      assertStringIncludes(await examine(program), said);
      await assertWorks(program);
    });
  }
});

Deno.test("packs: the binary's hooks and its status line start from them", async () => {
  using folder = new TestProject({ folder: "marked" });
  const program = folder.path("ralph");
  const copy = folder.path("program");
  await runChild(["cp", "-R", fromFileUrl(new URL("build/program", ROOT)), copy]);
  changeEach(join(copy, "packs"), ".pack", (path) => {
    const mark = `Deno.stderr.writeSync(new TextEncoder().encode("${basename(path)}\\n"));`;
    Deno.writeTextFileSync(path, mark + Deno.readTextFileSync(path));
  });
  await compile(copy, program);
  for (const args of [["hook", "stop"], ["hook", "guard"], ["hook", "session"], ["statusline"]]) {
    const { stderr } = await runChild([program, ...args], { cwd: folder.root });
    assertEquals(stderr, `${args.at(-1)}.pack\n`, args.join(" "));
  }
  using stage = await makeStage({ program });
  const { stderr } = await stage.raw("stop", JSON.stringify(stage.stopEvent()));
  assertEquals(stderr, "stop.pack\nstop-loop.pack\n", "a Stop of a loop opens two");
});

Deno.test("packs: a damaged binary's hooks answer with one document, and let the session stop", async () => {
  using folder = new TestProject({ folder: "damaged" });
  const program = folder.path("ralph");
  const copy = folder.path("program");
  await runChild(["cp", "-R", fromFileUrl(new URL("build/program", ROOT)), copy]);
  // V8 takes the code for a text of this length.
  changeEach(join(copy, "packs"), ".pack", (path) => {
    Deno.writeTextFileSync(path, " ".repeat(Deno.statSync(path).size));
  });
  await compile(copy, program);
  using stage = await makeStage({ program, plan: "# Plan\n\n- [ ] one\n" });
  const { systemMessage } = await stage.hook("stop", stage.event("Stop"));
  assertStringIncludes(systemMessage, "damaged");
  const call = { tool_name: "Bash", tool_input: { command: "npm test" } };
  await stage.hook("guard", stage.event("PreToolUse", call));
  await stage.raise("PostToolUse", call);
});

/** Compiles a copy of what `deno task build` compiled. */
async function compile(copy: string, program: string): Promise<void> {
  const target = Deno.build.target;
  const cache = new URL("build/base/", ROOT);
  await compileProgram({
    root: ROOT,
    main: toFileUrl(join(copy, "main.js")),
    sourceMaps: [],
    files: [toFileUrl(join(copy, "packs"))],
    config: new URL("build/deno.json", ROOT),
    output: toFileUrl(program),
    target,
    base: await findBaseRuntime({ target, denoVersion: Deno.version.deno, cache }),
  });
}
