/** The branches and other worktrees that contain work of the session. */
import type { MovedHead } from "../../evidence/progress/heads.ts";
import { nameHead, needMerge, shortCommit, type UnmergedTicks } from "../../loop/unmerged.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import { oneLine } from "../../text/shorten.ts";

/** The heads other than the checkout's. */
interface Branches {
  /** The heads that moved in this turn. */
  readonly moved: readonly UnmergedTicks[];
  /** All heads with work that is not here, newest last. */
  readonly unmerged: readonly UnmergedTicks[];
  /** The work that a person has to merge: the agent was told, and can do nothing else. */
  readonly need: string | null;
  /** Notes for the agent. */
  readonly notes: readonly string[];
}

interface BranchSources {
  readonly record: Pick<LoopRecord, "focus" | "lastDecision" | "project">;
  readonly session: Pick<SessionRecord, "recentOutputs" | "unmerged">;
  /** The checked-out commit. */
  readonly commit: string;
  readonly moved: readonly MovedHead[];
  readonly openItems: readonly string[];
  /** Whether the session works in the project's own checkout: in its worktree it sees its commits. */
  readonly isInCheckout: boolean;
}

const NONE: Branches = { moved: [], unmerged: [], need: null, notes: [] };
/** Heads that are named again; the last ones. */
const MOST_UNMERGED = 5;
/** Refs in tables have no commit that git could be asked about. */
const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/**
 * Finds on which branches the session's work is. Starts no process unless a head moved or the checkout
 * did: work is merged by a new commit here.
 */
export async function findBranches(sources: BranchSources): Promise<Branches> {
  const { record, session, openItems, isInCheckout } = sources;
  const known = session.unmerged ?? [];
  if (known.length + sources.moved.length === 0) return NONE;
  const { findBranchTicks, keepUnmerged } = await import(
    "../../evidence/progress/branch_ticks.ts"
  );
  const { project } = record;
  const moved = sources.moved.length === 0
    ? []
    : await findBranchTicks(project, record.focus.path, openItems, sources.moved);
  const open = new Set(openItems);
  const told = known.filter(({ ticked }) =>
    ticked.length === 0 || ticked.some((text) => open.has(text))
  ).map((head) => ({ ...head, ticked: head.ticked.filter((text) => open.has(text)) }));
  const wasTold = isInCheckout && record.lastDecision?.kind === "continue";
  const isAllTold = wasTold && needMerge(openItems, told) !== null;
  const hasCheckoutMoved = session.recentOutputs.at(-1)?.mark.commit !== sources.commit;
  const names = new Set(moved.map(({ name }) => name));
  const left = told.length > 0 && (isAllTold || hasCheckoutMoved)
    ? await keepUnmerged(project, told)
    : told;
  const earlier = left.filter(({ name }) => !names.has(name));
  const unmerged = [...earlier, ...moved].filter(({ commit }) => OBJECT_ID.test(commit))
    .slice(-MOST_UNMERGED);
  return {
    moved,
    unmerged,
    need: isAllTold && needMerge(openItems, left) !== null ? needMerge(openItems, unmerged) : null,
    notes: isInCheckout
      ? [
        ...earlier.slice(-MOST_UNMERGED).map((head) => describeHead(head, "An earlier turn")),
        ...moved.map((head) => describeHead(head, "Your last turn")),
      ]
      : [],
  };
}

function describeHead(head: UnmergedTicks, who: "An earlier turn" | "Your last turn"): string {
  const { ticked } = head;
  const items = ticked.length === 0
    ? ""
    : `; ticked there: ${ticked.map((text) => `"${oneLine(text)}"`).join(", ")}`;
  // Git does not see that a branch was squashed into one commit.
  const advice = ticked.length === 0 && who === "An earlier turn"
    ? "If its work is missing here, merge it"
    : "Do not do that work again: merge it";
  return `${who} committed on ${nameHead(head)} (${shortCommit(head)}), ` +
    `which is not checked out in this folder${items}. ${advice}`;
}
