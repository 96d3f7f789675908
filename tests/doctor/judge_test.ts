/** Judgements that no broken set-up of the end-to-end test makes. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { judgeClient } from "../../src/doctor/checks/client.ts";
import { judgeDisks, readDf } from "../../src/doctor/checks/disk.ts";
import { judgeLoops, type LoopFact } from "../../src/doctor/checks/loops.ts";
import { judgeMarks } from "../../src/doctor/checks/marks.ts";
import { judgePermissions } from "../../src/doctor/checks/permissions.ts";
import { judgeProgram } from "../../src/doctor/checks/program.ts";
import { judgeRegistration } from "../../src/doctor/checks/hooks/judge_registration.ts";
import { judgeSessions } from "../../src/doctor/checks/hooks/open_sessions.ts";
import { judgeStopHooks } from "../../src/doctor/checks/hooks/other_stop_hooks.ts";
import { judgeSwitches } from "../../src/doctor/checks/hooks/switches.ts";

type Judged = readonly { readonly id: string; readonly status: string }[];
const idsOf = (findings: Judged) => findings.map(({ status, id }) => `${status} ${id}`);

const found = { kind: "found", path: "/usr/bin/claude" } as const;

for (
  const [output, expected, lacks] of [
    ["2.1.328 (Claude Code)", "pass client.version", 1],
    ["2.2.0 (Claude Code)", "pass client.version", 1],
    ["3.0.1", "pass client.version", 1],
    ["2.1.163 (Claude Code)", "warn client.old", 1],
    ["2.1.100 (Claude Code)", "warn client.old", 4],
    ["2.1.46 (Claude Code)", "fail client.old", 6],
    ["1.0.128", "fail client.old", 6],
    ["claude, a fish shell function", "unknown client.version-unknown", 1],
    ["", "unknown client.version-unknown", 1],
  ] as const
) {
  Deno.test(`client: "${output}" is ${expected}`, () => {
    const findings = judgeClient({ search: found, output, why: "" });
    assertEquals([idsOf(findings), findings[0]?.detail?.length], [[expected], lacks]);
  });
}

Deno.test("client: a missing and a broken client are warnings", () => {
  const nothing = { output: null, why: "" };
  assertEquals(idsOf(judgeClient({ search: { kind: "not-found" }, ...nothing })), [
    "warn client.missing",
  ]);
  const script = { kind: "no-interpreter", path: "/x", interpreter: "/gone/node" } as const;
  const [broken] = judgeClient({ search: script, ...nothing });
  assertEquals(broken?.id, "client.broken");
  assertStringIncludes(broken?.detail?.join() ?? "", "/gone/node");
});

Deno.test("hooks: sessions that began before the hooks were registered are named", () => {
  const sessions = [
    { pid: 7, folder: "/a", startedAtMs: 1_000_000 },
    { pid: 8, folder: "/b", startedAtMs: 9_000_000 },
    { pid: 9, folder: "/c", startedAtMs: null },
  ];
  const [older] = judgeSessions({ sessions, installedAtMs: 5_000_000 });
  assertEquals([older?.id, older?.detail], ["hooks.sessions-older", ['process 7 in "/a"']]);
  assertEquals(idsOf(judgeSessions({ sessions, installedAtMs: null })), ["pass hooks.sessions"]);
});

Deno.test("hooks: the strongest file decides whether hooks are on; the organization's is not changed", () => {
  const file = (
    scope: "user" | "local" | "managed",
    value: unknown,
    error: string | null = null,
  ) => ({
    scope,
    path: `/${scope}.json`,
    value,
    error,
  });
  const [off, on] = [{ disableAllHooks: true }, { disableAllHooks: false }];
  assertEquals(idsOf(judgeSwitches([file("user", off), file("local", on)])), ["pass hooks.on"]);
  const [disabled] = judgeSwitches([file("user", off), file("local", off)]);
  assertEquals(disabled?.repair?.action, ["user", "local"]);
  const [managed] = judgeSwitches([file("managed", off)]);
  assertEquals([managed?.id, managed?.repair], ["hooks.disabled-by-organization", undefined]);
  assertEquals(idsOf(judgeSwitches([file("managed", undefined, "denied")])), [
    "unknown hooks.managed-unreadable",
  ]);
});

Deno.test("hooks: other Stop hooks are distinguished by what can be seen of them", () => {
  const hook = {
    source: "/s.json",
    scope: "user",
    command: "notify-send x",
    isLoopHere: false,
  } as const;
  assertEquals(idsOf(judgeStopHooks([])), ["pass hooks.others"]);
  assertEquals(idsOf(judgeStopHooks([{ ...hook, blocks: "no" }])), ["pass hooks.others"]);
  assertEquals(idsOf(judgeStopHooks([{ ...hook, blocks: "unknown" }])), [
    "unknown hooks.others-unclear",
  ]);
  const [model] = judgeStopHooks([{ ...hook, command: null, blocks: "yes" }]);
  assertEquals([model?.id, model?.repair], ["hooks.other-blocking", undefined]);
  const [managed] = judgeStopHooks([{ ...hook, scope: "managed", blocks: "yes" }]);
  assertEquals(managed?.repair, undefined);
});

const source = {
  name: "/home/dev/.claude/settings.json",
  kind: "settings",
  scope: "user",
  present: ["Stop: stop"],
  missing: [],
  stale: [],
  repeated: [],
  gate: "/home/dev/.claude/ralph/gate",
  program: "/opt/ralph",
  lost: [],
  others: [],
} as const;

Deno.test("hooks: the project's shared file is changed with consent only", () => {
  const facts = { files: [], program: "/opt/ralph", statusLine: [] };
  const shared = { ...source, name: "/p/.claude/settings.json", scope: "project" } as const;
  const [extra] = judgeRegistration({ ...facts, sources: [source, shared] });
  assertEquals([extra?.id, extra?.repair?.needsConsent, extra?.repair?.action], [
    "hooks.twice",
    true,
    { kind: "remove", scope: "project" },
  ]);
  // A source that works is kept, wherever it is.
  const [broken] = judgeRegistration({
    ...facts,
    sources: [{ ...source, lost: ["/opt/ralph"] }, shared],
  });
  assertEquals(broken?.repair?.action, { kind: "remove", scope: "user" });
});

Deno.test("hooks: another ralph than this one is replaced with consent only; sources replace nothing", () => {
  const facts = { files: [], statusLine: [], sources: [{ ...source, others: ["/opt/ralph"] }] };
  const [other] = judgeRegistration({ ...facts, program: "/new/ralph" });
  assertEquals([other?.id, other?.repair?.needsConsent], ["hooks.other-program", true]);
  const lost = { ...source, lost: ["/opt/ralph"] };
  const [missing] = judgeRegistration({ ...facts, sources: [lost], program: null });
  assertEquals([missing?.id, missing?.repair], ["hooks.program-missing", undefined]);
});

const loop: LoopFact = {
  id: "20260101-000000000-0a1b2c3d",
  project: "/p",
  driver: "session",
  place: "here",
  damage: null,
  process: "alive",
  owner: "s",
  isWaiting: false,
};

Deno.test("loops: only what nothing drives any more is a finding", () => {
  const judge = (facts: Partial<LoopFact>) => idsOf(judgeLoops([{ ...loop, ...facts }]));
  assertEquals(judge({}), ["pass loops.orphans"]);
  assertEquals(judge({ process: "unknown" }), ["pass loops.orphans"]);
  assertEquals(judge({ process: "gone", isWaiting: true }), ["pass loops.orphans"]);
  assertEquals(judge({ process: "gone" }), ["warn loops.orphaned"]);
  assertEquals(judge({ process: "gone", driver: "runner" }), ["warn loops.run-killed"]);
  const repairs = judgeLoops([{ ...loop, process: "gone" }]).map(({ repair }) => repair);
  assert(repairs.every((repair) => repair?.needsConsent === true));
});

Deno.test("loops: a kill switch that a user has just set is never removed", () => {
  const facts = { strangers: [], sessionNotes: [], killSwitch: "/p/.claude/STOP_LOOP" };
  const [set] = judgeMarks({ ...facts, isSwitchNeeded: true });
  assertEquals([set?.id, set?.repair], ["loops.kill-switch-set", undefined]);
  const [left] = judgeMarks({ ...facts, isSwitchNeeded: false });
  assertEquals([left?.id, left?.repair?.needsConsent], ["loops.kill-switch", false]);
});

Deno.test("files: who may write is worse than who may read", () => {
  const facts = { home: "/h", foreign: [], uid: 1 };
  const loose = (mode: number) => ({ path: "/h/a", mode, wanted: 0o600 });
  assertEquals(idsOf(judgePermissions({ ...facts, loose: [loose(0o644)] })), [
    "warn files.readable",
  ]);
  assertEquals(idsOf(judgePermissions({ ...facts, loose: [loose(0o620)] })), [
    "fail files.writable",
  ]);
  const many = Array.from({ length: 9 }, () => loose(0o644));
  assertEquals(judgePermissions({ ...facts, loose: many })[0]?.detail?.at(-1), "and 4 more");
});

Deno.test("system: space of a disk", () => {
  const folder = {
    what: "the project",
    path: "/p",
    refusal: null,
    freeBytes: 1e12,
  };
  const judge = (facts: Partial<typeof folder>) => idsOf(judgeDisks([{ ...folder, ...facts }]));
  assertEquals(judge({}), ["pass system.disk"]);
  assertEquals(judge({ freeBytes: 1e8 }), ["warn system.disk-low"]);
  assertEquals(judge({ freeBytes: 1e6 }), ["fail system.disk-full"]);
  const unknown = { ...folder, freeBytes: null };
  assertEquals(idsOf(judgeDisks([unknown])), ["pass system.disk"]);
});

Deno.test("program: a folder that cannot be a project, no home and unused variables are findings", () => {
  const facts = {
    version: "1.0.0",
    executable: "/opt/ralph",
    isSource: false,
    onPath: "/opt/ralph",
    problems: [],
    projectProblem: null,
    hasHome: true,
  };
  assertEquals(idsOf(judgeProgram(facts)), ["pass program"]);
  assertEquals(idsOf(judgeProgram({ ...facts, onPath: "/usr/bin/ralph" })), [
    "warn program.other-on-path",
  ]);
  const problems = ["HOME is not an absolute path and is not used"];
  const projectProblem = { why: "The root of the disk cannot be a project", hint: "Change." };
  const findings = judgeProgram({ ...facts, problems, projectProblem, hasHome: false });
  assertEquals(idsOf(findings), [
    "fail program.folder",
    "fail program.no-home",
    "warn program.environment",
  ]);
  assertEquals(findings[2]?.advice, "Set HOME to an absolute path, or unset it.");
});

Deno.test("disk: df is read on a disk whose name has a space, and an error is not an answer", () => {
  const header = "Filesystem 1024-blocks Used Available Capacity Mounted on\n";
  assertEquals(readDf(`${header}my disk 100 40 60 40% /mnt\n`), 60 * 1024);
  assertEquals(readDf("df: no such file"), null);
});
