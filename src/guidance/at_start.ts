/**
 * Guidance when a loop begins: what is stale is cleared, the rest becomes this loop's. Not for hooks.
 *
 * @module
 */
import { RalphError } from "../error.ts";
import type { Places } from "../store/places.ts";
import { listLoops, readLastRecord } from "../store/records/loops.ts";
import { showText } from "../text/show_text.ts";
import { findCommitted, type IsCommitted } from "./committed.ts";
import { readGuidance } from "./document.ts";
import { editGuidance } from "./edit.ts";
import { describeStaleness, judgeFreshness, type Staleness } from "./freshness.ts";
import {
  type Guidance,
  GUIDANCE_LISTS,
  type GuidanceItem,
  type GuidanceList,
  type ListedText,
} from "./item.ts";

/** The start of a loop. */
export interface GuidanceStart {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  /** The loop that begins. */
  readonly loopId: string;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** `--keep-guidance`: only what was given for a time that has run out is cleared. */
  readonly keepsAll: boolean;
  /** `--dry-run`: says what would be cleared. */
  readonly isDryRun: boolean;
}

/** An item that was cleared. */
export interface ClearedItem extends ListedText {
  readonly why: Staleness;
}

/** What came of it. */
export interface GuidanceStarted {
  readonly cleared: readonly ClearedItem[];
  /** How many items the loop begins with. */
  readonly kept: number;
  /** What has to be said, one sentence a line. */
  readonly lines: readonly string[];
}

/**
 * Clears stale guidance and gives the rest to the new loop, so that it cannot leak into the next one.
 * Takes the project's lock: not to be called while it is held.
 *
 * @param start The start.
 * @returns What was cleared. Where the file cannot be changed, a line says so, and the merge of each
 * continuation leaves stale items out all the same.
 */
export async function startGuidance(start: GuidanceStart): Promise<GuidanceStarted> {
  const { places, project, loopId, keepsAll, isDryRun } = start;
  const whyStale = stalenessOf(start);
  const guidance = readGuidance(project);
  const hasAny = GUIDANCE_LISTS.some((list) => guidance[list].length > 0);
  const isCommitted = hasAny && !keepsAll ? await findCommitted(project) : () => false;
  let sorted = sortItems(guidance, whyStale, isCommitted);
  const problems = [...guidance.problems];
  if (!isDryRun && sorted.cleared.length + sorted.kept.length > 0) {
    try {
      await editGuidance(places, project, (draft) => {
        sorted = sortItems(draft.guidance, whyStale, isCommitted);
        for (const { list, text } of sorted.cleared) draft.remove(list, [text]);
        for (const { list, text } of sorted.kept) draft.mark(list, text, { loop: loopId });
      });
    } catch (error) {
      if (!(error instanceof RalphError)) throw error;
      problems.push(`stale guidance could not be cleared: ${error.message}`);
    }
  }
  const { cleared, kept, leftOut } = sorted;
  return { cleared, kept: kept.length, lines: describe({ cleared, leftOut, problems }, start) };
}

interface SortedItems {
  readonly cleared: ClearedItem[];
  readonly kept: ListedText[];
  /** What the repository brings along: it stays in the file, and is not this loop's. */
  readonly leftOut: ListedText[];
}

function sortItems(
  guidance: Guidance,
  whyStale: (item: GuidanceItem) => Staleness | null,
  isCommitted: IsCommitted,
): SortedItems {
  const sorted: SortedItems = { cleared: [], kept: [], leftOut: [] };
  for (const list of GUIDANCE_LISTS) {
    for (const item of guidance[list]) {
      const { text } = item;
      const why = whyStale(item);
      if (isCommitted(list, text)) sorted.leftOut.push({ list, text });
      else if (why === null) sorted.kept.push({ list, text });
      else sorted.cleared.push({ list, text, why });
    }
  }
  return sorted;
}

function describe(
  { cleared, leftOut, problems }: Omit<SortedItems, "kept"> & { problems: readonly string[] },
  { isDryRun, keepsAll }: GuidanceStart,
): string[] {
  const name = (list: GuidanceList, text: string) => `${list} "${showText(text, 80)}"`;
  return [
    ...leftOut.map(({ list, text }) =>
      `Left out ${name(list, text)}: ` +
      "it is committed in this repository, so it does not count as yours"
    ),
    ...(leftOut.length > 0
      ? ["To use what is committed as yours: ralph start --keep-guidance"]
      : []),
    ...cleared.map(({ list, text, why }) =>
      `${isDryRun ? "Would clear" : "Cleared"} ${name(list, text)}: ${describeStaleness(why)}`
    ),
    ...(cleared.length > 0 && !keepsAll
      ? ["To keep such guidance next time: ralph start --keep-guidance"]
      : []),
    ...problems.map((why) => `Warning: ${why}`),
  ];
}

/**
 * What was given before the project's last loop ended, by a program that knows nothing of loops, was
 * given for that one.
 */
function stalenessOf(start: GuidanceStart): (item: GuidanceItem) => Staleness | null {
  const { places, project, loopId, nowMs, keepsAll } = start;
  const ended = listLoops(places, project)
    .find(({ facts, hasEnded }) => hasEnded && facts.id !== loopId);
  const last = ended === undefined ? null : readLastRecord(places, ended.facts.id);
  const endedAt = last?.kind === "ok" ? last.value.lastDecision?.at : undefined;
  const lastEndMs = Date.parse(endedAt ?? ended?.facts.startedAt ?? "");
  return (item) => {
    const why = judgeFreshness(item, null, nowMs) ??
      (item.givenAtMs !== null && item.givenAtMs <= lastEndMs ? "other-loop" : null);
    return keepsAll && why !== "expired" ? null : why;
  };
}
