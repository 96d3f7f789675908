import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  bash,
  inPane,
  installHooks,
  Pane,
  PLAN,
  readLoop,
  say,
  script,
  type Stage,
  waitForEnd,
  waitUntil,
  writePlan,
} from "./harness/mod.ts";

/** Two packages of one repository, and the hooks. */
async function preparePackages(stage: Stage): Promise<void> {
  for (const name of ["a", "b"]) await stage.write(`pkg/${name}/src/main.txt`, name);
  await writePlan(stage);
  await installHooks(stage);
}

/** Runs `ralph start` in a folder of the project. */
async function startIn(stage: Stage, folder: string): Promise<string> {
  const args = ["start", "-f", stage.resolve(PLAN), "--until-done"];
  const ran = await stage.run(["sh", "-c", 'cd "$0" && exec ralph "$@"', folder, ...args]);
  assertEquals(ran.code, 0, `${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** A session whose model ticks the plan at its second turn. */
async function openSession(stage: Stage, folder: string): Promise<Pane> {
  const plan = stage.resolve(PLAN);
  const tickAll = bash(`sed -i 's/- \\[ \\]/- [x]/' '${plan}' && echo ticked`);
  const api = stage.serve(script([bash("echo begun"), say("Begun."), tickAll, say("Done.")]));
  const pane = await Pane.start(stage, api, { cwd: stage.resolve(folder) });
  // The client records its session shortly after it shows its prompt.
  const noted = stage.resolve("~/.claude/sessions");
  await waitUntil(() => hasJson(noted), () => "the client noted no session");
  return pane;
}

async function hasJson(folder: string): Promise<boolean> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    return entries.some(({ name }) => name.endsWith(".json"));
  } catch {
    return false;
  }
}

inPane.test("a session in pkg/a owns a loop that was started in the project", async (stage) => {
  await preparePackages(stage);
  const pane = await openSession(stage, "pkg/a");
  const said = await startIn(stage, ".");
  assertStringIncludes(said, stage.project);
  assertMatch(said, /type in the open window \(process \d+ in .*pkg\/a\)/);
  await pane.type("Work");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("a session that begins in pkg/a claims a loop that was started there", async (stage) => {
  await preparePackages(stage);
  const said = await startIn(stage, "pkg/a");
  assertMatch(said, /→ run claude here and type anything$/m);
  const pane = await openSession(stage, "pkg/a");
  await pane.type("Work");
  assertEquals(await waitForEnd(stage), "complete");
});

inPane.test("a session of another package does not claim the loop and is shown no message", async (stage) => {
  await preparePackages(stage);
  await startIn(stage, "pkg/a");
  const other = await openSession(stage, "pkg/b");
  await other.type("Work");
  await other.waitFor("Begun.");
  assertEquals((await readLoop(stage)).owner_session, null);
  assert(!(await other.capture()).includes("ralph: "));
});
