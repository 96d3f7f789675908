/** The texts of `ralph doctor`, as files in `golden/`. */
import { assert, assertEquals } from "@std/assert";
import { renderFindings, renderInfo, renderRepairs } from "../../../src/cli/doctor/text.ts";
import { createStyle } from "../../../src/cli/core/output.ts";
import type { Finding, GroupName, OpenFinding } from "../../../src/doctor/check.ts";
import { judgeClient } from "../../../src/doctor/checks/client.ts";
import { judgeDisks } from "../../../src/doctor/checks/disk.ts";
import { judgeLoops } from "../../../src/doctor/checks/loops.ts";
import { judgeMarks } from "../../../src/doctor/checks/marks.ts";
import { judgePermissions } from "../../../src/doctor/checks/permissions.ts";
import { judgeProgram } from "../../../src/doctor/checks/program.ts";
import { judgeRecords } from "../../../src/doctor/checks/records.ts";
import { judgeRegistration } from "../../../src/doctor/checks/hooks/judge_registration.ts";
import { judgeSettings } from "../../../src/doctor/checks/settings.ts";
import { judgeSwitches } from "../../../src/doctor/checks/hooks/switches.ts";
import { createMask } from "../../../src/doctor/info.ts";
import type { Repaired } from "../../../src/doctor/run_checks.ts";
import { problemOf } from "../../../src/store/settings/config_problem.ts";
import { openGolden } from "../../_golden.ts";

const { assertGolden, assertNoneLeft } = openGolden(
  new URL("golden/", import.meta.url),
  ".txt",
  "tests/cli/doctor/text_test.ts",
);

const HOME = "/home/dev";
const view = { style: createStyle(false), home: HOME, isVerbose: false, width: 80 };

function open(group: GroupName, findings: readonly Finding<unknown>[]): OpenFinding[] {
  return findings.map(({ repair, ...finding }) => ({
    ...finding,
    group,
    repair: repair === undefined ? null : { ...repair, apply: () => Promise.resolve([]) },
  }));
}

const SETTINGS = `${HOME}/.claude/settings.json`;
const source = {
  name: SETTINGS,
  kind: "settings",
  scope: "user",
  present: ["Stop: stop"],
  missing: [],
  stale: [],
  repeated: [],
  gate: `${HOME}/.claude/ralph/gate`,
  program: `${HOME}/bin/ralph`,
  lost: [],
  others: [],
} as const;
const program = {
  version: "0.1.0",
  executable: `${HOME}/bin/ralph`,
  isSource: false,
  onPath: `${HOME}/bin/ralph`,
  problems: [],
  projectProblem: null,
  hasHome: true,
};
const folder = { what: "ralph's home", path: `${HOME}/.claude/ralph`, refusal: null };
const marks = { isSwitchNeeded: false, killSwitch: null, strangers: [], sessionNotes: [] };
const client = (output: string) =>
  judgeClient({ search: { kind: "found", path: "/usr/bin/claude" }, output, why: "" });

const HEALTHY: readonly OpenFinding[] = [
  ...open("program", judgeProgram(program)),
  ...open(
    "hooks",
    judgeRegistration({ sources: [source], files: [], program: null, statusLine: [] }),
  ),
  ...open("hooks", judgeSwitches([])),
  ...open("client", client("2.1.328 (Claude Code)")),
  ...open("loops", judgeLoops([])),
  ...open("loops", judgeMarks(marks)),
  ...open("files", judgeRecords({ count: 12, bad: [] })),
  ...open("settings", judgeSettings({ problems: [], changed: 3 })),
  ...open("system", judgeDisks([{ ...folder, freeBytes: 80e9 }])),
];

const BROKEN: readonly OpenFinding[] = [
  ...open("program", judgeProgram({ ...program, onPath: null })),
  ...open(
    "hooks",
    judgeRegistration({
      sources: [{ ...source, lost: ["/opt/my tools/ralph"], missing: ["Stop: stop"] }],
      files: [],
      program: program.executable,
      statusLine: [],
    }),
  ),
  ...open(
    "hooks",
    judgeSwitches([
      { scope: "user", path: SETTINGS, value: { disableAllHooks: true }, error: null },
      {
        scope: "managed",
        path: "/etc/x.json",
        value: { allowManagedHooksOnly: true },
        error: null,
      },
    ]),
  ),
  ...open("client", client("2.1.100 (Claude Code)")),
  ...open(
    "loops",
    judgeLoops([{
      id: "20260101-000000000-0a1b2c3d",
      project: `${HOME}/src/app`,
      driver: "session",
      place: "here",
      damage: null,
      process: "gone",
      owner: "0a1b2c3d-0000-4000-8000-000000000001",
      isWaiting: false,
    }]),
  ),
  ...open("loops", judgeMarks({ ...marks, killSwitch: `${HOME}/src/app/.claude/STOP_LOOP` })),
  ...open(
    "files",
    judgePermissions({
      home: `${HOME}/.claude/ralph`,
      loose: [{ path: `${HOME}/.claude/ralph`, mode: 0o755, wanted: 0o700 }],
      foreign: [{ path: `${HOME}/.claude/ralph/trust.json`, uid: 0 }],
      uid: 1000,
    }),
  ),
  ...open(
    "files",
    judgeRecords({
      count: 12,
      bad: [{
        path: `${HOME}/.claude/ralph/trust.json`,
        why: "it is not JSON: it ends too early (line 1)",
        kind: "broken",
        loss: "nothing is trusted until it is asked again",
      }],
    }),
  ),
  ...open(
    "settings",
    judgeSettings({
      problems: [problemOf("project", `${HOME}/src/app/.claude/ralph-config.json`, "unknown", {
        key: "max_hour",
        found: "6",
        nearest: "max_hours",
      })],
      changed: 1,
    }),
  ),
  ...open("system", judgeDisks([{ ...folder, freeBytes: 1e6 }])),
  {
    id: "system.terminals.unknown",
    group: "system",
    status: "unknown",
    title: "Could not check the kinds of terminal for ralph run",
    detail: ["it took longer than 1.8 s"],
    repair: null,
  },
];

