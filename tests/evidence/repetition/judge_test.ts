/** The whole judgement with real files: what is stuck, and what is not. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import type { ProgressKind } from "../../../src/loop/facts.ts";
import { probeTree, takeMark, type TreeProbe } from "../../../src/evidence/progress/mark.ts";
import { outputsToKeep } from "../../../src/evidence/repetition/find_repetition.ts";
import { judgeRepetition, type MarkedOutput } from "../../../src/evidence/repetition/judge.ts";
import { gitIn } from "../../_project.ts";
import { makeProject } from "../progress/_project.ts";

const RULE = { threshold: 0.9, windowSize: 5 };
const SAME = "All tests pass, the plan is unchanged.";
const OTHER = "I looked at the deployment and waited.";

/** One turn: what the agent does, and what it says. */
type Turn = readonly [says: string, does?: (project: string) => void | Promise<void>];

/** Goes through turns as the hook does; what moved since the first, or null if nothing is alike. */
async function play(
  project: string,
  turns: readonly Turn[],
  tree: TreeProbe = probeTree([project]),
): Promise<(readonly ProgressKind[] | null)[]> {
  let earlier: MarkedOutput[] = [];
  const verdicts: (readonly ProgressKind[] | null)[] = [];
  for (const [text, does] of turns) {
    await does?.(project);
    // The files' times are coarse: some milliseconds behind the clock's.
    await new Promise((resolve) => setTimeout(resolve, 15));
    const present = {
      text,
      mark: takeMark(project, { nowMs: Date.now(), checklist: "", metrics: 0 }),
    };
    await new Promise((resolve) => setTimeout(resolve, 15));
    const judged = await judgeRepetition({ ...RULE, earlier, present, tree });
    verdicts.push(judged.repetition?.progress ?? null);
    earlier = [...earlier, { text, mark: judged.mark }].slice(-outputsToKeep(RULE.windowSize));
  }
  return verdicts;
}

Deno.test("stuck: a warning counts only the answers since something moved", async () => {
  const at = (checklist: string) => ({ atMs: 1, commit: "", checklist, metrics: 0, tree: "t" });
  const tree: TreeProbe = {
    take: () => Promise.resolve("t"),
    hasMovedSince: () => Promise.resolve(false),
  };
  const count = (...checklists: readonly string[]) =>
    countOf(checklists.map((checklist) => ({ text: SAME, mark: at(checklist) })));
  const countOf = async (outputs: readonly MarkedOutput[]) => {
    const [present, ...before] = outputs.toReversed();
    const earlier = before.toReversed();
    return (await judgeRepetition({ ...RULE, earlier, present: present!, tree })).alikeOutputs;
  };
  assertEquals(await count("1/9", "1/9", "1/9"), 3);
  assertEquals(await count("1/9", "2/9", "3/9"), 1);
  assertEquals(await count("1/9", "2/9", "2/9", "2/9"), 3);
  assertEquals(await count("1/9"), 1);
  const inTurn = [SAME, OTHER, SAME, OTHER];
  const turns = (...checklists: readonly string[]) =>
    inTurn.map((text, index) => ({ text, mark: at(checklists[index % checklists.length]!) }));
  assertEquals(await countOf(turns("1/9")), 4, "answers in turn, and nothing moved");
  assertEquals(await countOf(turns("1/9", "2/9")), 4, "what only goes to and fro is no progress");
  assertEquals(await countOf(turns("1/9", "2/9", "3/9", "4/9")), 1);
});

const put = (name: string, text: string) => (project: string) =>
  Deno.writeTextFileSync(join(project, name), text);

