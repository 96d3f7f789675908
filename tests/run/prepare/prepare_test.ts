import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { prepareRun } from "../../../src/run/prepare/prepare.ts";
import type { RunOptions } from "../../../src/run/prepare/run_options.ts";
import { environmentOf } from "../../../src/store/environment.ts";
import { placesOf } from "../../../src/store/places.ts";

const NO_SANDBOX = { parallel: 1, sandbox: "none" };

Deno.test("prepareRun: --agent wins over RALPH_KIRO_CMD, which wins over the PATH", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  const bin = join(root, "bin");
  const project = join(root, "project");
  for (const folder of [bin, project]) Deno.mkdirSync(folder);
  for (const name of ["claude", "codex", "mine"]) {
    Deno.writeTextFileSync(join(bin, name), "#!/bin/sh\n", { mode: 0o755 });
  }
  Deno.writeTextFileSync(join(project, "PLAN.md"), "- [ ] one\n");
  const agentOf = async (agent: string | undefined, command: string) => {
    const variables: Record<string, string> = { HOME: root, PATH: bin, RALPH_KIRO_CMD: command };
    const options = {
      agent,
      verify: [],
      resume: false,
      terminal: "auto",
      ...NO_SANDBOX,
    } as unknown;
    const { choice, plan } = await prepareRun({
      places: placesOf({ home: root, claudeConfigDir: null, ralphHome: join(root, "ralph") }),
      project,
      env: environmentOf((name) => variables[name], project),
      variables,
      nowMs: 1_700_000_000_000,
      named: "PLAN.md",
      options: options as RunOptions,
      limits: {},
      given: new Set(),
      dead: null,
    });
    assertEquals(plan.open, 1);
    assert(choice.kind === "agent");
    return choice.agent.name;
  };
  assertEquals(await agentOf("codex", "mine --fast"), "codex");
  assertEquals(await agentOf(undefined, "mine --fast"), "mine");
  assertEquals(await agentOf(undefined, " "), "claude");
  Deno.removeSync(root, { recursive: true });
});
