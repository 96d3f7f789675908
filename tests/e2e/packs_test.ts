/** The binary starts from packs; if something is wrong with those, its hooks still answer. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, fromFileUrl, join, toFileUrl } from "@std/path";
import { findBaseRuntime } from "../../scripts/_base_runtime.ts";
import { runChild } from "../../scripts/_child.ts";
import { makeLibrary } from "../../scripts/_library.ts";
import { compileWithLibrary } from "../../scripts/_product.ts";
import { TestProject } from "../_project.ts";
import { continuationOf, makeStage, RALPH } from "./_stage.ts";

const ROOT = new URL("../../", import.meta.url);
const UNCOMPILED = "its hooks compile their code at each start";
const REFUSED = "Hooks start slowly: the compiled code in this ralph is not used";

/** What `ralph doctor` says of the program's start. */
async function examine(program: string): Promise<string> {
  using home = new TestProject({ files: { "bin/a": "" } });
  Deno.symlinkSync(program, home.path("bin/ralph"));
  const { stdout } = await runChild([program, "doctor", "--json"], {
    cwd: home.root,
    env: { HOME: home.root, PATH: `${home.path("bin")}:/usr/bin:/bin` },
    clearEnv: true,
  });
  const findings: Record<string, string>[] = JSON.parse(stdout).findings;
  return findings.find(({ id }) => id === "program.start")?.["title"] ?? "";
}

/** Two Stops of a loop with this program, and its status line between them. */
async function assertWorks(program: string): Promise<void> {
  using stage = await makeStage({ program, plan: "# Plan\n\n- [ ] one\n" });
  assertStringIncludes(continuationOf(await stage.turn()) ?? "", "one");
  const { stdout } = await stage.ralph(["statusline"]);
  assertStringIncludes(stdout, "ralph turn 1/");
  stage.put("PLAN.md", "# Plan\n\n- [x] one\n- [x] two\n- [x] three\n");
  assertEquals(await stage.lastTurn(), "complete");
}

Deno.test("packs: the binary's hooks start from compiled code", async () => {
  assertMatch(await examine(RALPH), /^ralph [\d.]+, "[^"]+"$/);
});

/** Changes every file of a kind in a folder of packs. */
function changeEach(packs: string, ending: string, change: (path: string) => void): void {
  const names = [...Deno.readDirSync(packs)].map(({ name }) => name);
  const changed = names.filter((name) => name.endsWith(ending));
  assert(changed.length > 3, names.join());
  changed.forEach((name) => change(join(packs, name)));
}

/** Compiles what `deno task build` compiled, with changed packs. */
async function compile(
  folder: TestProject,
  change: (hooks: string, commands: string) => void,
  { isEmbedded = false } = {},
): Promise<string> {
  const target = Deno.build.target;
  const made = new URL("build/", ROOT);
  const copy = toFileUrl(`${folder.path("copy")}/`);
  const names = ["packed_import_map.json", "packs/of-hooks", "packs/of-commands"];
  const parts = names.map((name) => fromFileUrl(new URL(name, made)));
  await runChild(["rm", "-rf", fromFileUrl(copy)]);
  Deno.mkdirSync(copy);
  await runChild(["cp", "-R", ...parts, fromFileUrl(copy)]);
  const at = (name: string) => new URL(name, copy);
  const [hooks, commands] = [at("of-hooks/"), at("of-commands/")];
  change(fromFileUrl(hooks), fromFileUrl(commands));
  const cache = new URL("base/", made);
  const base = await findBaseRuntime({ target, denoVersion: Deno.version.deno, cache });
  const output = toFileUrl(folder.path("ralph"));
  const packedImportMap = at("packed_import_map.json");
  const making = {
    root: ROOT,
    main: new URL("main.ts", ROOT),
    importMap: packedImportMap,
    packedImportMap,
    folder: copy,
    config: new URL("deno.json", made),
    output,
    target,
    base,
  };
  const forTarget = isEmbedded ? "aarch64-apple-darwin" : target;
  const library = await makeLibrary({ ...making, hooks, commands, target: forTarget });
  await compileWithLibrary(making, library);
  return fromFileUrl(output);
}

Deno.test("packs: without compiled code a loop goes on, and the doctor says so", async (t) => {
  using folder = new TestProject({ folder: "slow" });
  const damage = (path: string) => Deno.writeTextFileSync(path, "no code");
  const rows = [[damage, REFUSED], [Deno.removeSync, UNCOMPILED]] as const;
  for (const [change, said] of rows) {
    await t.step(said, async () => {
      const program = await compile(folder, (hooks) => changeEach(hooks, ".cache", change));
      assertStringIncludes(await examine(program), said);
      await assertWorks(program);
    });
  }
});

Deno.test("packs: each has compiled code", () => {
  for (const folder of ["of-hooks", "of-commands"]) {
    const names = [...Deno.readDirSync(new URL(`build/packs/${folder}/`, ROOT))].map(({ name }) =>
      name
    );
    const packs = names.filter((name) => name.endsWith(".pack"));
    assert(packs.length > 3, folder);
    const without = packs.filter((name) => !names.includes(name.replace(/pack$/, "cache")));
    assertEquals(without, [], folder);
  }
});

