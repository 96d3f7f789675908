/**
 * Gathers the guidance for a continuation, and records its delivery afterwards. Part of the Stop hook;
 * never throws, since an optional part never ends a loop.
 */
import { type LastScan, readLastScan } from "../ideas/tree/last_scan.ts";
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import { renderInstant } from "../text/instant.ts";
import { showText } from "../text/show_text.ts";
import { isConfigTracked, readGuidance } from "./document.ts";
import type { GuidanceLoop } from "./freshness.ts";
import {
  type Guidance,
  GUIDANCE_LISTS,
  type GuidanceItem,
  type GuidanceList,
  type ListedText,
  type UserTexts,
} from "./item.ts";
import { boundGuidance, type GuidancePromptData, mergeGuidance } from "./merge.ts";

interface GuidanceRequest {
  readonly places: Places;
  readonly project: string;
  readonly loop: GuidanceLoop;
  readonly nowMs: number;
  /** Whether to include the findings of the last scan; otherwise only the user's texts are needed. */
  readonly hasConstraints: boolean;
  /** Updates the lines of the last scan for this turn's edits; left out if the turn edited no file. */
  readonly refresh?: ((scan: LastScan) => readonly string[]) | undefined;
}

/** The guidance of a continuation, and what to record about it. */
export interface ContinuationGuidance {
  readonly data: GuidancePromptData;
  /** The user's complete texts that apply, without the scanner's findings. */
  readonly users: UserTexts;
  /** Texts delivered for the first time, or only once; input of {@linkcode markDelivered}. */
  readonly deliveries: readonly ListedText[];
  /** Problems with reading, one sentence each, to be shown once. */
  readonly problems: readonly string[];
  /** The user's texts that still apply after the delivery. */
  readonly left: UserTexts;
  /** The last scan; null without one. */
  readonly lastScan: LastScan | null;
  /** Lines for the journal: items of the user that were left out. */
  readonly notes: readonly string[];
}

/**
 * Gathers the guidance for a continuation. Never throws: a failure is a problem in the result.
 *
 * @returns Bounded data for the template, and what to record afterwards.
 */
export function guidanceForContinuation(request: GuidanceRequest): ContinuationGuidance {
  try {
    return gather(request);
  } catch (error) {
    return {
      data: { encouraged: [], forbidden: [], leftOut: 0 },
      users: { encouraged: [], forbidden: [] },
      deliveries: [],
      left: { encouraged: [], forbidden: [] },
      lastScan: null,
      problems: [`the guidance was left out: ${messageOf(error)}`],
      notes: [],
    };
  }
}

interface Delivered {
  readonly deliveries: readonly ListedText[];
  readonly loopId: string;
  readonly nowMs: number;
}

/**
 * Records what a continuation delivered, and removes items that were for one continuation only. Takes
 * the project's lock, so the caller must not hold it.
 *
 * @returns Why it could not be recorded, for the journal; null on success.
 */
export async function markDelivered(
  places: Places,
  project: string,
  { deliveries, loopId, nowMs }: Delivered,
): Promise<string | null> {
  if (deliveries.length === 0) return null;
  try {
    // Loaded lazily: most continuations have nothing to record.
    const { editGuidance } = await import("./edit.ts");
    const fields = { loop: loopId, delivered: renderInstant(nowMs) };
    await editGuidance(places, project, (draft) => {
      for (const { list, text } of deliveries) draft.deliver(list, text, fields);
    });
    return null;
  } catch (error) {
    return `the delivery of guidance could not be noted: ${messageOf(error)}`;
  }
}

function gather(request: GuidanceRequest): ContinuationGuidance {
  const { places, project, loop, nowMs, hasConstraints } = request;
  const config = withoutCommitted(readGuidance(project), project, loop.id);
  const scan = hasConstraints ? readLastScan(places, project) : null;
  const constraints = scan === null ? [] : request.refresh?.(scan) ?? scan.forbids;
  const merged = mergeGuidance({ config, loop, nowMs, constraints });
  const { data, carried } = boundGuidance(merged);
  const staying = (list: GuidanceList) =>
    merged[list].filter((text) =>
      !(carried[list].includes(text) &&
        config[list].some((item) => item.text === text && item.isOnce))
    );
  return {
    data,
    users: merged,
    left: { encouraged: staying("encouraged"), forbidden: staying("forbidden") },
    lastScan: scan,
    deliveries: GUIDANCE_LISTS.flatMap((list) =>
      [...new Set(carried[list])]
        .filter((text) => config[list].some((item) => item.text === text && isDue(item)))
        .map((text) => ({ list, text }))
    ),
    problems: config.problems,
    // A duplicate is not worth a line.
    notes: merged.dropped.filter(({ why }) => why !== "duplicate").map(({ list, text, why }) =>
      `guidance left out (${why}): ${list} "${showText(text, 80)}"`
    ),
  };
}

/** Checks whether the delivery of an item has to be recorded. */
function isDue({ isOnce, deliveredAtMs }: GuidanceItem): boolean {
  return isOnce || deliveredAtMs === null;
}

/**
 * Leaves out the items of a tracked file that do not belong to this loop: `start` marks only the user's
 * items as this loop's, not those that the repository has committed.
 */
function withoutCommitted(config: Guidance, project: string, loopId: string): Guidance {
  const isMine = ({ loop }: GuidanceItem) => loop === loopId;
  if (GUIDANCE_LISTS.every((list) => config[list].every(isMine))) return config;
  if (!isConfigTracked(project)) return config;
  const { encouraged, forbidden } = config;
  return { ...config, encouraged: encouraged.filter(isMine), forbidden: forbidden.filter(isMine) };
}
