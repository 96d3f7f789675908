/** The user's own adapters through the binary. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { readIfThere } from "./_clock.ts";
import { begin, makeStage, promptOf, RALPH, type Stage } from "./_stage.ts";

const FILE = ".claude/ralph-adapters/asked.sh";
const PROGRAM = `#!/bin/sh
case "$(cat)" in *'"request":"detect"'*) echo '{"is_match": true, "metrics": "mode"}'; exit ;; esac
echo $$ >> asked
case "$(cat mode)" in
  garbage) echo 'not { json' ;;
  fails) echo 'no database' >&2; exit 3 ;;
  silent) ;;
  old) echo '{"schema_version": 9}' ;;
  *) cat mode ;;
esac
`;

/** The processes of a program that were asked; on a busy machine one may end before it writes its id. */
function listAsked(stage: Stage): number[] {
  const pids = readIfThere(join(stage.project, "asked")) ?? "";
  return pids.split("\n").filter((line) => line !== "").map(Number);
}

/** A program that answers what the file "mode" says; a change of it is a new metric. */
async function withProgram(mode: string, ...args: string[]): Promise<Stage> {
  const stage = await makeStage({ start: null, program: RALPH });
  stage.put("mode", mode);
  stage.put(FILE, PROGRAM);
  Deno.chmodSync(join(stage.project, FILE), 0o755);
  assertStringIncludes(await begin(stage, [...args, "--trust"]), "Adapter: asked");
  return stage;
}

function answer(shouldContinue: boolean, confidence: number): string {
  return JSON.stringify({
    entries: [],
    should_continue: shouldContinue,
    confidence,
    reason: "the curve says so",
    prompt: "Look at the curve.",
  });
}

const FAILURES: readonly (readonly [mode: string, why: string])[] = [
  ["garbage", "printed no JSON"],
  ["fails", "ended with exit code 3: no database"],
  ["silent", "printed nothing"],
  ["old", "answered in schema_version 9"],
];

for (const [mode, why] of FAILURES) {
  Deno.test(`adapters: a program that ${why} has no verdict: reported once, asked once, no stop`, async () => {
    using stage = await withProgram(mode, "-f", "PLAN.md");
    const first = await stage.turn();
    assertStringIncludes(
      String(first["systemMessage"]),
      `Adapter asked has no verdict: the program ${why}`,
    );
    assertStringIncludes(promptOf(first), "PLAN.md");
    const asked = listAsked(stage);
    assertEquals(asked.length, 1, "one question");
    assertEquals((await stage.turn())["systemMessage"], undefined, "it is reported once");
    assert(stage.hasLoop());
    assertEquals(listAsked(stage), asked, "it is not asked again at every Stop");
  });
}

Deno.test("adapters: CONTINUE keeps a complete task open until the program answers STOP", async () => {
  using stage = await withProgram(answer(true, 0.5), "-f", "PLAN.md", "--until-done");
  stage.put("PLAN.md", "- [x] one\n- [x] two\n- [x] three\n");
  const text = promptOf(await stage.turn());
  assertStringIncludes(text, "**Adapter asked** advises to continue");
  assertStringIncludes(text, "Look at the curve.");
  assert(stage.hasLoop(), "the adapter prevents the end");
  stage.put("mode", `${answer(false, 0.5)}\n`);
  assertEquals(await stage.lastTurn(), "complete");
});

Deno.test("adapters: a program is asked once for the same metrics, and a confidence of 1 ends --eternal", async () => {
  using stage = await withProgram(answer(true, 0), "-f", "PLAN.md", "--eternal");
  for (let turn = 0; turn < 3; turn++) await stage.turn();
  const asked = () => listAsked(stage).length;
  assertEquals(asked(), 2, "once for metrics, once for the verdict");
  stage.put("mode", `${answer(false, 1)}\n`);
  assertMatch(String((await stage.turn())["systemMessage"]), /converged: the curve says so/);
  assertEquals([asked(), stage.hasLoop()], [4, false]);
});
