/** The corpus of last messages: tags and idleness of each. */
import { assert, assertEquals } from "@std/assert";
import { findIdlePhrase } from "../../../src/evidence/idleness/find_idle_phrase.ts";
import { readTags } from "../../../src/evidence/tags/tags.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { MESSAGES } from "./corpus.ts";

const PHRASES = defaultSettings().idle_phrases;

for (const [name, message, said, isTrap] of MESSAGES) {
  Deno.test(`messages: ${name}${isTrap ? " (a trap)" : ""}`, () => {
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
        findings: (said.findings ?? []).map((finding) => [...finding]),
        validated: said.validated ?? false,
        idle: said.idle ?? null,
      },
    );
  });
}

Deno.test("messages: line ends make no difference", () => {
  for (const [name, message, ,] of MESSAGES) {
    const windows = message.replaceAll(/\r?\n/g, "\r\n");
    const unix = message.replaceAll("\r\n", "\n");
    assertEquals(readTags(windows), readTags(unix), name);
    assertEquals(findIdlePhrase(windows, PHRASES), findIdlePhrase(unix, PHRASES), name);
  }
});

Deno.test("messages: the corpus is big enough, and half of it are traps", () => {
  assert(MESSAGES.length >= 40);
  assert(MESSAGES.filter(([, , , isTrap]) => isTrap).length * 2 >= MESSAGES.length);
  assertEquals(new Set(MESSAGES.map(([name]) => name)).size, MESSAGES.length);
});
