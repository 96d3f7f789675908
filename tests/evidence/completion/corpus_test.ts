/** The corpus of plan files: verdict, evidence and counts of each. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { readFocusFile } from "../../../src/focus/focus_file.ts";
import { CORPUS as FIRST } from "./corpus.ts";
import { CORPUS_MORE } from "./corpus_more.ts";

const FOLDER = fromFileUrl(new URL("../../fixtures/plans/", import.meta.url));
const SETTINGS = defaultSettings();
const CORPUS = [...FIRST, ...CORPUS_MORE];

for (const [file, verdict, signal, done, total, claim, , why] of CORPUS) {
  Deno.test(`completion: ${file} is ${verdict}: ${why}`, async () => {
    const path = `${FOLDER}${file}.md`;
    const judged = judgeCompletion(await readFocusFile(path), path, SETTINGS);
    assertEquals(
      {
        verdict: judged.verdict,
        signal: judged.strongest?.name ?? null,
        done: judged.done,
        total: judged.total,
        claim: judged.claimOverOpenItems?.name ?? null,
      },
      { verdict, signal, done, total, claim },
    );
  });
}

Deno.test("completion: the corpus has every plan file, and half of them are traps", () => {
  const files = [...Deno.readDirSync(FOLDER)].map((entry) => entry.name).sort();
  assertEquals(files, CORPUS.map(([file]) => `${file}.md`).sort());
  const traps = CORPUS.filter(([, , , , , , isTrap]) => isTrap);
  assert(CORPUS.length >= 60 && traps.length * 2 >= CORPUS.length);
});
