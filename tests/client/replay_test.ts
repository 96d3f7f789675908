/**
 * `ralph replay` agrees with the loops that ran, in the real client.
 *
 * `UPDATE_TRANSCRIPTS=1` writes what was recorded here to `tests/fixtures/transcripts/replay/`, where
 * tests without the client read it.
 */
import { assert, assertEquals } from "@std/assert";
import {
  bash,
  call,
  clientTest,
  ITEMS,
  Pane,
  PLAN,
  readStop,
  REPOSITORY,
  runClient,
  say,
  script,
  type Stage,
  startLoop,
  type Step,
  tick,
  waitUntil,
  writePlan,
} from "./harness/mod.ts";
import { keepAsFixture, transcriptOf } from "./harness/recording.ts";

/** A session, and how its loop was set. */
interface Scenario {
  readonly steps: (stage: Stage) => Step[];
  /** Arguments of `ralph start`. */
  readonly start?: string[];
  /** Settings of the loop, for `--set`. */
  readonly settings: readonly string[];
  readonly env?: Record<string, string>;
  /** What the plan is, where it is not that of `startLoop`. */
  readonly plan?: string;
  /** What the end depends on: facts that the transcript does not have. */
  readonly unknown?: readonly string[];
}

const UNTIL_DONE = ["min_hours=0", "min_iterations=0", "enable_validation_phase=false"];
const VALIDATED = "The round is done.\n\n<validated>";
const again =
  () => [bash("cat PLAN.md"), say("I looked at the plan, and it says nothing on doors.")];

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "checklist": {
    steps: (stage) => {
      const file = { file_path: stage.resolve(PLAN) };
      const [first = "", second = "", third = ""] = ITEMS;
      return [
        call("Read", file),
        call("Write", { file_path: stage.resolve("door.txt"), content: "a door\n" }),
        call("Edit", { ...file, old_string: `[ ] ${first}`, new_string: `[x] ${first}` }),
        say("The door is drawn."),
        tick(second),
        say("The walls are built."),
        tick(third),
        bash("git add -A && git commit -qm 'Build the door'"),
        say("The door is painted."),
      ];
    },
    settings: UNTIL_DONE,
  },
  "stuck": {
    steps: () => [again(), again(), again(), again(), again(), again()].flat(),
    settings: UNTIL_DONE,
    unknown: ["tree"],
  },
  "progress-between-equal-answers": {
    steps: () => [
      ...[again(), again(), again()].flat(),
      bash("echo a door > door.txt && git add door.txt && git commit -qm 'Draw the door'"),
      ...[again(), again(), again()].flat(),
      tick(),
      say("All is done."),
    ],
    settings: UNTIL_DONE,
  },
  "only-talk": {
    steps: () =>
      [
        "Let me think about the door and where its hinges ought to be.",
        "Walls are a matter of bricks; bricks are a matter of clay and patience.",
        "Red would suit it, though green has a calm of its own.",
        "Gardens come later, once rain has settled the ground.",
        "A chimney needs a hearth below, and somebody who sits beside it.",
        "Stairs may wind, if the carpenter is paid for the trouble.",
        "Roof tiles overlap like the scales of some sleepy fish.",
        "Cellars keep apples and secrets at the same temperature.",
      ].map(say),
    settings: UNTIL_DONE,
  },
  "validation": {
    steps: () => [
      tick(),
      say("All three are ticked."),
      bash("cat PLAN.md"),
      say('<finding severity="critical">the door does not open</finding>\n\n<validated>'),
      bash("echo hinge > door.txt"),
      say(`Fixed the door.\n\n${VALIDATED}`),
      bash("ls"),
      say(`Nothing is missing from the plan.\n\n${VALIDATED}`),
    ],
    settings: ["min_hours=0", "min_iterations=0", "enable_validation_phase=true"],
    env: { RALPH_ENABLE_VALIDATION_PHASE: "true" },
  },
  "max-iterations": {
    steps: () => [
      ...["doors", "walls", "bricks"].flatMap((thing) => [
        bash(`echo ${thing} >> notes.txt`),
        say(`I wrote down what I know of ${thing}.`),
      ]),
    ],
    start: ["--max-iterations", "2"],
    settings: [...UNTIL_DONE, "max_iterations=2"],
  },
  "blocked": {
    steps: () => [
      tick(ITEMS[0]),
      say("The door is drawn."),
      bash("ls"),
      say("I cannot go on.\n\n<blocked>which colour the door has</blocked>"),
    ],
    settings: UNTIL_DONE,
  },
  "subagent": {
    steps: () => [
      call("Agent", {
        description: "look",
        prompt: "look around",
        subagent_type: "general-purpose",
      }),
      say("Looked around."),
      tick(),
      say("Done."),
    ],
    settings: UNTIL_DONE,
  },
  "rejected-check": {
    plan: "# Plan\n\n- [ ] Draw the door | `test -f door.txt`\n",
    steps: () => [
      tick(),
      say("The door is drawn."),
      bash("echo a door > door.txt"),
      say("Now it is drawn, really."),
    ],
    start: ["--trust"],
    settings: UNTIL_DONE,
    unknown: ["verification"],
  },
};