const REPAIRS: readonly Repaired[] = [
  { id: "a", title: "Remove the kill switch", outcome: "done", lines: ['Removed "/home/dev/x"'] },
  { id: "b", title: 'Register the hooks again in "/s.json"', outcome: "needs-consent", lines: [] },
  { id: "c", title: "End the loop", outcome: "declined", lines: [] },
  { id: "d", title: 'Move "/x" away', outcome: "failed", lines: ["read-only file system"] },
];

for (const width of [40, 80, 200]) {
  Deno.test(`doctor: what is shown at ${width} columns`, () => {
    const text = renderFindings(BROKEN, { ...view, width });
    assertGolden(`broken_${width}`, text);
    assertGolden(`healthy_${width}`, renderFindings(HEALTHY, { ...view, width }));
    const tooLong = text.split("\n").filter((line) => line.length > width)
      .filter((line) => line.trim().includes(" "));
    assertEquals(tooLong.filter((line) => !/["'/]/.test(line)), []);
  });
}

Deno.test("doctor: --verbose shows what passed too, and what became of repairs is shown", () => {
  assertGolden("verbose", renderFindings(HEALTHY, { ...view, isVerbose: true }));
  assertGolden("repairs", renderRepairs(REPAIRS, view));
  assertGolden("repairs_none", renderRepairs([], view));
});

Deno.test("doctor: color adds marks and changes no text", () => {
  const style = createStyle(true);
  const colored = renderFindings(BROKEN, { ...view, style });
  // deno-lint-ignore no-control-regex -- the marks of a style begin with an escape
  const plain = colored.replaceAll(/\x1b[0-9a-f-]+\[\d+m/g, "");
  assert(colored.length > plain.length);
  assertEquals(plain, renderFindings(BROKEN, view));
});

Deno.test("doctor: --info is a block that can be pasted", () => {
  assertGolden(
    "info",
    renderInfo({
      ralph: '0.1.0 (commit abc, x86_64-unknown-linux-gnu, Deno 2.7.14), "~/bin/ralph"',
      system: "Linux 6.1.0, x86_64",
      terminal: "terminal for input and output, 120x40, TERM=xterm-256color",
      claude: '2.1.328 (Claude Code), "/usr/bin/claude"',
      folders: ['project "~/src/app"', 'ralph "~/.claude/ralph"', 'Claude Code "~/.claude"'],
      settings: ["max_hours = 6 (project)"],
      lastStops: ["2026-01-02T03:04:05Z complete (session, 12 iterations)"],
      findings: [],
    }),
  );
});

Deno.test("doctor: --info masks secrets in every form, and shows the home folder as ~", () => {
  const clean = createMask({ MY_API_KEY: "correct horse", OTHER: "shown" }, HOME);
  for (
    const [text, expected] of [
      ["say correct horse", "say [masked]"],
      ["PASSWORD=abc npm test", "PASSWORD=[masked] npm test"],
      ["deploy --api-key 'a b' now", "deploy --api-key [masked] now"],
      ["curl -u me:pw x", "curl -u [masked] x"],
      ["Authorization: Bearer abcdefgh", "Authorization: Bearer [masked]"],
      ["https://u:p@h.example/hook/T0/B1", "https://h.example/[masked]"],
      ["sk-ant-api03-0123456789abcdef", "[masked]"],
      [`"${HOME}/src"`, '"~/src"'],
      ["npm test -- --watch=false", "npm test -- --watch=false"],
      ['{"apiKey": "abc", "port": 80}', '{"apiKey": [masked], "port": 80}'],
      ["max_tokens=100", "max_tokens=100"],
      ["max_tokens = 100 (project)", "max_tokens = 100 (project)"],
    ] as const
  ) assertEquals(clean(text), expected);
});

Deno.test("doctor: no golden file is left without its text", assertNoneLeft);
