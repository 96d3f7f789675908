import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  groupsFor,
  listEntries,
  nameEntry,
  PLUGIN_GROUPS,
} from "../../src/registration/hook_list.ts";
import { readHookCommand } from "../../src/registration/ours.ts";
import {
  judgeRegistration,
  type RegistrationFacts,
  sayProblem,
  type Source,
} from "../../src/registration/status.ts";

const gate = {
  path: "/home/dev/.claude/ralph/gate",
  program: "/opt/ralph",
  fallback: "/opt/ralph",
  isCurrent: true,
};
const entries = listEntries(groupsFor(gate.path, gate.program));
const source: Source = { name: "/home/dev/.claude/settings.json", kind: "settings", entries, gate };
const plugin: Source = {
  name: "ralph@market",
  kind: "plugin",
  entries: listEntries(PLUGIN_GROUPS),
  gate: { path: "/p/hooks/gate", program: "ralph", fallback: "ralph", isCurrent: true },
};
const [first, ...rest] = entries as [typeof entries[0] & object, ...typeof entries];
const command = (text: string) => ({
  event: "Stop",
  matcher: null,
  hook: { type: "command", command: text },
});

/** The state, the problems by code, and a word that the first problem names. */
const CASES: Readonly<
  Record<string, [Partial<RegistrationFacts>, state: string, codes: string[], named?: string]>
> = {
  "all entries present": [{}, "installed", []],
  "the plugin alone": [{ sources: [plugin] }, "installed", []],
  "hooks of others only": [
    { sources: [{ ...source, entries: [command("x")], gate: null }] },
    "not-installed",
    [],
  ],
  "a changed entry": [
    {
      sources: [{
        ...source,
        entries: [{ ...first, hook: { ...first.hook, timeout: 30000 } }, ...rest],
      }],
    },
    "partly",
    ["incomplete"],
    "lacks Stop: stop",
  ],
  "an entry that is there twice": [
    { sources: [{ ...source, entries: [...entries, first, first] }] },
    "installed",
    ["outdated"],
    "has a hook twice",
  ],
  "a gate that is gone": [
    { sources: [{ ...source, gate: { ...gate, program: null } }] },
    "partly",
    ["program-missing"],
    gate.path,
  ],
  "a gate of another version": [
    { sources: [{ ...source, gate: { ...gate, isCurrent: false } }] },
    "installed",
    ["outdated"],
    "of another version",
  ],
  "a program that is gone": [
    { canStart: () => false },
    "partly",
    ["program-missing"],
    '"/opt/ralph", which does not exist',
  ],
  "disableAllHooks": [
    { disabledBy: "/p/.claude/settings.local.json" },
    "disabled",
    ["disabled"],
    "settings.local.json",
  ],
  "plugin and settings both": [
    { sources: [source, plugin] },
    "installed",
    ["twice"],
    '"ralph@market" and "/home',
  ],
  "a file that the client does not read": [
    { sources: [{ ...source, unread: { why: "has a comment", line: 3 } }] },
    "not-installed",
    ["settings-ignored"],
    "line 3",
  ],
};

for (const [name, [facts, state, codes, named = ""]] of Object.entries(CASES)) {
  Deno.test(`registration: ${name} is ${state}`, () => {
    const report = judgeRegistration({
      sources: [source],
      disabledBy: null,
      canStart: () => true,
      ...facts,
    });
    assertEquals([report.state, report.problems.map(({ code }) => code)], [state, codes]);
    assertStringIncludes(report.problems.map(sayProblem).join("\n"), named);
  });
}

/** An entry as an earlier version registered it: without the gate it calls nothing. */
const earlier = entries.map((entry) => ({
  ...entry,
  hook: {
    ...entry.hook,
    command: `trap 'exit 0' 0; hook=${readHookCommand(entry.hook.command)!.action} ` +
      `gate=${gate.path}; [ ! -r "$gate" ] || . "$gate"`,
  },
}));

Deno.test("registration: entries of an earlier version are complete, and of another version", () => {
  const { state, problems, sources } = judgeRegistration({
    sources: [{ ...source, entries: earlier, gate: { ...gate, fallback: null } }],
    disabledBy: null,
    canStart: () => true,
  });
  assertEquals([state, problems.map(({ code }) => code)], ["installed", ["outdated"]]);
  assertEquals(sources[0]?.missing, []);
});

Deno.test("registration: hooks are dead if nothing is left that starts the program", () => {
  const gone = { ...gate, program: null };
  const isDead = (facts: Partial<RegistrationFacts>) =>
    judgeRegistration({ sources: [source], disabledBy: null, canStart: () => true, ...facts })
      .isDead;
  assertEquals(isDead({}), false);
  assertEquals(isDead({ sources: [{ ...source, gate: gone }] }), false, "the entries call it");
  assertEquals(isDead({ sources: [{ ...source, gate: { ...gone, fallback: null } }] }), true);
  assertEquals(isDead({ canStart: () => false }), true);
  assertEquals(isDead({ disabledBy: "/p/.claude/settings.json" }), true);
  assertEquals(isDead({ sources: [] }), false, "somebody may call the hooks otherwise");
});

Deno.test("registration: whichever entry is missing, it is missed", () => {
  for (const left of entries) {
    const { state, sources } = judgeRegistration({
      sources: [{ ...source, entries: entries.filter((entry) => entry !== left) }],
      disabledBy: null,
      canStart: () => true,
    });
    assertEquals([state, sources[0]?.missing], ["partly", [nameEntry(left)]]);
  }
});
