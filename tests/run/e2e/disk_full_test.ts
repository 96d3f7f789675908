/** A full disk, in a mount namespace of its own. */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import { RALPH } from "../../e2e/_stage.ts";
import { runStage, script, shellOf, TICK } from "./_run_stage.ts";
import { needs } from "../../_tools.ts";

/** Fills the disk of the loops' records, and does not tick. */
const FILLS =
  'head -c 9000000 /dev/zero >"$HOME/.claude/ralph/full" 2>/dev/null; echo said; exit 1';

Deno.test({
  name: "run: a full disk is called that, and ends the run as blocked; with space again it goes on",
  ...needs("bwrap"),
  fn: async () => {
    using stage = await runStage();
    const path = script(stage, FILLS);
    const well = script(stage, TICK, "well.sh");
    const small = join(stage.root, "home", ".claude");
    Deno.mkdirSync(small, { recursive: true });
    const run = `"${RALPH}" run --sandbox none --trust`;
    const inside = `${run} PLAN.md --agent ${path}; echo code=$?; rm "$HOME/.claude/ralph/full"; ` +
      `${run} --resume --agent ${well}; echo resumed=$?`;
    const ran = await shellOf(stage, [
      ...["bwrap", "--dev-bind", "/", "/", "--size", "4000000", "--tmpfs", small],
      ...["sh", "-c", inside],
    ]).output();
    const said = new TextDecoder().decode(ran.stdout) + new TextDecoder().decode(ran.stderr);
    assertMatch(said, /^BLOCKED +The disk is full: /m, said);
    assertEquals(/code=4/.test(said), true, said);
    assertMatch(said, /resumed=0/, said);
  },
});
