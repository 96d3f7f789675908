/**
 * Guidance of one continuation: what it says, and afterwards the mark that it was said. Part of the
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
import { isConfigTracked } from "./committed.ts";
import type { GuidanceLoop } from "./freshness.ts";
import {
  type Delivery,
  type Guidance,
  GUIDANCE_LISTS,
  type GuidanceItem,
  type GuidanceList,
} from "./item.ts";
import { type DroppedItem, mergeGuidance } from "./merge.ts";
import { boundGuidance, type GuidancePromptData } from "./prompt_data.ts";
import { readGuidance } from "./read.ts";
import { showText } from "../text/show_text.ts";
import { renderInstant } from "../text/instant.ts";

/** Whose guidance is wanted. */
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
  /** The user's own words that hold, whole: without what the scanner found. */
  readonly users: { readonly encouraged: readonly string[]; readonly forbidden: readonly string[] };
  /** To be given to {@linkcode markDelivered} once the continuation was written. */
  readonly deliveries: readonly Delivery[];
  /** What of the user's was left out, and why. */
  readonly dropped: readonly DroppedItem[];
  /** What could not be read, one sentence each; to be said once. */
  readonly problems: readonly string[];
  /** All that was left out, one line each, for the journal. */
  readonly notes: readonly string[];
}

/**
 * The guidance for the continuation that is being made.
 *
 * @param request whose
 * @returns bounded data for the template, and what to mark afterwards
 */
export function guidanceForContinuation(request: GuidanceRequest): ContinuationGuidance {
  try {
    return gather(request);
  } catch (error) {
    return {
      data: { encouraged: [], forbidden: [], leftOut: 0 },
      users: { encouraged: [], forbidden: [] },
      deliveries: [],
      dropped: [],
      problems: [`the guidance was left out: ${messageOf(error)}`],
      notes: [],
    };
  }
}

/**
 * Marks what a continuation carried: the first delivery is noted, and what was for one continuation
 * only goes from its list. Writes only where there is something to note.
 *
 * Takes the project's lock: not to be called while it is held.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @param given what the continuation carried
 * @param given.deliveries from {@linkcode guidanceForContinuation}
 * @param given.loopId the loop
 * @param given.nowMs Unix milliseconds
 * @returns why it could not be noted, for the journal; null where all is done
 */
export async function markDelivered(
  places: Places,
  project: string,
  given: {
    readonly deliveries: readonly Delivery[];
    readonly loopId: string;
    readonly nowMs: number;
  },
): Promise<string | null> {
  if (given.deliveries.length === 0) return null;
  try {
    const { noteDelivery } = await import("./note_delivery.ts");
    await noteDelivery(places, project, given);
    return null;
  } catch (error) {
    return `the delivery of guidance could not be noted: ${messageOf(error)}`;
  }
}

/** Those that merely stand twice are not worth a line. */
function describeDropped(dropped: readonly DroppedItem[]): string[] {
  return dropped
    .filter(({ why }) => why !== "duplicate")
    .map(({ list, text, why }) => `guidance left out (${why}): ${list} "${showText(text, 80)}"`);
}

function gather(
  { places, project, loop, nowMs, scan }: GuidanceRequest,
): ContinuationGuidance {
  const config = usersOwn(readGuidance(project), project, loop.id);
  const found = scan === null
    ? NOT_SCANNED
    : scanForContinuation({ places, project, nowMs, ...scan });
  const merged = mergeGuidance({ config, loop, nowMs, constraints: found.findings });
  const { data, carried } = boundGuidance(merged);
  const { encouraged, forbidden, fromScanner } = merged;
  return {
    data,
    users: { encouraged, forbidden: forbidden.slice(0, forbidden.length - fromScanner) },
    deliveries: GUIDANCE_LISTS.flatMap((list) => newDeliveries(config, list, carried[list])),
    dropped: merged.dropped,
    problems: [...config.problems, ...(found.problem === null ? [] : [found.problem])],
    notes: [...describeDropped(merged.dropped), ...describeAge(found)],
  };
}

/**
 * Without what a tracked file holds and was given to no loop: `start` gave the user's own words to this
 * loop, and left out what the repository brought along.
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

/** A result that the next continuations will not catch up with is given with its age. */
function describeAge({ isLate, scannedAtMs }: ContinuationScan): string[] {
  if (!isLate || scannedAtMs === null) return [];
  return [`constraints as of ${renderInstant(scannedAtMs)}: not all files could be looked at`];
}

function newDeliveries(
  config: Guidance,
  list: GuidanceList,
  carried: readonly string[],
): Delivery[] {
  return [...new Set(carried)].flatMap((text) => {
    const isNews = config[list].some((item) =>
      item.text === text && (item.isOnce || item.deliveredAtMs === null)
    );
    return isNews ? [{ list, text }] : [];
  });
}
