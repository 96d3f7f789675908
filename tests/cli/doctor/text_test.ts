/** The texts of `ralph doctor`, as files in `golden/`. */
import { assert, assertEquals } from "@std/assert";
import { createStyle } from "../../../src/cli/core/style.ts";
import { renderFindings, renderFixed } from "../../../src/cli/doctor/text.ts";
import type { DoctorFinding } from "../../../src/cli/doctor/check.ts";
import type { Fixed } from "../../../src/cli/doctor/run_checks.ts";
import { openGolden } from "../../_golden.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/cli/doctor/text_test.ts",
);

const HOME = "/home/dev";
const view = { style: createStyle(false), home: HOME, isVerbose: false, width: 80 };

const fix = (title: string, needsConsent = false) => ({ title, needsConsent, apply: () => [] });

const HEALTHY: readonly DoctorFinding[] = [
  { id: "program.start", status: "pass", title: `ralph 0.1.0, "${HOME}/bin/ralph"` },
  { id: "hooks.registered", status: "pass", title: "Registered once" },
  { id: "hooks.others", status: "pass", title: "No other Stop hook" },
  { id: "system.disk", status: "pass", title: "Ralph's home can be written, 80 GB free" },
];

const BROKEN: readonly DoctorFinding[] = [
  {
    id: "program.path",
    status: "warn",
    title: "ralph is not on the PATH, where the plugin and you look for it",
    detail: [`this is "${HOME}/bin/ralph"`],
    advice: "Link it into a folder that is on the PATH, such as ~/.local/bin.",
    command: `ln -s ${HOME}/bin/ralph ~/.local/bin/ralph`,
  },
  {
    id: "hooks.program-missing",
    status: "fail",
    title: `The hooks in "${HOME}/.claude/settings.json" call "/opt/ralph", which does not exist`,
    advice: "Run 'ralph hooks install' again, then restart Claude Code.",
    fix: fix(`Register the hooks in "${HOME}/.claude/settings.json", with this program`),
  },
  {
    id: "loops.orphaned",
    status: "warn",
    title: "The Claude Code that ran a loop is gone",
    detail: [`loop 20260101-000000000-0a1b2c3d in "${HOME}/src/app"`],
    advice: "Resume its session, take it over in a new one with 'ralph start --resume', or end " +
      "it with 'ralph stop'.",
    command: `cd ${HOME}/src/app && claude --resume 0a1b2c3d-0000-4000-8000-000000000001`,
    fix: fix(`End the loop 20260101-000000000-0a1b2c3d in "${HOME}/src/app"`, true),
  },
  {
    id: "system.disk.unknown",
    status: "unknown",
    title: "Could not check the disks",
    detail: ["it took longer than 6 s"],
  },
];

const FIXED: readonly Fixed[] = [
  { id: "a", title: "Remove the kill switch", outcome: "done", lines: ['Removed "/home/dev/x"'] },
  { id: "b", title: 'Register the hooks again in "/s.json"', outcome: "needs-consent", lines: [] },
  { id: "c", title: "End the loop", outcome: "declined", lines: [] },
  { id: "d", title: 'Move "/x" away', outcome: "failed", lines: ["read-only file system"] },
];

Deno.test("doctor: what is shown", () => {
  assertGolden("broken", renderFindings(BROKEN, view));
  assertGolden("healthy", renderFindings(HEALTHY, view));
});

Deno.test("doctor: lines are wrapped, but commands that are pasted", () => {
  for (const width of [40, 200]) {
    const tooLong = renderFindings(BROKEN, { ...view, width }).split("\n")
      .filter((line) => line.length > width && line.trim().includes(" "));
    assertEquals(tooLong.filter((line) => !/["'/]/.test(line)), []);
  }
});

Deno.test("doctor: --verbose shows what passed too, and what became of repairs is shown", () => {
  const verbose = renderFindings(HEALTHY, { ...view, isVerbose: true });
  assertEquals(verbose.split("\n").filter((line) => line.startsWith("pass")).length, 4);
  assertGolden("fixed", renderFixed(FIXED, view));
  assertEquals(renderFixed([], view), "Nothing that ralph can fix.");
});

Deno.test("doctor: color adds marks and changes no text", () => {
  const style = createStyle(true);
  const colored = renderFindings(BROKEN, { ...view, style });
  // deno-lint-ignore no-control-regex -- the marks of a style begin with an escape
  const plain = colored.replaceAll(/\x1b[0-9a-f-]+\[\d+m/g, "");
  assert(colored.length > plain.length);
  assertEquals(plain, renderFindings(BROKEN, view));
});

Deno.test("doctor: no golden file is left without its text", assertNoneLeft);
