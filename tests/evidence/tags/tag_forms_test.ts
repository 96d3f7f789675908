/** Tags in the forms in which models write them: every decoration with every tag. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readTags } from "../../../src/evidence/tags/tags.ts";

const plain = (tag: string) => tag;

/** Who counts in a form: each tag, each but a promise, or none: the form shows what others wrote. */
type Counts = "all" | "no promise" | "none";

const FORMS: readonly (readonly [string, (tag: string) => string, Counts])[] = [
  ["bare", plain, "all"],
  ["a dash", (tag) => `- ${tag}`, "all"],
  ["a star", (tag) => `* ${tag}`, "all"],
  ["a plus", (tag) => `+ ${tag}`, "all"],
  ["a bullet sign", (tag) => `• ${tag}`, "all"],
  ["a number", (tag) => `1. ${tag}`, "all"],
  ["a number in brackets", (tag) => `12) ${tag}`, "all"],
  ["a ticked box", (tag) => `- [x] ${tag}`, "all"],
  ["a heading", (tag) => `## ${tag}`, "all"],
  ["bold", (tag) => `**${tag}**`, "all"],
  ["italic", (tag) => `_${tag}_`, "all"],
  ["a bold list item", (tag) => `- **${tag}**`, "all"],
  ["indented under a list item", (tag) => `- Open:\n    - ${tag}`, "no promise"],
  ["backticks", (tag) => `\`${tag}\``, "no promise"],
  ["a list item in backticks", (tag) => `- \`${tag}\``, "no promise"],
  ["a block quote", (tag) => `> ${tag}`, "none"],
  ["a list in a block quote", (tag) => `> - ${tag}`, "none"],
  ["quotation marks", (tag) => `“${tag}”`, "none"],
  ["a fence of a whole answer", (tag) => `\`\`\`\n${tag}\n<worked>x</worked>\n\`\`\``, "none"],
  ["quotation marks after a sentence", (tag) => `It wrote: "${tag}"`, "none"],
  ["an emoji", (tag) => `✅ ${tag}`, "no promise"],
  ["a full stop behind it", (tag) => `${tag}.`, "no promise"],
  ["a sentence in front", (tag) => `That is all. ${tag}`, "none"],
  ["a label in front", (tag) => `**Result:** ${tag}`, "none"],
  ["a fence", (tag) => `\`\`\`\n${tag}\n\`\`\``, "none"],
  ["a fence with a language", (tag) => `\`\`\`xml\n${tag}\n\`\`\``, "none"],
  ["a fence of tildes", (tag) => `~~~\n${tag}\n~~~`, "none"],
  ["a table row", (tag) => `| ${tag} |`, "no promise"],
];

const TAGS = {
  finding: '<finding severity="critical">save() loses data</finding>',
  blocked: "<blocked>the production password</blocked>",
  validated: "<validated>",
  promise: "<promise>TESTS PASS</promise>",
};

function saysIt(name: keyof typeof TAGS, message: string): boolean {
  const tags = readTags(message);
  switch (name) {
    case "finding":
      return tags.findings.length === 1 && tags.findings[0]?.severity === "critical" &&
        tags.findings[0].text === "save() loses data";
    case "blocked":
      return tags.blocked === "the production password";
    case "validated":
      return tags.validated;
    case "promise":
      return tags.promise === "TESTS PASS";
  }
}

for (const [form, write, who] of FORMS) {
  for (const name of ["finding", "blocked", "validated", "promise"] as const) {
    const counts = who === "all" || who === "no promise" && name !== "promise";
    Deno.test(`tag forms: ${form}, ${name}: ${counts ? "counts" : "does not count"}`, () => {
      for (const around of ["", "Some words.\n\n"]) {
        const message = `${around}${write(TAGS[name])}`;
        assertEquals(saysIt(name, message), counts, message);
        assertEquals(readTags(message).unread.length > 0, !counts, message);
      }
    });
  }
}

for (
  const [opening, severity] of [
    ["<finding severity=high>", "high"],
    ["<finding severity='critical'>", "critical"],
    ["<finding severity=“critical”>", "critical"],
    ['<finding  severity = "Low" >', "low"],
    ['<finding severity="critical" file="a.ts" line="4">', "critical"],
    ['<finding file="a.ts" severity="critical">', "critical"],
    ["<finding severity: critical>", "critical"],
    ["<finding level=blocker>", "blocker"],
    ["<finding critical>", "critical"],
    ["<finding>", "medium"],
    ["<finding severity=''>", "medium"],
    ['<finding severity="urgent">', "urgent"],
    ['<finding severity="critical|medium">', "critical"],
    ["<Finding Severity='CRITICAL'>", "critical"],
    ["&lt;finding severity=&quot;critical&quot;&gt;", "critical"],
  ] as const
) {
  Deno.test(`tag forms: ${opening} is a ${severity} finding`, () => {
    const closing = opening.startsWith("&lt;") ? "&lt;/finding&gt;" : "</finding>";
    assertEquals(readTags(`- ${opening}it breaks${closing}`).findings, [
      { severity, text: "it breaks" },
    ]);
  });
}

