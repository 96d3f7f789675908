/** What a resumed run takes over from the reviews before it. */
import { assertEquals } from "@std/assert";
import { resumeReviews } from "../../../src/run/review/review_record.ts";
import type { ReviewRecord } from "../../../src/store/records/loop_record.ts";
import type { PlanItem } from "../../../src/run/plan/plan.ts";

const RECORD: ReviewRecord = {
  key: "one#0",
  item: "one",
  commit: "",
  reviews: 1,
  timesSentBack: 1,
  open: [{ severity: "critical", text: "a bug" }],
  missing: null,
  waitedMs: 0,
  isDue: false,
  isSentBack: true,
};
const DUE = { isDue: true, isSentBack: false } as const;
const BOTH = { isDue: true, isSentBack: true } as const;
const NEITHER = { isDue: false, isSentBack: false } as const;
const SENT_BACK = { isDue: false, isSentBack: true } as const;

function resumed(
  change: Partial<ReviewRecord>,
  state: PlanItem["state"] | null,
): Partial<ReviewRecord> | null {
  const item = { key: "one#0", text: "one", line: 1, rawLine: "- [ ] one", command: null };
  const ofTree = { isParallel: false, parent: null, steps: [], closes: [] };
  const items = state === null ? [] : [{ ...item, ...ofTree, state }];
  const [review = null] = resumeReviews([{ ...RECORD, ...change }], { items });
  return review && { isDue: review.isDue, isSentBack: review.isSentBack };
}

for (
  const [what, change, state, expected] of [
    ["findings wait for a worker while the item is open", SENT_BACK, "open", SENT_BACK],
    ["findings of an item that the user ticked are given to nobody", SENT_BACK, "done", NEITHER],
    [
      "findings of an item that the user skipped are given to nobody",
      SENT_BACK,
      "skipped",
      NEITHER,
    ],
    ["findings of an item that is not in the plan are forgotten", SENT_BACK, null, null],
    ["a ticked item whose review was interrupted is due", DUE, "done", DUE],
    ["an item that the user opened again is not due", DUE, "open", NEITHER],
    ["a tick in a worktree is lost, and so is not due", { ...DUE, branch: "b" }, "done", NEITHER],
    ["a run that was killed before it opened the item reviews it again", BOTH, "done", BOTH],
    ["a run that was killed after it opened the item knows the findings", BOTH, "open", SENT_BACK],
    ["what was left open stays known without its item", NEITHER, null, NEITHER],
    [
      "findings of the whole plan do not need an item",
      { ...SENT_BACK, item: null, key: "" },
      null,
      SENT_BACK,
    ],
  ] as const
) {
  Deno.test(`resumeReviews: ${what}`, () => assertEquals(resumed(change, state), expected));
}
