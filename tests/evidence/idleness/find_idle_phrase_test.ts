/** The rules of idleness; whole messages are in the corpus beside. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { findIdlePhrase } from "../../../src/evidence/idleness/find_idle_phrase.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { assertLinear } from "../../_growth.ts";

const PHRASES = defaultSettings().idle_phrases;
const find = (message: string) => findIdlePhrase(message, PHRASES);

// deno-fmt-ignore
const SAID = [
  "No SLO-aligned work remains.", "After checking the roadmap, no SLO-aligned work remains.",
  "I currently have nothing left to do.", "## Status\n\nNothing left to do.", "**Nothing to do.**",
  "🎉 All done! Nothing left to do.", "Everything is green; nothing else to do.",
  "As all tasks are done, there is nothing left to do.",
  "No further work is required at this time.", "I will keep monitoring.", "Status: waiting for CI",
  "The loop is active; standing by.", "I am standing by.", "There is nothing left to do for me.",
];

// deno-fmt-ignore
const NOT_SAID = [
  "I fixed the waiting room.", "While waiting for the build I wrote the docs.",
  "Idle connections are closed.", "The test asserts that there is nothing to do.",
  "Once there is nothing left to do I will say so.", "I doubt there is nothing left to do.",
  "No work available is shown in red now.",
  "No further work on the parser is planned; the lexer is next.",
  "The migration had nothing left to do for v2 rows.", "There would be nothing to do.", "Then there will be nothing to do.",
  "Next: handle the nothing to do case.", "We no longer print Work Item: None.",
];

for (const message of SAID) {
  Deno.test(`idle: ${message.replaceAll("\n", " ")}`, () => assert(find(message) !== null));
  Deno.test(`idle: in capitals too: ${message.replaceAll("\n", " ")}`, () =>
    assert(find(message.toUpperCase()) !== null));
}
for (const message of NOT_SAID) {
  Deno.test(`not idle: ${message}`, () => assertEquals(find(message), null));
}

// deno-fmt-ignore
const ONLY_TALK = [
  "I am monitoring. Everything is fine.", "I'm monitoring the deployment and will report.",
  "All checks are green.\n\nI am still waiting.\n\nNothing has changed since.",
];
// deno-fmt-ignore
const STILL_NOT = [
  "The worker is waiting for the lock.", "Monitoring is set up and documented.", "Monitoring dashboards",
  "I am not monitoring.", "I fixed the waiting room.", "Should I keep monitoring?",
];

Deno.test("idle: in a turn without a tool call, an agent that says that it watches is idle", () => {
  for (const message of ONLY_TALK) {
    assertEquals(
      [find(message), findIdlePhrase(message, PHRASES, true) !== null],
      [null, true],
      message,
    );
  }
  for (const message of STILL_NOT) {
    assertEquals(findIdlePhrase(message, PHRASES, true), null, message);
  }
});

Deno.test("idle: the settings' own phrases count, in any language, as a sentence, and only they", () => {
  assertEquals(findIdlePhrase("Nichts zu tun.", ["nichts zu tun"]), "nichts zu tun");
  assertEquals(findIdlePhrase("Es gibt nichts zu tun.", ["nichts zu tun"]), null);
  assertEquals(findIdlePhrase("没有工作", ["没有工作"]), "没有工作");
  assertEquals(findIdlePhrase("There is nothing to do.", ["nichts zu tun"]), null);
  assertEquals(findIdlePhrase("There is nothing to do.", []), null);
  assertEquals(findIdlePhrase("There is nothing to do.", ["", "  "]), null);
  assertEquals(findIdlePhrase("Now (a+b)*.", ["(a+b)*"]), "(a+b)*");
});

Deno.test("idle: every phrase of the settings counts by itself, but not in code, quotes or longer words", () => {
  for (const phrase of PHRASES) {
    assertEquals(find(phrase) !== null, true, phrase);
    assertEquals(find(`${phrase}.`) !== null, true, phrase);
    for (
      const hidden of [
        `\`${phrase}\``,
        `> ${phrase}`,
        `\`\`\`\n${phrase}\n\`\`\``,
        `    ${phrase}`,
        `<!-- ${phrase} -->`,
        `"${phrase}"`,
        `“${phrase}”`,
        `x${phrase}`,
        `${phrase}x`,
        `${phrase}?`,
        `- [ ] ${phrase}`,
      ]
    ) {
      assert(find(hidden) !== phrase, hidden);
    }
  }
});

Deno.test("idle: a message without a phrase is never idle, nor is a phrase in a code block", () => {
  fc.assert(fc.property(fc.lorem({ maxCount: 40 }), (text) => assertEquals(find(text), null)));
  fc.assert(fc.property(fc.constantFrom(...SAID), (text) => {
    assertEquals(find(`~~~~\n${text}\n~~~~\n\nI go on.`), null);
  }));
});

Deno.test("idle: every message is judged, fast and without an error", () => {
  const piece = fc.constantFrom(...PHRASES, " ", "\n", "`", "**", '"', "'", ":", ".", "no ", "I ");
  fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
    find(pieces.join(""));
  }));
  for (const piece of ["nothing to do ", "waiting ", "**nothing to do** `"]) {
    assertLinear(piece, 20_000, (times) => find(piece.repeat(times)));
  }
  assertLinear("quoted", 100_000, (times) => find(`"nothing to do ${"x ".repeat(times)}`));
  assertLinear("still", 20_000, (times) => find("I am still just ".repeat(times) + "waiting"));
});