Deno.test("tag forms: findings over lines or several on a line count; in prose, or never closed, they are asked for again", () => {
  const texts = (message: string) => readTags(message).findings.map(({ text }) => text);
  assertEquals(texts('<finding severity="low">one\ntwo\n</finding>'), ["one\ntwo"]);
  assertEquals(texts('> <finding severity="low">one\n> two</finding>'), []);
  for (
    const message of [
      'I saw <finding severity="low">one</finding> in a.ts.',
      '- <finding severity="low">one\n',
      "Still open: `<finding>one</finding>`",
    ]
  ) {
    const { findings, unread } = readTags(message);
    assertEquals([findings, unread.length], [[], 1], message);
  }
  assertEquals(texts("<finding>one</finding> <finding>two</finding> <validated>"), ["one", "two"]);
  assert(readTags("<finding>one</finding> <validated>").validated);
});

// deno-fmt-ignore
for (const message of [
  "Write each `<finding>` on a line of its own and close with `<validated>` at the end.",
  '`<finding severity="critical|medium|low">what and where</finding>`\n`<validated>`',
  '```\n<finding severity="critical|medium|low">what and where</finding>\n<validated>\n```',
  '<finding severity="critical|medium|low">what and where</finding>\n<validated>',
  "Something only a human can give? Say what: `<blocked>what is needed</blocked>`",
  "<blocked>what is needed</blocked>", "<blocked>None</blocked>",
  '<finding severity="low">No findings</finding>',
  "The tag `<blocked>` ends the loop, so I did not use it.",
  "I cannot say <promise>DONE</promise> yet.", "Then I say `<promise>DONE</promise>`.",
]) {
  Deno.test(`tag forms: ${message.slice(0, 60)} only speaks of tags`, () => assertEquals(readTags(message), readTags("no tag at all")));
}

for (
  const [message, tag] of [
    ["The input is <validated> before use.", "validated"],
    ["- [ ] <validated>", "validated"],
    ["<validated>not yet</validated>", "validated"],
    ["I will write <validated>", "validated"],
    ["<finding severity='critical'>", "finding"],
    ["<finding severity='critical'></finding>", "finding"],
    ["```diff\n+ x\n+ <finding severity='low'>y</finding>\n+ z\n```", "finding"],
    ["<!-- <finding severity='low'>y</finding> -->", "finding"],
    ["<blocked>never closed", "blocked"],
    ["Without it I would say <blocked>the key</blocked>", "blocked"],
    ["`<promise>DONE</promise>`", "promise"],
    ["<promise>DONE", "promise"],
    ["Now: <promise>DONE</promise>", "promise"],
  ] as const
) {
  Deno.test(`tag forms: ${JSON.stringify(message)} is reported as unread`, () => {
    const tags = readTags(message);
    assertEquals(tags.unread.map((one) => one.tag), [tag]);
    assert(!tags.validated && tags.findings.length === 0);
    assertEquals([tags.blocked, tags.promise], [null, null]);
  });
}

Deno.test("tag forms: whatever is around a tag, every part of it is read or reported", () => {
  // deno-fmt-ignore
  const around = fc.constantFrom(
    "", "- ", "1. ", "> ", "    ", "**", "`", "Text. ", "It is ", "```\n", "\n", "| ", "<!-- ",
    "[ ] ", "“",
  );
  const behind = fc.constantFrom("", "**", "`", ".", " and more", "\n```", "\n", " |", " -->", "”");
  const tag = fc.constantFrom(
    TAGS.finding,
    "<finding severity=high>it breaks",
    "<finding>it breaks</finding>",
    '<finding\tseverity="critical" >\nit breaks\n</finding>',
  );
  fc.assert(
    fc.property(fc.array(around, { maxLength: 3 }), tag, behind, (before, text, after) => {
      const message = `Round 2.\n${before.join("")}${text}${after}\n\n<validated>`;
      const { findings, unread } = readTags(message);
      assert(findings.length + unread.length > 0, message);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("tag forms: a decorated message is read like a plain message", () => {
  const form = fc.constantFrom(
    ...FORMS.filter(([, , who]) => who !== "none").map(([, write]) => write),
  );
  fc.assert(
    fc.property(form, form, form, (first, second, third) => {
      const tags = readTags([
        first('<finding severity="critical">one</finding>'),
        second("<finding severity=low>two</finding>"),
        third("<validated>"),
      ].join("\n\n"));
      assertEquals(tags.findings, [
        { severity: "critical", text: "one" },
        { severity: "low", text: "two" },
      ]);
      assertEquals([tags.validated, tags.unread], [true, []]);
    }),
  );
});
