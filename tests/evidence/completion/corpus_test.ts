/** The corpus of plan files: verdict, evidence and counts of each. */
import { addAttributes } from "../../../src/plan/items/attributes.ts";
import { assert, assertEquals } from "@std/assert";
import { judgeCompletion } from "../../../src/evidence/completion/judge.ts";
import { defaultSettings } from "../../../src/store/settings/settings.ts";
import { readFocusFile } from "../../../src/plan/items/read_document.ts";
import { readCases } from "../../_cases.ts";

const SETTINGS = defaultSettings();
/** A title is: a trap or not, what is said, why. */
const CORPUS = readCases(new URL("corpus.txt", import.meta.url)).map(({ title, text }) => {
  const [, trap, said, why] = /^(trap: )?(.*?): (.*)$/.exec(title)!;
  return {
    isTrap: trap !== undefined,
    said,
    why,
    text: text === "" ? "" : `${text}
`,
  };
});

for (const { said, why, text } of CORPUS) {
  Deno.test(`completion: ${why}: ${said}`, () => {
    const path = Deno.makeTempFileSync({ suffix: ".md" });
    try {
      Deno.writeTextFileSync(path, text);
      const judged = judgeCompletion(addAttributes(readFocusFile(path)), path, SETTINGS);
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
  const traps = CORPUS.filter(({ isTrap }) => isTrap);
  assert(CORPUS.length >= 155 && traps.length * 2 >= CORPUS.length);
});
