/**
 * Guidance of one continuation: what it says, and afterwards the note that it was said. Part of the
 * Stop hook; never throws, since an optional fact never ends a loop.
 *
 * @module
 */
import {
  type ContinuationScan,
  type ContinuationScanRequest,
  scanForContinuation,
} from "../constraints/at_continuation.ts";
import { messageOf } from "../error.ts";
import type { Places } from "../store/places.ts";
import { renderInstant } from "../text/instant.ts";
import { showText } from "../text/show_text.ts";
import { isConfigTracked } from "./committed.ts";
import { readGuidance } from "./document.ts";
import type { GuidanceLoop } from "./freshness.ts";
import { type Guidance, GUIDANCE_LISTS, type GuidanceItem, type ListedText } from "./item.ts";
import { mergeGuidance } from "./merge.ts";
import { boundGuidance, type GuidancePromptData } from "./prompt_data.ts";

/** What the guidance of a continuation depends on. */
export interface GuidanceRequest {
  readonly places: Places;
  /** The resolved path of the project's root. */
  readonly project: string;
  /** The loop that lives. */
  readonly loop: GuidanceLoop;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** How the project is scanned; null where that is switched off. */
  readonly scan: Omit<ContinuationScanRequest, "places" | "project" | "nowMs"> | null;
}

/** What a continuation says. */
export interface ContinuationGuidance {
  readonly data: GuidancePromptData;
  /** The user's own words that apply, whole: without what the scanner found. */
  readonly users: { readonly encouraged: readonly string[]; readonly forbidden: readonly string[] };
  /** Texts that are delivered first now, or once only: for {@linkcode markDelivered}. */
  readonly deliveries: readonly ListedText[];
  /** What could not be read, one sentence each; to be said once. */
  readonly problems: readonly string[];
  /** What of the user's was left out, and how old the scan is; a line each, for the journal. */
  readonly notes: readonly string[];
}

/**
 * Gathers the guidance for the continuation that is being made.
 *
 * @param request The loop, the project and the time.
 * @returns Bounded data for the template, and what to note afterwards.
 */
export function guidanceForContinuation(request: GuidanceRequest): ContinuationGuidance {
  try {
    return gather(request);
  } catch (error) {
    return {
      data: { encouraged: [], forbidden: [], leftOut: 0 },
      users: { encouraged: [], forbidden: [] },
      deliveries: [],
      problems: [`the guidance was left out: ${messageOf(error)}`],
      notes: [],
    };
  }
}

/** What a continuation delivered. */
export interface Delivered {
  /** From {@linkcode guidanceForContinuation}. */
  readonly deliveries: readonly ListedText[];
  readonly loopId: string;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/**
 * Notes what a continuation delivered: what was for one continuation only is removed from its list.
 * Takes the project's lock: not to be called while it is held.
 *
 * @param places The home's places.
 * @param project The resolved path of the project's root.
 * @param delivered What was delivered; nothing is written where that is nothing.
 * @returns Why it could not be noted, for the journal; null where it was.
 */
export async function markDelivered(
  places: Places,
  project: string,
  { deliveries, loopId, nowMs }: Delivered,
): Promise<string | null> {
  if (deliveries.length === 0) return null;
  try {
    // Most continuations have nothing to note.
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

function gather({ places, project, loop, nowMs, scan }: GuidanceRequest): ContinuationGuidance {
  const config = usersOwn(readGuidance(project), project, loop.id);
  const found = scan === null
    ? NOT_SCANNED
    : scanForContinuation({ places, project, nowMs, ...scan });
  const { encouraged, forbidden, fromScanner, dropped } = mergeGuidance({
    config,
    loop,
    nowMs,
    constraints: found.findings,
  });
  const { data, carried } = boundGuidance({ encouraged, forbidden, fromScanner });
  return {
    data,
    users: { encouraged, forbidden: forbidden.slice(0, forbidden.length - fromScanner) },
    deliveries: GUIDANCE_LISTS.flatMap((list) =>
      [...new Set(carried[list])]
        .filter((text) => config[list].some((item) => item.text === text && isDue(item)))
        .map((text) => ({ list, text }))
    ),
    problems: [...config.problems, ...(found.problem === null ? [] : [found.problem])],
    notes: [
      // One that is there twice is not worth a line.
      ...dropped.filter(({ why }) => why !== "duplicate").map(({ list, text, why }) =>
        `guidance left out (${why}): ${list} "${showText(text, 80)}"`
      ),
      // A result that the next continuations will not catch up with is given with its age.
      ...found.isLate && found.scannedAtMs !== null
        ? [
          `constraints as of ${renderInstant(found.scannedAtMs)}: not all files could be looked at`,
        ]
        : [],
    ],
  };
}

/** Whether the delivery of an item has to be noted. */
function isDue({ isOnce, deliveredAtMs }: GuidanceItem): boolean {
  return isOnce || deliveredAtMs === null;
}

/**
 * Leaves out what a tracked file contains and was given to no loop: `start` gave the user's own words
 * to this loop, and left out what the repository brought along.
 */
function usersOwn(config: Guidance, project: string, loopId: string): Guidance {
  const isMine = ({ loop }: GuidanceItem) => loop === loopId;
  if (GUIDANCE_LISTS.every((list) => config[list].every(isMine))) return config;
  if (!isConfigTracked(project)) return config;
  const { encouraged, forbidden } = config;
  return { ...config, encouraged: encouraged.filter(isMine), forbidden: forbidden.filter(isMine) };
}

const NOT_SCANNED: ContinuationScan = {
  findings: [],
  scannedAtMs: null,
  isCurrent: true,
  isLate: false,
  problem: null,
};
