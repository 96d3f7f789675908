/** Files that the guard cannot protect are put back; deletions by the user are not. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  bash,
  call,
  client,
  type ClientRun,
  playLoop,
  readLoop,
  readStop,
  runClient,
  say,
  script,
  type Stage,
  startLoop,
  type Step,
  waitUntil,
} from "./harness/mod.ts";
import type { Block } from "./harness/script.ts";

const MARKER = ".claude/loop-enabled";
const REPAIRED = /ralph: .* removed .*, and ralph restored (it|them)/;

/** Harmless-looking commands that delete the loop's files. */
interface Destroyer {
  readonly name: string;
  readonly prepare: (stage: Stage) => Promise<void>;
  readonly calls: readonly string[];
}

const MAKEFILE = "clean:\n\tgit ls-files -o | tr '\\n' '\\0' | xargs -0 rm -rf\n\ttouch cleaned\n";

/** Deletes marker and record by a name that no guard can read, but not the kill switch. */
const CLEAN_MARKS = "import glob, os\n" +
  "for path in glob.glob('.cl*/[lr]*', include_hidden=True):\n" +
  "    if os.path.isfile(path): os.remove(path)\n";

const DESTROYERS: readonly Destroyer[] = [
  {
    name: "make clean",
    prepare: (stage) => stage.write("Makefile", MAKEFILE),
    calls: ["make clean"],
  },
  {
    name: "git add -A, then git stash",
    // As in a repository that was made after the loop began.
    prepare: (stage) => stage.write(".git/info/exclude", ""),
    calls: ["git add -A", "git stash && touch cleaned"],
  },
];

for (const { name, prepare, calls } of DESTROYERS) {
  client.test(`repair: ${name} does not end the loop, and the repair is shown`, async (stage) => {
    const sessionId = crypto.randomUUID();
    await startLoop(stage, { sessionId });
    await stage.ralph(["encourage", "small steps"]);
    await prepare(stage);
    let before: unknown;
    let config: string | undefined;
    let seen = "";
    const api = stage.serve(script([
      async () => {
        before = await readLoop(stage);
        config = await stage.read(".claude/ralph-config.json");
        return bash(calls[0]!);
      },
      ...calls.slice(1).map((command) => bash(command)),
      async (asked) => {
        seen = asked.news;
        assert(await stage.read("cleaned") !== undefined, "the command did not run");
        assertEquals(await readLoop(stage), before);
        assert(await stage.read(MARKER) !== undefined);
        assertEquals(await stage.read(".claude/ralph-config.json"), config);
        return endPlan();
      },
      say("Done."),
    ]));

    const run = await runClient(stage, api, "Work", { sessionId });

    assertMatch(seen, /and ralph restored (it|them): the ralph loop of this project/);
    assertRepairShown(run, 1);
    assertEquals((await readStop(stage))!.code, "complete", "the loop ran to its end");
  });
}

client.test("repair: a command that fails after it deleted is repaired too", async (stage) => {
  let seen = "";
  const { run } = await playLoop(stage, [
    bash("git ls-files -o | xargs rm -rf; exit 3"),
    (asked) => {
      seen = asked.news;
      return endPlan();
    },
    say("Done."),
  ]);
  assertMatch(seen, /Exit code 3[^]*and ralph restored them/);
  assertRepairShown(run, 1);
  assertEquals((await readStop(stage))!.code, "complete");
});

client.test("repair: after a subagent's command both it and the user are shown the repair", async (stage) => {
  let subagentSaw = "";
  let asked = 0;
  const { run } = await playLoop(
    stage,
    script(
      [
        call("Agent", {
          description: "Clean",
          prompt: "Clean up",
          subagent_type: "general-purpose",
          run_in_background: false,
        }),
        endPlan(),
        say("Done."),
      ],
      undefined,
      ({ news }) => {
        if (asked++ === 0) return bash("git ls-files -o | xargs rm -rf");
        subagentSaw = news;
        return say("Cleaned.");
      },
    ),
  );
  assertMatch(subagentSaw, /and ralph restored them/);
  assertEquals((await readStop(stage))!.code, "complete");
  assertRepairShown(run, 1);
});

client.test("repair: one of two parallel commands deletes", async (stage) => {
  const wait = "for i in $(seq 20); do [ -e gone ] && break; sleep 0.05; done";
  const { run } = await playLoop(stage, [
    [...bash(wait), ...bash("git ls-files -o | xargs rm -rf; touch gone")],
    endPlan(),
    say("Done."),
  ]);
  assertRepairShown(run, 1);
  assertEquals((await readStop(stage))!.code, "complete");
});

client.test("repair: a marker deleted alone twice within ten minutes is not put back, and the loop ends", async (stage) => {
  const deleteMarker = () => Deno.remove(stage.resolve(MARKER));
  const { api, run } = await playLoop(stage, [
    duringCall(stage, deleteMarker),
    duringCall(stage, deleteMarker),
    async () => {
      assertEquals(await stage.read(MARKER), undefined);
      return say("First turn over.");
    },
  ]);
  assertEquals(api.main.length, 3);
  assertRepairShown(run, 1);
  assertMatch(run.shown.join("\n"), /disappeared twice within ten minutes/);
  assertEquals((await readStop(stage))!.code, "disabled");
  assertEquals(await readLoop(stage), undefined);
});

client.test("repair: the kill switch during a call that deletes files ends the loop", async (stage) => {
  const sessionId = crypto.randomUUID();
  await startLoop(stage, { sessionId });
  await stage.write("clean.py", CLEAN_MARKS);
  const kill = () => stage.write(".claude/STOP_LOOP", "");
  const api = stage.serve(script([
    duringCall(stage, kill, "python3 clean.py"),
    say("First turn over."),
  ]));
  const run = await runClient(stage, api, "Work", { sessionId });
  assertEquals(api.main.length, 2);
  assertEquals((await readStop(stage))!.code, "kill-switch");
  assertRepairShown(run, 0);
  assertEquals([await readLoop(stage), await stage.read(MARKER)], [undefined, undefined]);
});

function assertRepairShown(run: ClientRun, times: number): void {
  const lines = run.shown.filter((line) => REPAIRED.test(line));
  assertEquals(lines.length, times, run.shown.join("\n"));
}

/** Writes the plan again, complete: a clean-up removes it too, as it is untracked. */
function endPlan(): Block[] {
  return bash("printf '# Plan\\n\\n- [x] Draw the door\\n' > PLAN.md");
}

/** A step: a command that runs until `act` is done, then `last`. */
function duringCall(stage: Stage, act: () => Promise<unknown>, last = "true"): Step {
  const name = crypto.randomUUID();
  return () => {
    waitUntil(async () => await stage.read(`${name}.begun`) !== undefined, () => "no call began")
      .then(act).finally(() => stage.write(`${name}.go`, ""));
    return bash(
      `touch ${name}.begun; for i in $(seq 400); do [ -e ${name}.go ] && break; sleep 0.05; done; ` +
        last,
    );
  };
}
