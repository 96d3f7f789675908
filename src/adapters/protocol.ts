/**
 * What an adapter is: it recognizes a project, reads the metrics that the project's own runs leave
 * behind, and says whether going on is worth it.
 *
 * An adapter never throws and never guesses: a metric that cannot be trusted is unknown, with the
 * reason, and unknown never ends a loop.
 *
 * @module
 */
import type { Phase } from "../store/records/loop_record.ts";

/** The kinds of adapters; `universal` is the fallback that has no opinion. */
export type AdapterKind = "alpha-forge" | "declarative" | "external" | "universal";

/** One run of the project, or one row of its results. */
export interface MetricsEntry {
  /** What people call it: the run's folder, the file, the row. */
  readonly identifier: string;
  /** UTC time in ISO 8601, ending in `Z`. */
  readonly timestamp: string;
  /** The number that the project tries to improve; null where it is unknown. */
  readonly primary: number | null;
  /** Further numbers by name; null where one is unknown. */
  readonly secondary: Readonly<Record<string, number | null>>;
}

/** Whether an adapter is meant for a project. */
export interface Detection {
  readonly isMatch: boolean;
  /** What was found or looked for, one short sentence each. */
  readonly evidence: readonly string[];
}

/** How sure an adapter is: no opinion, suggests, decides. */
export type Confidence = 0 | 0.5 | 1;

/** What an adapter thinks of its metrics. */
export interface Convergence {
  readonly shouldContinue: boolean;
  readonly reason: string;
  readonly confidence: Confidence;
  /** Only what the adapter asks for may be worked on. */
  readonly converged: boolean;
}

/** One rule of a convergence, as `ralph adapters explain` shows it. */
export interface RuleOutcome {
  readonly rule: string;
  /** `unknown`: metrics that it needs are missing or not believed, so it says nothing. */
  readonly outcome: "applies" | "does not apply" | "unknown";
  /** The figures it went by. */
  readonly detail: string;
}

/** What an adapter read and concludes. */
export interface Judgement {
  /** The runs that the project left behind since the loop's start, oldest first. */
  readonly entries: readonly MetricsEntry[];
  /** What could not be read or was not believed, one sentence each. */
  readonly problems: readonly string[];
  /** Null where it could not judge; `problem` says why, in one sentence. */
  readonly convergence: Convergence | null;
  /** The rules that the convergence follows from. */
  readonly rules: readonly RuleOutcome[];
  readonly problem: string | null;
}

/** A judgement of nothing. */
export const NO_JUDGEMENT: Judgement = {
  entries: [],
  problems: [],
  convergence: null,
  rules: [],
  problem: null,
};

/** What a prompt is asked for. */
export interface PromptRequest {
  readonly phase: Phase;
  /** The continuation's number, from 1. */
  readonly iteration: number;
  /** For search queries, such as 2026. */
  readonly year: number;
}

/** What an adapter adds to a prompt: a template of ours with its data, or a text as it stands. */
export type PromptAddition =
  | {
    /** File name under `templates/`. */
    readonly template: "alpha-forge-convergence.md" | "alpha-forge-exploration.md";
    /** All that it sees. */
    readonly data: Readonly<Record<string, unknown>>;
  }
  | { readonly text: string };

/** An adapter of one project. */
export interface Adapter {
  readonly name: string;
  readonly kind: AdapterKind;
  /** What the loop is called while this adapter is the project's. */
  readonly sessionMode: string;
  /** Whether the project is one of its kind. */
  detect(): Promise<Detection>;
  /**
   * Reads the metrics and judges them; never throws.
   *
   * @param sinceMs Unix milliseconds; only what is later counts.
   */
  judge(sinceMs: number): Promise<Judgement>;
  /** What it adds to a prompt; null for nothing. */
  promptAdditions(
    request: PromptRequest,
    entries: readonly MetricsEntry[],
    convergence: Convergence,
  ): PromptAddition | null;
}

/**
 * The opinion that changes nothing.
 *
 * @param reason One sentence.
 */
export function noOpinion(reason: string): Convergence {
  return { shouldContinue: true, reason, confidence: 0, converged: false };
}

/**
 * Whether anything is known of a run: one whose results cannot be read does not count as an experiment.
 *
 * @param entry The run.
 * @returns True where at least one metric is known.
 */
export function isKnown({ primary, secondary }: MetricsEntry): boolean {
  return primary !== null || Object.values(secondary).some((value) => value !== null);
}
