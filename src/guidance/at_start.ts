/**
 * Guidance when a loop begins: what is left from before is cleared, the rest becomes this
 * loop's. Not for hooks.
 *
 * @module
 */
import { configTarget, editConfig } from "../store/settings/config_file.ts";
import { RalphError } from "../error.ts";
import { listLoops, readLastRecord } from "../store/records/loops.ts";
import type { Places } from "../store/places.ts";
import { findCommitted, type IsCommitted } from "./committed.ts";
import { GuidanceDraft } from "./edit.ts";
import { describeStaleness, judgeFreshness, type Staleness } from "./freshness.ts";
import { GUIDANCE_LISTS, type GuidanceItem, type GuidanceList } from "./item.ts";
import { guidanceOf } from "./document.ts";
import { readGuidance } from "./read.ts";
import { showText } from "../text/show_text.ts";

/** The start of a loop. */
export interface GuidanceStart {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  /** The loop that begins. */
  readonly loopId: string;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** `--keep-guidance`: nothing is cleared but what was given for a time that has run out. */
  readonly keepsAll: boolean;
  /** `--dry-run`: says what would be cleared. */
  readonly isDryRun: boolean;
}

/** An item that was cleared. */
export interface ClearedItem {
  readonly list: GuidanceList;
  readonly text: string;
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

/** Letters of an item that a line shows. */
const SHOWN_CHARACTERS = 80;

/**
 * Clears stale guidance and gives the rest to the new loop, so that it cannot leak into the next one.
 *
 * Takes the project's lock: not to be called while it is held.
 *
 * @param start the start
 * @returns what was cleared; where the file cannot be changed, a line says so, and the merge of each
 * continuation leaves stale items out all the same
 */
export async function startGuidance(start: GuidanceStart): Promise<GuidanceStarted> {
  const { places, project, loopId, keepsAll } = start;
  const isStale = staleness(start);
  const present = readGuidance(project);
  const hasAny = GUIDANCE_LISTS.some((list) => present[list].length > 0);
  const isCommitted = hasAny && !keepsAll ? await findCommitted(project) : () => false;
  let settled = settle(present, isStale, isCommitted);
  const problems = [...present.problems];
  const isWorth = settled.cleared.length + settled.kept.length > 0;
  if (!start.isDryRun && isWorth) {
    try {
      await editConfig(configTarget(places, project), (config) => {
        const draft = new GuidanceDraft(config);
        settled = settle(guidanceOf(config), isStale, isCommitted);
        for (const { list, text } of settled.cleared) draft.remove(list, [text]);
        for (const { list, text } of settled.kept) draft.mark(list, text, { loop: loopId });
        return draft.edits();
      });
    } catch (error) {
      if (!(error instanceof RalphError)) throw error;
      problems.push(`stale guidance could not be cleared: ${error.message}`);
    }
  }
  const clears = start.isDryRun ? "Would clear" : "Cleared";
  return {
    cleared: settled.cleared,
    kept: settled.kept.length,
    lines: [
      ...settled.leftOut.map(({ list, text }) =>
        `Left out ${list} "${showText(text, SHOWN_CHARACTERS)}": ` +
        "it is committed in this repository, so it does not count as yours"
      ),
      ...(settled.leftOut.length > 0
        ? ["To use what is committed as yours: ralph start --keep-guidance"]
        : []),
      ...settled.cleared.map(({ list, text, why }) =>
        `${clears} ${list} "${showText(text, SHOWN_CHARACTERS)}": ${describeStaleness(why)}`
      ),
      ...(settled.cleared.length > 0 && !keepsAll
        ? ["To keep such guidance next time: ralph start --keep-guidance"]
        : []),
      ...problems.map((why) => `Warning: ${why}`),
    ],
  };
}

interface _Settled {
  readonly cleared: readonly ClearedItem[];
  readonly kept: readonly { readonly list: GuidanceList; readonly text: string }[];
  /** The project's own word: it stays in the file, and is not this loop's. */
  readonly leftOut: readonly { readonly list: GuidanceList; readonly text: string }[];
}

function settle(
  guidance: Readonly<Record<GuidanceList, readonly GuidanceItem[]>>,
  isStale: (item: GuidanceItem) => Staleness | null,
  isCommitted: IsCommitted,
): _Settled {
  const cleared: ClearedItem[] = [];
  const leftOut: { list: GuidanceList; text: string }[] = [];
  const kept: { list: GuidanceList; text: string }[] = [];
  for (const list of GUIDANCE_LISTS) {
    for (const item of guidance[list]) {
      if (isCommitted(list, item.text)) {
        leftOut.push({ list, text: item.text });
        continue;
      }
      const why = isStale(item);
      if (why === null) kept.push({ list, text: item.text });
      else cleared.push({ list, text: item.text, why });
    }
  }
  return { cleared, kept, leftOut };
}

function staleness(start: GuidanceStart): (item: GuidanceItem) => Staleness | null {
  const lastEndMs = lastEndOf(start);
  return (item) => {
    const why = judgeFreshness(item, null, start.nowMs) ??
      (item.givenAtMs !== null && item.givenAtMs <= lastEndMs ? "other-loop" : null);
    return start.keepsAll && why !== "expired" ? null : why;
  };
}

/**
 * When the project's last loop ended: what was given before, by a program that knows nothing of
 * loops, was given for that one.
 */
function lastEndOf({ places, project, loopId }: GuidanceStart): number {
  const ended = listLoops(places, project)
    .filter(({ facts, hasEnded }) => hasEnded && facts.id !== loopId);
  const ends = ended.slice(0, 1).map(({ facts }) => {
    const last = readLastRecord(places, facts.id);
    const at = last.kind === "ok" ? last.value.last_decision?.at : undefined;
    return Date.parse(at ?? facts.started_at);
  });
  return Math.max(-Infinity, ...ends.filter(Number.isFinite));
}
