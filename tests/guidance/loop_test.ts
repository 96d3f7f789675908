/** Guidance and constraints through the binary: commands, `start` and the Stop hook together. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { continuationOf, PLAN, RALPH, SESSION, Stage } from "../e2e/_stage.ts";

const START = ["start", "-f", "PLAN.md", "--session", SESSION, "--yes"];

/** A project with hooks, a plan and further files; no loop yet. */
async function prepared(files: Record<string, string> = {}): Promise<Stage> {
  const stage = new Stage("project", RALPH);
  stage.put("PLAN.md", PLAN);
  for (const [name, text] of Object.entries(files)) {
    Deno.writeTextFileSync(join(stage.project, name), text.replaceAll("~", stage.home));
  }
  await stage.ok(["hooks", "install"]);
  return stage;
}

async function started(): Promise<Stage> {
  const stage = await prepared();
  await stage.ok(START);
  return stage;
}

/** The text of the next continuation. */
async function next(stage: Stage): Promise<string> {
  return continuationOf(await stage.turn()) ?? "";
}

/** Ends the loop as a user does, at the end of a turn. */
async function end(stage: Stage): Promise<void> {
  await stage.ok(["stop"]);
  if (stage.hasLoop()) await stage.turn();
}

Deno.test("loop: guidance given while it runs is in the next continuation, as it was written", async () => {
  using stage = await started();
  const said = `use <b> & {{ 7 * 7 }} {% raw %} "quotes" it's $HOME`;
  await stage.ok(["forbid", said]);
  await stage.ok(["encourage", "tests first", "--once"]);
  const first = await next(stage);
  assertStringIncludes(first, `- ${said}\n`);
  assertStringIncludes(first, "- tests first\n");
  const second = await next(stage);
  assertStringIncludes(second, `- ${said}\n`);
  assert(!second.includes("tests first"), "what is for one continuation came again");
  assertStringIncludes(await stage.ok(["status"]), `${said} (first sent `);
});

Deno.test("loop: what was given during a loop is not shown as left out when it has ended", async () => {
  using stage = await started();
  await stage.ok(["encourage", "keep it tiny"]);
  await next(stage);
  await end(stage);
  for (const command of [["status"], ["encourage", "--list"]]) {
    const shown = (await stage.ok(command)).replaceAll(/\s+/g, " ");
    assertMatch(shown, /keep it tiny \(given during (?:a|this) loop; ended with it; first sent /);
  }
});

Deno.test("loop: the journal has each change of the guidance, and what applies from then on", async () => {
  using stage = await prepared();
  await stage.ok(["encourage", "tests first"]);
  await stage.ok([...START, "--until-done"]);
  await stage.ok(["forbid", "new dependencies", "--once"]);
  await stage.turn();
  await stage.ok(["encourage", "--clear"]);
  const lines = stage.journal().filter(({ kind }) => kind === "guidance");
  assertEquals(lines.map(({ event, guidance }) => [event, guidance]), [
    ["start", { encouraged: ["tests first"], forbidden: [] }],
    ["forbid", { encouraged: ["tests first"], forbidden: ["new dependencies"] }],
    ["continuation", { encouraged: ["tests first"], forbidden: [] }],
    ["encourage", { encouraged: [], forbidden: [] }],
  ]);
});

Deno.test("loop: the journal has the constraints at the start, what is gone, and what is acknowledged", async () => {
  using stage = await prepared({ "a.py": "A = '~/a'\n", "b.py": "B = '~/b'\n" });
  await stage.ok([...START, "--until-done"]);
  const [start] = stage.journal();
  assertStringIncludes(start?.["evidence"][0], "Constraints: 2 critical");
  await stage.turn();
  stage.put("a.py", "A = 1\n");
  await stage.rescan();
  const { findings } = JSON.parse(await stage.ok(["constraints", "--json"]));
  await stage.ok(["constraints", "ack", findings[0].id]);
  const lines = stage.journal().filter(({ kind }) => kind === "constraints");
  assertEquals(lines.map(({ event }) => event), ["scan", "constraints ack"]);
  assertStringIncludes(lines[0]?.["evidence"][0], "gone: ");
  assertStringIncludes(lines[1]?.["sentence"], findings[0].id);
});
