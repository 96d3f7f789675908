/** What a scan for opportunities takes and gives. */
import type { Places } from "../store/places.ts";
import type { ExploreHead } from "./head.ts";
import type { Opportunity } from "./opportunity.ts";

/** What a scan looks at, and for how long. */
export interface TreeScanRequest {
  readonly places: Places;
  readonly project: string;
  /** Epoch milliseconds, taken before the scan. */
  readonly nowMs: number;
  /** Counts scans, so that each visits another share of the files. */
  readonly turn: number;
  /** When the scan ends, by `performance.now()`; `Infinity` for never. */
  readonly deadline: number;
  /** Whether the scan visits every file instead of a share. */
  readonly isWhole: boolean;
  /** Files of the loop itself, from the project's root: their changes are not an opportunity. */
  readonly ownFiles?: readonly string[];
}

/** The result of a scan. */
export interface TreeScan {
  /** From all checks except tasks; those of the last scan where nothing changed. */
  readonly opportunities: readonly Opportunity[];
  /** Opportunities beyond those: the memory keeps the first 500. */
  readonly cut: number;
  readonly head: ExploreHead;
  readonly files: {
    readonly total: number;
    readonly read: number;
    /** Not read yet: the budget ran out. */
    readonly unread: number;
  };
  /** What could not be saved, one sentence each. */
  readonly problems: readonly string[];
}
