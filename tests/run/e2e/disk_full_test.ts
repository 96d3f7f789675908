/** A full disk, in a mount namespace of its own. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { RALPH } from "../../e2e/_stage.ts";
import { runStage, script, shellOf, type Stage, TICK } from "./_run_stage.ts";
import { needs } from "../../_tools.ts";

/** Fills the disk of the loops' records, and does not tick. */
const FILLS =
  'head -c 9000000 /dev/zero >"$HOME/.claude/ralph/full" 2>/dev/null; echo said; exit 1';

/** Runs a line of a shell if a folder is a disk of 4 MB. @returns All that it printed. */
async function playOnDisk(stage: Stage, folder: string, line: string): Promise<string> {
  Deno.mkdirSync(folder, { recursive: true });
  const { stdout, stderr } = await shellOf(stage, [
    ...["bwrap", "--dev-bind", "/", "/", "--size", "4000000", "--tmpfs", folder],
    ...["sh", "-c", line],
  ]).output();
  return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
}

const RUN = `"${RALPH}" run --sandbox none --trust`;

needs("bwrap").test(
  "run: a full disk is called that, and ends the run as blocked; with space again it goes on",
  async () => {
    using stage = await runStage();
    const path = script(stage, FILLS);
    const well = script(stage, TICK, "well.sh");
    const inside = `${RUN} PLAN.md --agent ${path}; echo code=$?; rm "$HOME/.claude/ralph/full"; ` +
      `${RUN} --resume --agent ${well}; echo resumed=$?`;
    const said = await playOnDisk(stage, join(stage.root, "home", ".claude"), inside);
    assertMatch(said, /^BLOCKED +The disk is full: /m, said);
    assertEquals(/code=4/.test(said), true, said);
    assertMatch(said, /resumed=0/, said);
  },
);

Deno.test({
  name:
    "run: an agent whose log fills the disk works on, its item counts, and the next one needs you",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await runStage();
    const path = script(stage, `head -c 9000000 /dev/zero | tr '\\0' x | fold -w 99\n${TICK}`);
    const inside = `${RUN} PLAN.md --json --agent ${path} | grep -v '"event":"output"'; ` +
      'ls -d "$HOME"/.claude/ralph/loops/*/iterations/*';
    const said = await playOnDisk(stage, join(stage.root, "home", ".claude"), inside);
    assertMatch(said, /"kind":"log-failed"/, said);
    assertMatch(
      said,
      /"event":"run-ended".*"code":"blocked".*"counts":\{"done":1,/,
    );
    assertMatch(said, /\/001\.log$/m, "what there was room for stays");
  },
});

Deno.test({
  name:
    "run: a worktree that the disk has no room for is left to nobody, and the others are merged",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await runStage("- [ ] one [parallel]\n- [ ] two [parallel]\n");
    const path = script(stage, TICK);
    const commit = "git add -A && git -c user.name=a -c user.email=a@example.com commit -qm x; ";
    const inside = `git init -q -b main .; head -c 3000000 /dev/urandom >large; ${commit}` +
      `${RUN} PLAN.md --parallel 2 --agent ${path}; echo code=$?; git worktree list; git branch`;
    const said = await playOnDisk(stage, join(stage.root, "home", ".local"), inside);
    assertMatch(said, /no worktree could be made: git worktree add failed: .*unable to write file/);
    assertMatch(said, /code=1/, said);
    assertEquals(said.match(/\[main\]|^[ +*] ralph\//gm), ["[main]"], said);
    assert(!said.includes("0 of 2 items done"), said);
  },
});