for (const kind of ["git", "no git"] as const) {
  const make = () => makeProject(kind === "git");

  Deno.test(`stuck: exactly five equal outputs with an untouched tree (${kind})`, async () => {
    using project = make();
    const turns: Turn[] = [[OTHER], [SAME], [SAME], [SAME], [SAME], [SAME]];
    assertEquals(await play(project.path, turns), [null, null, null, null, null, []]);
  });

  for (const at of [1, 2, 3, 4]) {
    for (
      const [what, does] of [
        ["changed", put("a.txt", "changed")],
        ["new", put("new.txt", "new")],
        ["removed", (project: string) => Deno.removeSync(join(project, "a.txt"))],
      ] as const
    ) {
      Deno.test(`stuck: not with one file ${what} in turn ${at + 1} of five (${kind})`, async () => {
        using project = make();
        const turns: Turn[] = [0, 1, 2, 3, 4].map((turn) => turn === at ? [SAME, does] : [SAME]);
        assertEquals((await play(project.path, turns)).at(-1), ["tree"]);
      });
    }
  }

  Deno.test(`stuck: never sticky: what moved in the third turn counts until it is out of sight (${kind})`, async () => {
    using project = make();
    const turns: Turn[] = [0, 1, 2, 3, 4, 5, 6, 7].map((turn) =>
      turn === 2 ? [SAME, put("b.txt", "b")] : [SAME]
    );
    assertEquals((await play(project.path, turns)).slice(4), [["tree"], ["tree"], [], []]);
    using second = make();
    const after: Turn[] = [[SAME], [SAME], [SAME], [SAME], [SAME], [OTHER], [SAME]];
    assertEquals((await play(second.path, after)).slice(4), [[], null, null]);
  });

  Deno.test(`stuck: the same text written again in each turn is seen one turn later (${kind})`, async () => {
    using project = make();
    const turns: Turn[] = new Array(6).fill([SAME, put("a.txt", "a")]);
    assertEquals((await play(project.path, turns)).slice(4), [["tree"], []]);
  });

  Deno.test(`stuck: two rounds of two that only change a file to and fro (${kind})`, async () => {
    using project = make();
    const turns: Turn[] = [1, 2, 3].flatMap((): Turn[] => [
      [SAME, put("a.txt", "one")],
      [OTHER, put("a.txt", "two")],
    ]);
    assertEquals((await play(project.path, turns)).slice(3), [null, ["tree"], ["tree"]]);
    using second = make();
    assertEquals((await play(second.path, [...turns, ...turns])).slice(6), [
      [],
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  Deno.test(`stuck: ralph's own files are not progress (${kind})`, async () => {
    using project = make();
    Deno.mkdirSync(join(project.path, ".claude"));
    Deno.writeTextFileSync(join(project.path, ".claude/settings.json"), "{}");
    const write = (path: string) => {
      for (const name of ["ralph-state.json", "loop-enabled", "ralph-state.json.lock"]) {
        const draft = join(path, ".claude", ".ralph-x.tmp");
        Deno.writeTextFileSync(draft, `${Math.random()}`);
        Deno.renameSync(draft, join(path, ".claude", name));
      }
    };
    const turns: Turn[] = new Array(5).fill([SAME, write]);
    assertEquals((await play(project.path, turns)).at(-1), []);
  });
}

Deno.test("stuck: not with a commit in between", async () => {
  using project = makeProject(true);
  put("a.txt", "changed")(project.path);
  const commit = (path: string) => {
    gitIn(path, "commit", "-qam", "Change");
  };
  const turns: Turn[] = [[SAME], [SAME], [SAME, commit], [SAME], [SAME]];
  assert((await play(project.path, turns)).at(-1)?.includes("commit"));
});

Deno.test("stuck: an unreadable tree proves nothing", async () => {
  using project = makeProject(false);
  const blind: TreeProbe = {
    take: () => Promise.resolve(null),
    hasMovedSince: () => Promise.resolve(null),
  };
  const turns: Turn[] = new Array(6).fill([SAME]);
  assertEquals((await play(project.path, turns, blind)).at(-1), null);
  const half: TreeProbe = { ...probeTree([project.path]), hasMovedSince: blind.hasMovedSince };
  assertEquals((await play(project.path, turns, half)).slice(4), [null, []]);
  let looks = 0;
  const fading: TreeProbe = { ...blind, take: () => Promise.resolve(looks++ < 4 ? "tree" : null) };
  assertEquals((await play(project.path, turns, fading)).at(-1), null);
  const still: TreeProbe = { ...blind, hasMovedSince: () => Promise.resolve(false) };
  assertEquals((await play(project.path, turns, still)).at(-1), []);
});

Deno.test("stuck: the tree is not read while the outputs differ", async () => {
  using project = makeProject(false);
  let looks = 0;
  const counting: TreeProbe = {
    take: () => Promise.resolve(`${looks++}`),
    hasMovedSince: () => Promise.resolve(false),
  };
  await play(project.path, [["abc"], ["def"], ["ghi"], ["jkl"], ["abc"], ["abc"]], counting);
  assertEquals(looks, 1);
});
