/**
 * The Python predecessor's behaviours, each either kept or, where it was wrong, replaced by the
 * opposite.
 */
import { HOUR_MS } from "../../src/text/time.ts";
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { saysConverged } from "../../src/adapters/alpha_forge/adapter.ts";
import { judgeCompletion } from "../../src/evidence/completion/judge.ts";
import { findIdlePhrase } from "../../src/evidence/idleness/find_idle_phrase.ts";
import { findProgress, takeMark } from "../../src/evidence/progress/mark.ts";
import { findRepetition } from "../../src/evidence/repetition/find_repetition.ts";
import { similarityFrom } from "../../src/evidence/repetition/similarity.ts";
import { readMarkdown } from "../../src/focus/items/read_document.ts";
import type { AdapterOpinion, Facts } from "../../src/loop/facts.ts";
import { renderHeader } from "../../src/loop/header.ts";
import {
  ALL_DONE,
  decide,
  givenFacts,
  givenRecord,
  givenSettings,
  inWords,
  NO_TAGS,
  START,
} from "./_given.ts";

const SETTINGS = givenSettings();
const RULE = { threshold: 0.9, windowSize: 5 };

async function verdictOf(plan: string, settings = SETTINGS) {
  return judgeCompletion(await readMarkdown(plan), "/p/plan.md", settings);
}

const says = (facts: Partial<Facts>, settings = SETTINGS) =>
  inWords(decide(givenRecord(), givenFacts(facts), settings).decision);

const opinion = (changes: Partial<AdapterOpinion>): AdapterOpinion => ({
  name: "alpha-forge",
  shouldContinue: false,
  confidence: 1,
  reason: "Budget exhausted (99 experiments)",
  metrics: 99,
  converged: false,
  ...changes,
});

const RIGHT: Record<string, () => unknown> = {
  "complete and both minimums met: the stop is allowed": () =>
    assertEquals(says({ completion: ALL_DONE }), "let-go complete"),
  "an adapter at 1.0 ends it at once": () =>
    assertEquals(says({ adapter: opinion({}) }), "let-go converged"),
  "an adapter at 0.5 that wants to go on keeps it going": () =>
    assertEquals(
      says({ completion: ALL_DONE, adapter: opinion({ shouldContinue: true, confidence: 0.5 }) }),
      "continue explore",
    ),
  "the sentence of the limit": () => {
    const record = givenRecord({ accumulatedRuntimeMs: 9 * HOUR_MS });
    const { decision } = decide(record, givenFacts(), SETTINGS);
    assert(decision.kind === "let-go");
    assertEquals(decision.reason.sentence, "Maximum runtime (9h) reached");
  },
  "the header near a limit warns in a second line": () =>
    assert(renderHeader(givenRecord({ iteration: 95 }), SETTINGS, START).includes("\n**WARNING**")),
  "the strongest signal is the reason": async () => {
    const plan = "---\nimplementation-status: completed\n---\n- [x] a\n- [x] TASK_COMPLETE\n";
    const { strongest } = await verdictOf(plan);
    assertEquals([strongest?.name, strongest?.confidence], ["explicit_marker", 1]);
  },
  "similarity is the normalised Indel similarity": () => {
    assertEquals(similarityFrom(0, "abcd", "abce"), 0.75);
    assertEquals(similarityFrom(0, "a".repeat(100), `${"a".repeat(99)}b`), 0.99);
  },
  "the first idle word is enough": () =>
    assertEquals(says({ idlePhrase: "Work Item: None" }), "continue explore"),
};

