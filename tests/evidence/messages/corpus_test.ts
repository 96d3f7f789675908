/** The corpus of last messages: tags and idleness of each. */
import { assert, assertEquals } from "@std/assert";
import { findIdlePhrase } from "../../../src/evidence/idleness/find_idle_phrase.ts";
import { readTags } from "../../../src/evidence/tags/tags.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { readCases } from "../../_cases.ts";

const PHRASES = defaultSettings().idle_phrases;
/** A title is: a trap or not, a name, and what is said; what is left out is not said. */
const MESSAGES = readCases(new URL("corpus.txt", import.meta.url)).map(({ title, text }) => {
  const at = title.indexOf(" {");
  return [title.slice(0, at), text, JSON.parse(title.slice(at))] as const;
});
const HUGE = `${"<promise>x ".repeat(50_000)}\n<promise>DONE</promise>`;

for (
  const [name, message, said] of [
    ...MESSAGES,
    ["a huge message", HUGE, { promise: "DONE" }] as const,
  ]
) {
  Deno.test(`messages: ${name}`, () => {
    const tags = readTags(message);
    assertEquals(
      {
        promise: tags.promise,
        blocked: tags.blocked,
        findings: tags.findings.map(({ severity, text }) => [severity, text]),
        validated: tags.validated,
        idle: findIdlePhrase(message, PHRASES),
      },
      {
        promise: said.promise ?? null,
        blocked: said.blocked ?? null,
        findings: said.findings ?? [],
        validated: said.validated ?? false,
        idle: said.idle ?? null,
      },
    );
  });
}

Deno.test("messages: line ends make no difference", () => {
  for (const [name, message] of MESSAGES) {
    const windows = message.replaceAll(/\r?\n/g, "\r\n");
    const unix = message.replaceAll("\r\n", "\n");
    assertEquals(readTags(windows), readTags(unix), name);
    assertEquals(findIdlePhrase(windows, PHRASES), findIdlePhrase(unix, PHRASES), name);
  }
});

Deno.test("messages: the corpus is big enough, and half of it are traps", () => {
  assert(MESSAGES.length >= 66);
  assert(MESSAGES.filter(([name]) => name.startsWith("trap: ")).length * 2 >= MESSAGES.length);
  assertEquals(new Set(MESSAGES.map(([name]) => name)).size, MESSAGES.length);
});
