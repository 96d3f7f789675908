/**
 * How a run's work is reviewed, and what came of it.
 *
 * @module
 */
import type { Finding } from "../../loop/facts.ts";
import type { Agent } from "../agents/choose_agent.ts";

/** How a run's work is reviewed. */
export interface ReviewSettings {
  readonly agent: Agent;
  /** How often findings go back to a worker. */
  readonly rounds: number;
}

/** Findings that go back to a worker. */
export interface SentBack {
  /** The item's text; null for the whole plan. */
  readonly item: string | null;
  readonly findings: readonly Finding[];
}

/** What came of the reviews of one item, or of the whole plan. */
export interface ReviewRecord {
  /** The item's text; null for the whole plan. */
  readonly item: string | null;
  /** Reviews that count. */
  readonly reviews: number;
  /** Findings of the last review: those that were left open. */
  readonly open: readonly Finding[];
  /** Why the last review does not count; null if it does. */
  readonly missing: string | null;
  /** How long rate limits of its reviewers were waited for. */
  readonly waitedMs: number;
}
