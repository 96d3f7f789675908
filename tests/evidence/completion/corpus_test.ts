/** The corpus of plan files: verdict, evidence and counts of each. */
import { assert, assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { readFocusFile } from "../../../src/plan/items/read_document.ts";
import { CORPUS } from "./corpus.ts";

const SETTINGS = defaultSettings();

for (const [said, why, file] of CORPUS) {
  Deno.test(`completion: ${why}: ${said}`, () => {
    const path = Deno.makeTempFileSync({ suffix: ".md" });
    try {
      Deno.writeTextFileSync(path, file);
      const judged = judgeCompletion(readFocusFile(path), path, SETTINGS);
      const { claimOverOpenItems: claim, done, strongest, total, verdict } = judged;
      const by = strongest === null ? "" : `, by ${strongest.name}`;
      const claimed = claim === null ? "" : `, claim ${claim.name}`;
      assertEquals(`${verdict} ${done}/${total}${by}${claimed}`, said);
    } finally {
      Deno.removeSync(path);
    }
  });
}

Deno.test("completion: the corpus is big enough, and half of it are traps", () => {
  const traps = CORPUS.filter(([, , , isTrap]) => isTrap);
  assert(CORPUS.length >= 60 && traps.length * 2 >= CORPUS.length);
});
