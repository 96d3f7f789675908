/** Work that an agent leaves on a branch of its own is known: it is progress, and the next agent is told. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { exits, read, runScript, runStage, TICK } from "./_run_stage.ts";

/** Does an item on a branch of its own, which it leaves; or merges the branch that its prompt names. */
const BRANCH_PER_ITEM = `
n=$(cat ../turn 2>/dev/null || echo 0); n=$((n + 1)); echo $n > ../turn
printf '%s' "$1" > ../prompt-$n
branch=$(printf '%s' "$1" | sed -n 's/^Earlier work is on the branch \`\\([^\`]*\\)\`.*/\\1/p' | head -n 1)
if [ -n "$branch" ]; then git merge -q "$branch"; exit; fi
git checkout -q -b feature-$n
echo $n > work-$n; ${TICK}
git add -A; git -c user.name=agent -c user.email=agent@example.com commit -q -m "Do $n"
git checkout -q main`;

Deno.test("run: a branch for each item is progress, and the next agent gets its name", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n- [ ] two\n");
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "Begin");
  const ran = await exits(0, runScript(stage, BRANCH_PER_ITEM, ["--max-iterations", "9"]));
  const second = read(stage, "../prompt-2");
  const commit = stage.git("rev-parse", "feature-1").slice(0, 7);
  assertStringIncludes(second, `on the branch \`feature-1\` (commit ${commit})`);
  assertStringIncludes(second, 'ticked there: "one"');
  const third = read(stage, "../prompt-3");
  assert(!third.includes("Earlier work is on the branch"), "what is merged is not named again");
  assertEquals(read(stage, "../turn").trim(), "4", "no item is done twice");
  assertStringIncludes(ran.stdout + ran.stderr, "committed on feature-1");
  assert(!(ran.stdout + ran.stderr).includes("nothing changed"));
});

/** Does the first open item on a new branch, whatever its prompt says, and leaves it. */
const LEAVES_ALL = `
n=$(cat ../turn 2>/dev/null || echo 0); n=$((n + 1)); echo $n > ../turn
git checkout -q -b feature-$n
echo $n > work-$n; ${TICK}
git add -A; git -c user.name=agent -c user.email=agent@example.com commit -q -m "Do $n"
git checkout -q main`;

Deno.test("run: an item that is left on a branch twice waits for a person, who gets the line to merge it", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n- [ ] two\n");
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "Begin");
  const ran = await exits(4, runScript(stage, LEAVES_ALL, ["--max-iterations", "9"]));
  assertStringIncludes(
    ran.stdout + ran.stderr,
    'merge the branch `feature-2`, where "one" is ticked: git merge feature-2',
  );
  assertEquals(read(stage, "../turn").trim(), "2", "no turn is burnt");
});

Deno.test("run: an end names the branches that were not merged", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  stage.git("init", "-q", "-b", "main");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "Begin");
  const agent = `
if [ -e ../turn ]; then exit; fi; touch ../turn
git checkout -q -b side; echo 1 > work; git add -A
git -c user.name=agent -c user.email=agent@example.com commit -q -m "Do a part"
git checkout -q main`;
  const ran = await exits(1, runScript(stage, agent, ["--max-iterations", "9"]));
  assertMatch(
    ran.stdout + ran.stderr,
    /turns in a row changed nothing.*; the branch `side` is not merged \(git merge side\)/,
  );
});

/** Commits something else in each turn, and leaves the item open. */
const OTHER_PLACES = `
n=$(cat ../turn 2>/dev/null || echo 0); n=$((n + 1)); echo $n > ../turn
printf '%s' "$1" > ../prompt-$n
commit() { git -C "$1" -c user.name=agent -c user.email=agent@example.com commit -q --allow-empty -m "$2"; }
case $n in
1) git checkout -q -b side; commit . "Do it on the side"; git checkout -q main ;;
2) commit inner "Do it inside" ;;
3) echo edited > inner/work ;;
*) ${TICK} ;;
esac`;

Deno.test("run: the next agent and the report name the commits of a turn, wherever they are", async () => {
  using stage = await runStage("# Plan\n\n- [ ] one\n");
  stage.git("init", "-q", "-b", "main");
  stage.put(".gitignore", "inner/\n");
  stage.git("init", "-q", "-b", "main", "inner");
  stage.git("add", "-A");
  stage.git("commit", "-q", "-m", "Begin");
  await exits(0, runScript(stage, OTHER_PLACES, ["--max-iterations", "9"]));
  const lineOf = (turn: number) =>
    read(stage, `../prompt-${turn + 1}`).split("\n").find((line) =>
      line.startsWith(`Turn ${turn} left`)
    ) ?? "";
  assertMatch(lineOf(1), /Its commits: [0-9a-f]+ Do it on the side \(side\)\./);
  assertMatch(lineOf(2), /Its commits: [0-9a-f]+ Do it inside .*in inner\.$/);
  assert(!lineOf(2).includes("the side"), lineOf(2));
  assert(!lineOf(3).includes("changed no file") && !lineOf(3).includes("commits"), lineOf(3));
  const { commits } = JSON.parse(await stage.ok(["report", "--json"]));
  const named = commits.map(({ branch, subject }: Record<string, string>) => [branch, subject]);
  assertEquals(named, [["side", "Do it on the side"], ["inner", "Do it inside"]]);
});