const WRONG: Record<string, () => unknown> = {
  "one continuation too few: with a maximum of 99 the 99th happens": () => {
    const at = (iteration: number) =>
      inWords(decide(givenRecord({ iteration }), givenFacts(), SETTINGS).decision);
    assertEquals([at(98), at(99)], ["continue work", "let-go max-iterations"]);
  },
  "forced exploration was never cleared": () => {
    const idle = decide(givenRecord(), givenFacts({ idlePhrase: "nothing to do" }), SETTINGS);
    const moved = givenFacts({ progressSinceIdle: ["tree"] });
    assertEquals(inWords(decide(idle.record, moved, SETTINGS).decision), "continue work");
  },
  "one similar output of five was a loop": () => {
    const same = "The same report as before, word for word.";
    const others = ["Parser rewritten.", "42 tests pass now", "Wrote docs/a.md", same];
    assertEquals(findRepetition([same, ...others], RULE), null);
  },
  "similar reports ended the loop despite progress": () => {
    const reports = [41, 42, 43, 44, 45].map((n) => `Iteration ${n}: fixed ${n % 3} tests, 1 left`);
    const repetition = findRepetition(reports, RULE);
    assert(repetition !== null);
    assertEquals(says({ repetition: { ...repetition, progress: ["commit"] } }), "continue work");
  },
  "a repository with one commit counted as no work": () => {
    const folder = Deno.makeTempDirSync();
    try {
      const git = (...args: string[]) =>
        assert(
          new Deno.Command("git", {
            args: ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args],
            cwd: folder,
            stdout: "null",
            stderr: "null",
          }).outputSync().success,
        );
      const parts = { nowMs: 1, checklist: "", metrics: 0 };
      git("init", "-q");
      const before = takeMark(folder, parts);
      Deno.writeTextFileSync(join(folder, "a"), "1");
      git("add", "a");
      git("commit", "-q", "-m", "one");
      const after = takeMark(folder, parts);
      assertEquals(findProgress(before, after), ["commit"]);
      // And the last commit does not count as progress forever.
      assertEquals(findProgress(after, takeMark(folder, parts)), []);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
  "an idle phrase that could never match": () =>
    assertEquals(
      findIdlePhrase("There is no SLO-aligned work.", SETTINGS.idle_phrases),
      "no SLO-aligned work",
    ),
  "nothing ever advanced a validation": () => {
    const settings = givenSettings({ enable_validation_phase: true });
    const begun = decide(givenRecord(), givenFacts({ completion: ALL_DONE }), settings).record;
    const tags = { ...NO_TAGS, validated: true };
    const next = decide(begun, givenFacts({ completion: ALL_DONE, tags }), settings).record;
    assertEquals([begun.validation.round, next.validation.round], [1, 2]);
  },
  "an instruction that names the marker counted as the marker": async () => {
    const { verdict } = await verdictOf("- [ ] a\n\nMark `[x] TASK_COMPLETE` when done.\n");
    assertEquals(verdict, "incomplete");
  },
  '"work is not finished" counted as finished': async () =>
    assertEquals((await verdictOf("The work is not finished.\n")).verdict, "incomplete"),
  "a label over open items counted": async () => {
    const plan = "**Implementation Complete**: all 12 models\n\n- [ ] the 13th\n";
    assertEquals((await verdictOf(plan)).verdict, "incomplete");
  },
  "open items in a numbered list were not seen": async () =>
    assertEquals((await verdictOf("1. [ ] open\n\n- [x] done\n")).verdict, "incomplete"),
  "the threshold was never compared": async () => {
    const strict = givenSettings({ confidence_threshold: 0.95 });
    assertEquals((await verdictOf("- [x] a\n", strict)).verdict, "incomplete");
  },
  "NOT CONVERGED counted as converged": () => {
    assertEquals(saysConverged("# Log\n\nStatus: NOT CONVERGED\n"), false);
    assertEquals(saysConverged("# Log\n\nStatus: CONVERGED\n"), true);
  },
  "a finished loop's counters ended the next one": () =>
    assertEquals(
      inWords(decide(givenRecord({ iteration: 0 }), givenFacts(), SETTINGS).decision),
      "continue work",
    ),
};

for (const [name, check] of Object.entries(RIGHT)) {
  Deno.test(`predecessor, kept: ${name}`, async () => {
    await check();
  });
}
for (const [name, check] of Object.entries(WRONG)) {
  Deno.test(`predecessor, turned round: ${name}`, async () => {
    await check();
  });
}
