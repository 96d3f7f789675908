import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { groupsFor, listEntries } from "../../src/registration/hook_list.ts";
import { isOurEntry } from "../../src/registration/ours.ts";
import {
  addHooks,
  findFault,
  readEntries,
  removeHooks,
  removeKey,
  toPlainJson,
} from "../../src/registration/settings_document.ts";

const groups = groupsFor("/opt/my 'own' home/gate", "/opt/it's/ralph");
const older = groupsFor("/old/gate", "/old/ralph");
const wanted = listEntries(groups).length;

function countOurs(text: string): number {
  return readEntries(text).filter(({ hook }) => isOurEntry(hook.command)).length;
}

const FOREIGN = `{
  // mine
  "model": "opus", // the big one
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done", "timeout": 5 }] } // spoken
    ],
    "PreCompact": []
  },
  "env": {"A": "1"}
  /* the end */
}
`;

const ORIGINALS: Record<string, string> = {
  "an empty object": "{}",
  "one line with spaces": '{ "model": "opus", "env": { "A": "1" } }\n',
  "tabs": '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n',
  "four spaces, CRLF, no line break at the end": '{\r\n    "model": "opus"\r\n}',
  "a byte order mark": '\uFEFF{\n  "model": "opus"\n}\n',
  "comments and hooks of others": FOREIGN,
  "a comment behind the last value": '{\n  "model": "opus" // big\n}\n',
  "a comment alone": "{\n  // nothing yet\n}\n",
  "hooks of others on one line":
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":1}]}]}}',
  "text around": '// before\n\n{\n  "model": "opus"\n}\n\n// after\n',
  "a brace in a text": '{\n  "model": "o}p,us]",\n  "a": "//"\n}\n',
};

for (const [name, original] of Object.entries(ORIGINALS)) {
  Deno.test(`settings: ${name}: install, install again, uninstall gives every byte back`, () => {
    const installed = addHooks(original, groups);
    assertEquals(findFault(installed), null);
    assertEquals(countOurs(installed), wanted);
    assertEquals(addHooks(installed, groups), installed);
    assertEquals(removeHooks(installed), original);
    assertEquals(removeHooks(original), original);
    const { hooks: _hooks, ...others } = parse(installed.replace(/^\uFEFF/, ""));
    const { hooks: _before, ...before } = parse(original.replace(/^\uFEFF/, ""));
    assertEquals(others, before);
  });
}

Deno.test("settings: install keeps indentation and line ends of the file", () => {
  const installed = addHooks(ORIGINALS["tabs"] ?? "", groups);
  assertStringIncludes(installed, '\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{\n\t\t\t\t"hooks": [');
  const crlf = addHooks(ORIGINALS["four spaces, CRLF, no line break at the end"] ?? "", groups);
  assert(!/[^\r]\n/.test(crlf));
  assertStringIncludes(crlf, '\r\n    "hooks": {\r\n        "Stop": [');
});

Deno.test("settings: a missing or blank file gets our hooks alone", () => {
  for (const text of [null, "", " \n"]) {
    assertEquals(addHooks(text, groups), `${JSON.stringify({ hooks: groups }, null, 2)}\n`);
  }
});

Deno.test("settings: install completes missing entries, and removes duplicates", () => {
  const partly = JSON.stringify({ hooks: { Stop: groups["Stop"] } }, null, 2);
  const doubled = JSON.stringify(
    { hooks: { Stop: [...groups["Stop"] ?? [], ...groups["Stop"] ?? []] } },
    null,
    2,
  );
  for (const text of [partly, doubled]) assertEquals(countOurs(addHooks(text, groups)), wanted);
});

Deno.test("settings: uninstall keeps the hook of others in the same group, and leaves nothing empty", () => {
  const ours = groupsFor("/x/gate", "/x/ralph")["Stop"]![0]!.hooks[0]!;
  const theirs = { type: "command", command: "say done" };
  const text = JSON.stringify(
    {
      hooks: { Stop: [{ hooks: [ours, theirs] }], SessionEnd: [{ hooks: [ours] }] },
    },
    null,
    2,
  );
  assertEquals(JSON.parse(removeHooks(text)), { hooks: { Stop: [{ hooks: [theirs] }] } });
  const last = JSON.stringify({ hooks: { Stop: [{ hooks: [theirs, ours] }] } });
  assertEquals(JSON.parse(removeHooks(last)), { hooks: { Stop: [{ hooks: [theirs] }] } });
  assertEquals(removeHooks(JSON.stringify({ hooks: { Stop: [{ hooks: [ours] }] } })), "{}");
});

Deno.test("settings: broken files are named by line, and what is JSON passes", () => {
  for (
    const [text, line, word] of [
      ['{\n  "a": 1\n  "b": 2\n}', 3, "JSON"],
      ["[]", 1, "array"],
      ["null", 1, "null"],
      ['{"hooks": []}', 1, "hooks"],
      ['{\n  "hooks": {\n    "Stop": {}\n  }\n}', 3, "hooks.Stop"],
      ['{"hooks": {},\n"hooks": {}}', 2, "twice"],
    ] as const
  ) {
    const fault = findFault(text);
    assertEquals(fault?.line, line, text);
    assertStringIncludes(fault?.why ?? "", word);
  }
  for (const text of [null, "", "\n", "{}", FOREIGN]) assertEquals(findFault(text), null);
});

/** Settings in many layouts, without our hooks and without empty containers. */
const settings = fc.record({
  model: fc.string(),
  env: fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }),
  list: fc.array(fc.jsonValue(), { minLength: 1 }),
  hooks: fc.dictionary(
    fc.constantFrom("Stop", "PreToolUse", "SessionStart", "Other"),
    fc.array(
      fc.record({
        matcher: fc.string(),
        hooks: fc.array(fc.record({ command: fc.string() }), { minLength: 1 }),
      }),
      { minLength: 1 },
    ),
    { minKeys: 1, noNullPrototype: true },
  ),
}, { requiredKeys: [] });

Deno.test("settings: for any file, install is idempotent and uninstall gives every byte back", () => {
  fc.assert(
    fc.property(
      settings,
      fc.constantFrom<string | number>(0, 2, 4, "\t"),
      fc.boolean(),
      fc.constantFrom("", "\n"),
      (value, indent, hasCrlf, end) => {
        const plain = JSON.stringify(value, null, indent) + end;
        const original = hasCrlf ? plain.replaceAll("\n", "\r\n") : plain;
        const installed = addHooks(original, groups);
        assertEquals(addHooks(installed, groups), installed);
        assertEquals(countOurs(installed), wanted);
        assertEquals(removeHooks(installed), original);
        assertEquals(removeHooks(addHooks(addHooks(original, older), groups)), original);
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("settings: what is written without comments and trailing commas is what was there", () => {
  assertEquals(toPlainJson('{ "a": "//,}", } // one\n'), '{\n  "a": "//,}"\n}\n');
  const plain = '{"a" : 1}';
  assertEquals(toPlainJson(plain), plain);
});

Deno.test("settings: a key is removed from between others", () => {
  assertEquals(removeKey('{"a":1,"b":2}', ["b"]), '{"a":1}');
});
