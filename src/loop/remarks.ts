/**
 * Remarks on the agent's last message: which tags could not be read, and what became of the
 * validation round that it was in.
 */
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Facts, UnreadTag } from "./facts.ts";
import { isFree } from "./rules/success_rule.ts";
import { closesRound, isValidating } from "./validation/validation.ts";

/** Remarks on the last message. */
export interface Remarks {
  readonly unread: readonly UnreadTag[];
  /** What became of the round; null where the message closed it, or was not in a round. */
  readonly round: {
    readonly number: number;
    /** Still open; closed by time; closed without a tool call, so that it does not count. */
    readonly how: "open" | "overdue" | "talk";
  } | null;
  /** Whether `[x] TASK_COMPLETE` is in the message, where it does not count. */
  readonly isMarkerInMessage: boolean;
}

/** The remarks on a message without problems. */
export const NO_REMARKS: Remarks = { unread: [], round: null, isMarkerInMessage: false };

/** Collects the remarks that matter in the present phase. */
export function collectRemarks(
  before: LoopRecord,
  after: LoopRecord,
  { tags, toollessContinuations }: Facts,
  promise: string | null,
): Remarks {
  const { validation } = before;
  const wasInRound = isValidating(validation) && validation.roundBeganMs !== null;
  const isRelevant = ({ tag }: UnreadTag) =>
    tag === "blocked" || (tag === "promise" ? promise !== null : wasInRound);
  const unread = tags.unread.filter(isRelevant);
  const isOpen = after.phase === "implementation" || after.phase === "exploration" && isFree(after);
  const isMarkerInMessage = tags.hasMarker && isOpen;
  if (!wasInRound) return { unread, round: null, isMarkerInMessage };
  const isSameRound = isValidating(after.validation) &&
    after.validation.round === validation.round && after.validation.cycle === validation.cycle;
  const how = isSameRound
    ? "open"
    : !closesRound(tags)
    ? "overdue"
    : toollessContinuations > 0
    ? "talk"
    : null;
  const round = how === null ? null : { number: validation.round, how } as const;
  return { unread, round, isMarkerInMessage };
}
