import { assertEquals } from "@std/assert";
import {
  bash,
  call,
  client,
  runClient,
  say,
  script,
  type Stage,
  startLoop,
  tick,
} from "./harness/mod.ts";

const OLD = "# The old plan\n\n- [ ] Keep me\n";

async function readArchives(stage: Stage): Promise<string[]> {
  const listed = await stage.run(["find", stage.resolve("~/.claude/ralph/archives"), "-type", "f"]);
  const files = listed.stdout.split("\n").filter((path) => path !== "");
  return await Promise.all(files.map((path) => Deno.readTextFile(path)));
}

client.test("a plan is archived before it is overwritten, in project and home", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  const plans = [".claude/plans/door.md", "~/.claude/plans/garden.md"];
  for (const plan of plans) await stage.write(plan, OLD + plan);
  const steps = plans.flatMap((plan) => {
    const path = stage.resolve(plan);
    return [
      call("Read", { file_path: path }),
      call("Write", { file_path: path, content: "# New\n" }),
    ];
  });
  const api = stage.serve(script([...steps, tick(), say("Done.")]));

  await runClient(stage, api, "Work", { sessionId });

  for (const plan of plans) {
    assertEquals(await stage.read(plan), "# New\n", "the write succeeded");
  }
  const kept = await readArchives(stage);
  for (const plan of plans) assertEquals(kept.filter((text) => text === OLD + plan).length, 1);
});

client.test("a plan that a shell command overwrites is archived too", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  await stage.write(".claude/plans/door.md", OLD);
  const step = bash("echo '# New' > .claude/plans/door.md");
  const api = stage.serve(script([step, tick(), say("Done.")]));
  await runClient(stage, api, "Work", { sessionId });
  assertEquals(await stage.read(".claude/plans/door.md"), "# New\n");
  assertEquals((await readArchives(stage)).filter((text) => text === OLD).length, 1);
});