Deno.test("packs: the binary's hooks and its status line start from them", async () => {
  using folder = new TestProject({ folder: "marked" });
  const program = await compile(folder, (hooks) =>
    changeEach(hooks, ".pack", (path) => {
      const mark = `Deno.stderr.writeSync(new TextEncoder().encode("${basename(path)}\\n"));`;
      Deno.writeTextFileSync(path, mark + Deno.readTextFileSync(path));
    }));
  for (const args of [["hook", "stop"], ["hook", "guard"], ["hook", "session"], ["statusline"]]) {
    const { stderr } = await runChild([program, ...args], { cwd: folder.root });
    assertEquals(stderr, `${args.at(-1)}.pack\n`, args.join(" "));
  }
  using stage = await makeStage({ program });
  const { stderr } = await stage.raw("stop", JSON.stringify(stage.stopEvent()));
  assertEquals(stderr, "stop.pack\nstop-loop.pack\n", "a Stop of a loop opens two");
});

Deno.test("packs: as an embedded file, the library has the same", async () => {
  using folder = new TestProject({ folder: "embedded" });
  const program = await compile(folder, () => {}, { isEmbedded: true });
  await assertWorks(program);
  // A file on the disk is not taken for it.
  for (const place of ["program/library", "library"]) {
    folder.write(`deno-compile-ralph/${place}`, " ".repeat(5_000_000));
  }
  const { stdout } = await runChild([program, "hook", "stop"], { env: { TMPDIR: folder.project } });
  assertEquals(stdout, "{}\n");
});

/** Returns the answers of a program's hooks to their events in a loop of one open item. */
async function answerEach(program: string): Promise<[hook: string, answer: string][]> {
  using stage = await makeStage({ plan: "# Plan\n\n- [ ] one\n" });
  const call = { tool_name: "Bash", tool_input: { command: "npm test" } };
  const events = [
    ["stop", stage.event("Stop")],
    ["guard", stage.event("PreToolUse", call)],
    ["session", stage.event("PostToolUse", call)],
  ] as const;
  const answers: [string, string][] = [];
  for (const [hook, event] of events) {
    const { code, stdout } = await stage.raw(hook, JSON.stringify(event), { program });
    assertEquals(code, 0, hook);
    answers.push([hook, stdout]);
  }
  return answers;
}

Deno.test("packs: a damaged binary's hooks answer with one document, and let the session stop", async () => {
  using folder = new TestProject({ folder: "damaged" });
  const damage = (path: string) => Deno.writeTextFileSync(path, "({");
  const program = await compile(folder, (hooks) => changeEach(hooks, ".pack", damage));
  for (const [hook, answer] of await answerEach(program)) {
    assertMatch(JSON.parse(answer).systemMessage, /damaged/, hook);
  }
});

Deno.test("packs: all functions are compiled: hooks answer where the text is blank", async () => {
  using folder = new TestProject({ folder: "blank" });
  // V8 takes the code for a text of this length.
  const blank = (path: string) =>
    Deno.writeTextFileSync(path, " ".repeat(Deno.statSync(path).size));
  const program = await compile(folder, (hooks) => changeEach(hooks, ".pack", blank));
  for (const [hook, answer] of await answerEach(program)) {
    const { systemMessage = "" } = JSON.parse(answer);
    assertEquals(systemMessage, "", hook);
    if (hook === "stop") assertMatch(answer, /one/);
  }
});

Deno.test("packs: a run goes on with its own code while another file takes the program's place", async () => {
  using stage = await makeStage({ start: null, plan: "- [ ] one\n" });
  const program = join(stage.root, "ralph");
  Deno.copyFileSync(RALPH, program);
  stage.put("agent.sh", `echo gone >new && mv new ${program} && sed -i 's/ ]/x]/' PLAN.md`);
  const args = ["PLAN.md", "--agent", "sh agent.sh", "--sandbox", "none", "--verify", "true"];
  const ran = await runChild([program, "run", ...args], { cwd: stage.project, env: stage.env() });
  assertEquals([ran.code, Deno.readTextFileSync(program)], [0, "gone\n"], ran.stderr);
});

Deno.test("packs: a defect in a command is said with our files and lines", async () => {
  using folder = new TestProject({ folder: "defect" });
  const program = await compile(folder, (_hooks, commands) => {
    changeEach(commands, ".cache", (path) => Deno.removeSync(path));
    changeEach(commands, ".js.pack", (path) => {
      const text = Deno.readTextFileSync(path);
      Deno.writeTextFileSync(path, text.replace("Deno.stderr.isTerminal()", "Deno.stderr.odd()"));
    });
  });
  const { code, stderr } = await runChild([program, "--version"]);
  assertEquals(code, 1);
  assertMatch(stderr, /ralph info[^]*odd is not [^]*ralph:src\/cli\/command_line.ts:\d+\)/);
});
