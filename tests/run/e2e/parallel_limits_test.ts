/** The limits of a run whose agents work at the same time: they count for all of them together. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { oddAgent, repositoryStage } from "./_parallel_stage.ts";
import { eventsOf, type Stage } from "./_run_stage.ts";

const ITEMS = ["odd one [parallel]", "odd two [parallel]", "odd three [parallel]"];

/** Runs the items with an agent for each, at the same time. */
async function run(stage: Stage, script: string, args: readonly string[]) {
  const path = oddAgent(stage, `echo begun >>'${join(stage.root, "begun")}'\n${script}`);
  const ran = await stage.ralph(
    ["run", "PLAN.md", "--json", "--agent", path, "--parallel", "3", "--sandbox", "none", ...args],
  );
  const begun = Deno.readTextFileSync(join(stage.root, "begun")).trim().split("\n").length;
  return { ...ran, begun, events: eventsOf(ran) };
}

/** Waits until as many agents as given have begun, or are done. */
const together = (stage: Stage, agents: number) =>
  `until [ "$(wc -l <'${join(stage.root, "begun")}')" -ge ${agents} ]; do sleep 0.05; done`;

/** Reports tokens, and at the end money, as Claude Code does. */
const report = (id: string, tokens: number) =>
  `echo '{"type":"assistant","message":{"id":"${id}","content":[],"usage":{"input_tokens":${tokens},"output_tokens":0}}}'`;
const finish = (cost: number) =>
  `echo '{"type":"result","subtype":"success","is_error":false,"result":"ok","total_cost_usd":${cost}}'`;

for (const limit of [2, 4, 5]) {
  Deno.test(`limits: three agents at a time never begin more than ${limit} turns together`, async () => {
    using stage = await repositoryStage(ITEMS);
    const ran = await run(stage, "exit 1", ["--max-iterations", String(limit)]);
    const started = ran.events.filter(({ event }) => event === "iteration-started");
    const turns = started.map(({ iteration }) => iteration).toSorted((one, two) => one - two);
    assertEquals(turns, Array.from({ length: limit }, (_, at) => at + 1));
    assertEquals([ran.begun, ran.events.at(-1)?.["code"]], [limit, "max-iterations"]);
  });
}

Deno.test("limits: agents that work at the same time all begin under a budget, until it is spent", async () => {
  using stage = await repositoryStage([...ITEMS, "odd four [parallel]"]);
  const script = `${together(stage, 3)}\n${report("a", 10)}\ntick; ${finish(0.25)}`;
  const ran = await run(stage, script, ["--max-cost-usd", "0.5"]);
  assertEquals(ran.begun, 3, ran.stdout);
  assertEquals([ran.code, ran.events.at(-1)?.["code"]], [3, "max-cost"]);
});

Deno.test("limits: agents that work at the same time are ended when their tokens together reach the limit", async () => {
  using stage = await repositoryStage(ITEMS);
  const script = `${together(stage, 3)}\n${report("a", 400)}\nexec sleep 600`;
  const ran = await run(stage, script, ["--max-tokens", "1000", "--kill-grace", "1s"]);
  const end = ran.events.at(-1);
  assertEquals([ran.begun, end?.["code"], end?.["tokens"]], [3, "max-tokens", 1200], ran.stdout);
});

Deno.test("limits: an expired login begins no other item, and ends a parallel run as blocked", async () => {
  using stage = await repositoryStage([...ITEMS, ...ITEMS.map((item) => `more ${item}`)]);
  const ran = await run(stage, "echo 'Not logged in · Please run /login'; exit 1", []);
  assertEquals([ran.code, ran.events.at(-1)?.["code"]], [4, "blocked"], ran.stdout);
  assertEquals(ran.begun <= 3, true, `${ran.begun} agents`);
});
