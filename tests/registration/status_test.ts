import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  groupsFor,
  listEntries,
  nameEntry,
  PLUGIN_GROUPS,
} from "../../src/registration/hook_list.ts";
import { judgeRegistration, type RegistrationFacts } from "../../src/registration/status.ts";

const gate = { path: "/home/dev/.claude/ralph/gate", program: "/opt/ralph", isCurrent: true };
const entries = listEntries(groupsFor(gate.path));
const source = {
  name: "/home/dev/.claude/settings.json",
  kind: "settings",
  entries,
  gate,
} as const;
const plugin = {
  name: "ralph@market",
  kind: "plugin",
  entries: listEntries(PLUGIN_GROUPS),
  gate: { path: "/p/hooks/gate", program: "ralph", isCurrent: true },
} as const;

function judge(facts: Partial<RegistrationFacts>) {
  return judgeRegistration({
    sources: [source],
    disabledBy: null,
    canStart: () => true,
    ...facts,
  });
}

Deno.test("registration: all entries present is installed, without a problem", () => {
  const { state, sources, problems } = judge({});
  assertEquals([state, problems], ["installed", []]);
  assertEquals(sources[0]?.present.length, entries.length);
  assertEquals(sources[0]?.program, "/opt/ralph");
});

Deno.test("registration: the plugin alone is installed too", () => {
  assertEquals(judge({ sources: [plugin] }).state, "installed");
});

Deno.test("registration: nothing of ours is not installed", () => {
  const otherHook = { event: "Stop", matcher: null, hook: { type: "command", command: "x" } };
  assertEquals(judge({ sources: [{ ...source, entries: [otherHook] }] }).state, "not-installed");
});

Deno.test("registration: missing entries are partly, and named", () => {
  const { state, sources, problems } = judge({
    sources: [{ ...source, entries: entries.slice(1) }],
  });
  assertEquals(state, "partly");
  assertEquals(sources[0]?.missing, ["Stop: stop"]);
  assertStringIncludes(problems.join(), "lacks Stop: stop");
});

Deno.test("registration: whichever entry is missing, it is missed", () => {
  for (const left of entries) {
    const { state, sources } = judge({
      sources: [{ ...source, entries: entries.filter((entry) => entry !== left) }],
    });
    assertEquals([state, sources[0]?.missing], ["partly", [nameEntry(left)]]);
  }
});

Deno.test("registration: an entry that was changed is stale and counts as missing", () => {
  const [first, ...rest] = entries;
  if (first === undefined) throw new TypeError("There are entries");
  const changed = { ...first, hook: { ...first.hook, timeout: 30000 } };
  const { state, sources } = judge({ sources: [{ ...source, entries: [changed, ...rest] }] });
  assertEquals([state, sources[0]?.stale, sources[0]?.missing], ["partly", ["Stop: stop"], [
    "Stop: stop",
  ]]);
});

Deno.test("registration: a missing program is partly, with the path", () => {
  const { state, problems } = judge({ canStart: (program) => program !== "/opt/ralph" });
  assertEquals(state, "partly");
  assertStringIncludes(problems.join(), '"/opt/ralph", which does not exist');
});

Deno.test("registration: a gate that is gone is partly, with its path; another form of it is a problem", () => {
  const gone = judge({ sources: [{ ...source, gate: { ...gate, program: null } }] });
  assertEquals([gone.state, gone.problems.length], ["partly", 1]);
  assertStringIncludes(gone.problems.join(), gate.path);
  const old = judge({ sources: [{ ...source, gate: { ...gate, isCurrent: false } }] });
  assertEquals([old.state, old.sources[0]?.stale], ["installed", ["the gate"]]);
});

Deno.test("registration: an earlier version's form, with the whole gate in each entry, is named", () => {
  const hook = { type: "command", command: `ralph=/opt/ralph; exit; exec "$ralph" hook stop` };
  const earlier = { ...source, entries: [{ event: "Stop", matcher: null, hook }], gate: null };
  const { state, sources } = judge({ sources: [earlier] });
  assertEquals([state, sources[0]?.stale], ["partly", ["Stop: stop"]]);
});

Deno.test("registration: disableAllHooks is disabled, with the file that says so", () => {
  const { state, problems } = judge({ disabledBy: "/p/.claude/settings.local.json" });
  assertEquals(state, "disabled");
  assertStringIncludes(problems.join(), "settings.local.json");
});

Deno.test("registration: plugin and settings both are a problem", () => {
  const { state, problems } = judge({ sources: [source, plugin] });
  assertEquals(state, "installed");
  assertStringIncludes(problems.join(), "registered 2 times");
});

Deno.test("registration: an entry that is there twice is a problem", () => {
  const [first] = entries;
  if (first === undefined) throw new TypeError("There are entries");
  const { sources, problems } = judge({
    sources: [{ ...source, entries: [...entries, first, first] }],
  });
  assertEquals(sources[0]?.repeated, ["Stop: stop"]);
  assertStringIncludes(problems.join(), "has Stop: stop more than once");
});