/** Asserts that a replay agrees with the loop's record, and keeps the transcript where asked to. */
async function assertAgrees(
  stage: Stage,
  name: string,
  sessionId: string,
  { settings, unknown = [] }: Pick<Scenario, "settings" | "unknown">,
): Promise<void> {
  const { code } = (await readStop(stage))!;
  const { last_loop: ended } = JSON.parse((await stage.ralph(["status", "--json"])).stdout);
  const transcript = await transcriptOf(stage, sessionId);
  const set = settings.flatMap((setting) => ["--set", setting]);
  const replayed = await stage.ralph(["replay", transcript, "--json", ...set]);
  const { transcripts: [{ loops: [loop] }] } = JSON.parse(replayed.stdout);
  const end = loop.results[0].ends.at(-1);
  assertEquals(end.code, code, replayed.stdout);
  assertEquals(end.also_at.at(-1) ?? end.stop, loop.stops, "the loop ended the session");
  if (end.stop === loop.stops) assertEquals(end.iteration, ended.turns);
  assertEquals(end.conditions.map(({ fact }: { fact: string }) => fact), unknown);
  // The loop's clock also counts the time from its start to the first prompt, and that of its hooks.
  assert(end.active_seconds <= ended.runtime_seconds, replayed.stdout);

  if (Deno.env.get("UPDATE_TRANSCRIPTS") !== "1") return;
  const outcome = { settings, code, turns: ended.turns, stops: loop.stops, unknown };
  await keepAsFixture(stage, transcript, name, outcome);
}

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  clientTest(`replay agrees with the loop that ran: ${name}`, async (stage) => {
    const sessionId = crypto.randomUUID();
    const { start: args = [], env = {}, plan } = scenario;
    await startLoop(stage, { sessionId, args, env, ...plan === undefined ? {} : { plan } });
    const api = stage.serve(script(scenario.steps(stage)));
    await runClient(stage, api, `Work on ${PLAN}`, { sessionId });
    await assertAgrees(stage, name, sessionId, scenario);
  });
}

clientTest(
  "replay agrees with the loop that ran: interactive, started later, with a build to wait for",
  async (stage) => {
    const sessionId = crypto.randomUUID();
    await writePlan(stage);
    const api = stage.serve(script([
      say("Hello to you."),
      bash("sleep 2; echo built", { "run_in_background": true }),
      say("The build runs."),
      bash("echo a door > door.txt"),
      say("It is built."),
      tick(),
      say("Done."),
    ]));
    const pane = await Pane.start(stage, api, { pluginDir: REPOSITORY, sessionId });
    await pane.type("Hello");
    await pane.waitFor("Hello to you.");
    await pane.type(`/ralph:start -f ${PLAN} --until-done`);
    await waitUntil(async () => await readStop(stage) !== undefined, () => "the loop did not end");
    await assertAgrees(stage, "interactive", sessionId, { settings: UNTIL_DONE });
  },
  { pane: true },
);
