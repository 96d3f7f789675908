/** The corpus of plan files: verdict, evidence and counts of each. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { readFocusFile } from "../../../src/focus/items/read_document.ts";
import { CORPUS } from "./corpus.ts";

const FOLDER = fromFileUrl(new URL("../../fixtures/plans/", import.meta.url));
const SETTINGS = defaultSettings();

for (const [file, said, why] of CORPUS) {
  Deno.test(`completion: ${file} is ${said}: ${why}`, async () => {
    const path = `${FOLDER}${file}.md`;
    const { claimOverOpenItems: claim, done, strongest, total, verdict } = judgeCompletion(
      await readFocusFile(path),
      path,
      SETTINGS,
    );
    const parts = [
      `${verdict} ${done}/${total}`,
      ...strongest === null ? [] : [`by ${strongest.name}`],
      ...claim === null ? [] : [`claim ${claim.name}`],
    ];
    assertEquals(parts.join(", "), said);
  });
}

Deno.test("completion: the corpus has every plan file, and half of them are traps", () => {
  const files = [...Deno.readDirSync(FOLDER)].map((entry) => entry.name).sort();
  assertEquals(files, CORPUS.map(([file]) => `${file}.md`).sort());
  const traps = CORPUS.filter(([, , , isTrap]) => isTrap);
  assert(CORPUS.length >= 60 && traps.length * 2 >= CORPUS.length);
});
