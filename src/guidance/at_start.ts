/** Clears stale guidance when a loop begins, and gives the rest to the new loop. Not for hooks. */
import { RalphError } from "../error.ts";
import { parseJson } from "../store/files/json_text.ts";
import type { Places } from "../store/places.ts";
import { findGitTop } from "../store/project.ts";
import { isObject } from "../store/records/json_record.ts";
import { listLoops, readLastRecord } from "../store/records/loops.ts";
import { askGit } from "../system/run_git.ts";
import { showText } from "../text/show_text.ts";
import { guidanceOf, isConfigTracked, PROJECT_CONFIG, readGuidance } from "./document.ts";
import { editGuidance } from "./edit.ts";
import { describeStaleness, judgeFreshness, type Staleness } from "./freshness.ts";
import {
  type Guidance,
  GUIDANCE_LISTS,
  type GuidanceItem,
  type GuidanceList,
  type ListedText,
} from "./item.ts";

interface GuidanceStart {
  readonly places: Places;
  readonly project: string;
  readonly loopId: string;
  readonly nowMs: number;
  /** `--keep-guidance`: clears only items whose own time has run out. */
  readonly keepsAll: boolean;
  /** `--dry-run`: changes nothing, and describes what would be cleared. */
  readonly isDryRun: boolean;
}

interface ClearedItem extends ListedText {
  readonly why: Staleness;
}

/**
 * Clears stale guidance and marks the rest as the new loop's, so that it does not reach a later loop.
 * Takes the project's lock, so the caller must not hold it.
 *
 * @returns Lines that say what was cleared. If the file cannot be changed, a line says so; the
 * continuations leave stale items out even then.
 */
export async function startGuidance(start: GuidanceStart) {
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
  return { kept: sorted.kept.length, lines: describe({ ...sorted, problems }, start) };
}

interface SortedItems {
  readonly cleared: ClearedItem[];
  readonly kept: ListedText[];
  /** Items that the repository has committed: they stay in the file, and do not apply. */
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
  { cleared, leftOut, problems }: SortedItems & { problems: readonly string[] },
  { isDryRun, keepsAll }: GuidanceStart,
): string[] {
  const name = (list: GuidanceList, text: string) => `${list} "${showText(text, 80)}"`;
  return [
    ...leftOut.map(({ list, text }) =>
      `Left out ${name(list, text)}: ` +
      "git tracks it in this repository, so it does not count as yours"
    ),
    ...(leftOut.length > 0 ? ["To use what git tracks as yours: ralph start --keep-guidance"] : []),
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
 * Makes a function that judges whether an item is stale. An item without a loop that is older than the
 * end of the project's last loop was given for that loop.
 */
function stalenessOf(start: GuidanceStart): (item: GuidanceItem) => Staleness | null {
  const { places, project, loopId, nowMs, keepsAll } = start;
  const ended = listLoops(places, project)
    .find(({ facts, hasEnded }) => hasEnded && facts.id !== loopId);
  const last = ended === undefined ? null : readLastRecord(places, ended.facts.id);
  const endedAt = last?.lastDecision?.at;
  const lastEndMs = endedAt ?? ended?.facts.startedAt ?? -Infinity;
  return (item) => {
    const why = judgeFreshness(item, null, nowMs) ??
      (item.givenAtMs !== null && item.givenAtMs <= lastEndMs ? "other-loop" : null);
    return keepsAll && why !== "expired" ? null : why;
  };
}

/** Time limit for git to print one file, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Tells whether the repository has committed a text. */
type IsCommitted = (list: GuidanceList, text: string) => boolean;

/**
 * Finds which guidance the repository has committed.
 *
 * @returns A function that returns true for every text if the file is tracked but git does not print it.
 */
async function findCommitted(project: string): Promise<IsCommitted> {
  const top = findGitTop(project);
  if (top === null || !isConfigTracked(project)) return () => false;
  const endsAt = performance.now() + TIMEOUT_MS;
  const below = project === top ? "" : `${project.slice(top.length + 1)}/`;
  const object = `:${below}${PROJECT_CONFIG}`;
  const answer = await askGit(top, "cat-file", ["blob", object], endsAt);
  const json = answer.kind === "text" ? parseJson(answer.text) : null;
  if (json?.kind !== "ok" || !isObject(json.value)) return () => true;
  const committed = guidanceOf(json.value);
  const keys = new Set(
    GUIDANCE_LISTS.flatMap((list) => committed[list].map(({ text }) => `${list}\0${text}`)),
  );
  return (list, text) => keys.has(`${list}\0${text}`);
}
