/**
 * The interface of adapters. An adapter recognizes a project, reads the metrics of the project's runs,
 * and judges whether continuing is worthwhile.
 *
 * An adapter never throws or guesses: an invalid metric is unknown, with the reason, and unknown
 * metrics never end a loop.
 */
import type { Places } from "../store/places.ts";

/** The context of an adapter. */
export interface AdapterContext {
  readonly project: string;
  readonly places: Places;
  readonly nowMs: number;
}

/** The kinds of adapters; `universal` is the fallback without metrics. */
type AdapterKind = "alpha-forge" | "external" | "universal";

/** A run of the project. */
export interface MetricsEntry {
  /** The run's name for people, such as its folder. */
  readonly identifier: string;
  /** The UTC time in ISO 8601, ending in `Z`. */
  readonly timestamp: string;
  /** The number that the project tries to improve; null for unknown. */
  readonly primary: number | null;
  /** Further numbers by name; null for unknown. */
  readonly secondary: Readonly<Record<string, number | null>>;
}

/** The result of checking whether an adapter matches a project. */
export interface Detection {
  readonly isMatch: boolean;
  /** Signs that were found or searched for, one short sentence each. */
  readonly evidence: readonly string[];
}

/** The weight of a verdict: 0 is no opinion, 0.5 suggests, 1 decides. */
export type Confidence = 0 | 0.5 | 1;

/** An adapter's verdict on the metrics. */
export interface Convergence {
  readonly shouldContinue: boolean;
  readonly reason: string;
  readonly confidence: Confidence;
  /** True if only the work that the adapter asks for is allowed. */
  readonly converged: boolean;
}

/** The metrics that an adapter read, and its verdict. */
export interface Judgement {
  /** The project's runs since the loop's start, oldest first. */
  readonly entries: readonly MetricsEntry[];
  /** Problems with reading and with values, one sentence each. */
  readonly problems: readonly string[];
  /** Null if it could not judge; `problem` says why, in one sentence. */
  readonly convergence: Convergence | null;
  readonly problem: string | null;
  /** Null if it adds nothing. */
  readonly addition: PromptAddition | null;
}

/** A judgement without metrics or verdict. */
export const NO_JUDGEMENT: Judgement = {
  entries: [],
  problems: [],
  convergence: null,
  problem: null,
  addition: null,
};

/** An adapter's addition to prompts: a text, or a built-in template with its data, for exploration. */
export type PromptAddition =
  | {
    /** File name under `templates/`. */
    readonly template: "alpha-forge-convergence.md" | "alpha-forge-exploration.md";
    readonly data: Readonly<Record<string, unknown>>;
  }
  | { readonly text: string };

/** An adapter of a project. */
export interface Adapter {
  readonly name: string;
  readonly kind: AdapterKind;
  /** The user's file, from the project's root; null for a built-in adapter. */
  readonly file: string | null;
  /** Why that file cannot be used, so that it is never asked; null if it can. */
  readonly fault: string | null;
  detect(): Detection | Promise<Detection>;
  /**
   * Reads the metrics and judges them; never throws.
   *
   * @param sinceMs Epoch milliseconds; earlier runs do not count.
   * @param turn The number of the loop's next turn, from 1.
   */
  judge(sinceMs: number, turn: number): Judgement | Promise<Judgement>;
}

/** Makes a verdict without an opinion. @param reason One sentence. */
export function noOpinion(reason: string): Convergence {
  return { shouldContinue: true, reason, confidence: 0, converged: false };
}

/** Checks whether at least one metric of a run is known: otherwise it does not count as an experiment. */
export function isKnown({ primary, secondary }: MetricsEntry): boolean {
  return primary !== null || Object.values(secondary).some((value) => value !== null);
}

/** Counts the runs with at least one known metric. */
export function countKnown(entries: readonly MetricsEntry[]): number {
  return entries.filter(isKnown).length;
}
