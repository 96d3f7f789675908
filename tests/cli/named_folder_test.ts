/** A folder that is named in the place of its plan. */
import { assertEquals } from "@std/assert";
import { TestCli } from "./_cli.ts";

const LINES = [["start"], ["start", "-f"], ["run"]];

for (const words of LINES) {
  Deno.test(`ralph ${words.join(" ")} FOLDER: the plan in the folder is named in a line that works`, async () => {
    using cli = new TestCli();
    await cli.run(["hooks", "install"]);
    cli.write("specs/001-notes/spec.md", "# Spec\n\n- [ ] Is it clear?\n");
    cli.write("specs/001-notes/tasks.md", "- [ ] a\n");
    cli.write("PLAN.md", "- [ ] another plan\n");
    const { code, stderr } = await cli.run([...words, "specs/001-notes", "--dry-run"]);
    assertEquals([code, ...stderr.trimEnd().split("\n").slice(-2)], [
      2,
      "Hint: Did you mean 'specs/001-notes/tasks.md'?",
      `→ ralph ${words.join(" ")} specs/001-notes/tasks.md --dry-run`,
    ]);
  });
}
