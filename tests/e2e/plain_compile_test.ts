/** What plain `deno compile` makes of the program, without what the build adds. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { type BaseRuntime, findBaseRuntime } from "../../scripts/_base_runtime.ts";
import { runChild } from "../../scripts/_child.ts";
import { ScriptError } from "../../scripts/_say.ts";
import { TestProject } from "../_project.ts";
import { ignoredIf, IS_BUILT } from "../_tools.ts";
import { eventsOf, exits, read, runPlan } from "../run/e2e/_run_stage.ts";
import { makeStage } from "./_stage.ts";
import { keepLoop } from "./_whole_loop.ts";

const ROOT = new URL("../../", import.meta.url);

/** The base runtime that the build found; null if it found none. */
async function findBase(): Promise<BaseRuntime | null> {
  try {
    return await findBaseRuntime({
      target: Deno.build.target,
      denoVersion: Deno.version.deno,
      cache: new URL("build/base/", ROOT),
    });
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    // deno-lint-ignore no-console -- a skip is said aloud
    console.log(`IGNORED: plain deno compile: ${error.message}`);
    return null;
  }
}

const base = IS_BUILT ? await findBase() : null;

async function compile(program: string): Promise<void> {
  const main = fromFileUrl(new URL("main.ts", ROOT));
  const { code, stderr } = await runChild(
    [Deno.execPath(), "compile", "-A", "--quiet", "--output", program, main],
    { cwd: ROOT, env: { NO_COLOR: "1", ...(base?.path && { DENORT_BIN: base.path }) } },
  );
  assertEquals(code, 0, stderr);
}

ignoredIf(base === null).test(
  "plain deno compile: the program keeps a loop to its end, and runs a plan",
  async (t) => {
    using folder = new TestProject();
    const program = folder.path("ralph");
    await compile(program);

    await t.step("a loop, to its end", () => keepLoop(program));

    await t.step("a run of one item, on a pseudo-terminal", async () => {
      using stage = await makeStage({
        program,
        isInstalled: false,
        start: null,
        plan: "# Plan\n\n- [ ] one\n",
      });
      const ran = await exits(0, runPlan(stage, "job-tick", ["--json"]));
      const started = eventsOf(ran).find(({ event }) => event === "agent-started");
      assertEquals(started?.["terminal"], "pty");
      assertStringIncludes(read(stage, "PLAN.md"), "- [x] one");
    });

    await t.step("a page of the help", async () => {
      using stage = await makeStage({ program, isInstalled: false, start: null });
      assertStringIncludes(await stage.ok(["help", "limits"]), "Limits and time");
    });
  },
);
