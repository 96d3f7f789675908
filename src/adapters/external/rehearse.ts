/**
 * Asks a user's program all three questions, for `ralph adapters test`: nothing is remembered, and
 * what was sent and answered is kept.
 *
 * @module
 */
import { readConvergenceAnswer, readDetectAnswer, readMetricsAnswer } from "./answers.ts";
import { requestText } from "./ask_program.ts";
import type { ExternalAdapter } from "./adapter.ts";
import type { MetricsEntry } from "../protocol.ts";

/** One question. */
export interface RehearsedStep {
  readonly request: "detect" | "metrics" | "convergence";
  /** The document on the program's standard input. */
  readonly sent: string;
  /** The document that came back; null where none did. */
  readonly got: Readonly<Record<string, unknown>> | null;
  /** What it means, in one sentence; null where it cannot be used. */
  readonly meaning: string | null;
  /** Why it cannot be used. */
  readonly problem: string | null;
  /** What it said that was not believed. */
  readonly doubts: readonly string[];
  /** Milliseconds. */
  readonly tookMs: number;
}

/**
 * What would be sent; nothing runs.
 *
 * @param adapter the adapter
 * @param sinceMs Unix milliseconds
 */
export function planRehearsal(
  adapter: ExternalAdapter,
  sinceMs: number,
): Pick<RehearsedStep, "request" | "sent">[] {
  return [
    { request: "detect", sent: requestText(_detectRequest(adapter)) },
    { request: "metrics", sent: requestText(adapter.request("metrics", sinceMs)) },
    { request: "convergence", sent: requestText(adapter.request("convergence", sinceMs, [])) },
  ];
}

/**
 * Asks all three questions; the caller has looked for consent.
 *
 * @param adapter the adapter
 * @param sinceMs Unix milliseconds: only later runs count
 * @returns the steps until one cannot be used
 */
export async function rehearse(
  adapter: ExternalAdapter,
  sinceMs: number,
): Promise<RehearsedStep[]> {
  let entries: readonly MetricsEntry[] = [];
  const detect = await _step(adapter, "detect", _detectRequest(adapter), (answer) => {
    const read = readDetectAnswer(answer);
    if (typeof read === "string") return { problem: read };
    const { isMatch, evidence } = read;
    return { meaning: `${isMatch ? "It fits" : "It does not fit"}: ${evidence.join("; ")}` };
  });
  const metrics = await _step(adapter, "metrics", adapter.request("metrics", sinceMs), (answer) => {
    const read = readMetricsAnswer(answer, sinceMs);
    if (typeof read === "string") return { problem: read };
    entries = read.entries;
    const latest = entries.at(-1);
    const last = latest === undefined
      ? ""
      : `, the last ${latest.identifier} with ${latest.primary ?? "unknown"}`;
    return { meaning: `${entries.length} runs${last}`, doubts: read.problems };
  });
  if (metrics.problem !== null) return [detect, metrics];
  const request = adapter.request("convergence", sinceMs, entries);
  const convergence = await _step(adapter, "convergence", request, (answer) => {
    const read = readConvergenceAnswer(answer);
    if (read.kind === "broken") return { problem: read.why };
    const { shouldContinue, confidence, reason } = read.convergence;
    return { meaning: `${shouldContinue ? "Go on" : "Stop"} (${confidence}): ${reason}` };
  });
  return [detect, metrics, convergence];
}

function _detectRequest({ project }: ExternalAdapter): Record<string, unknown> {
  return { request: "detect", project, since: null };
}

async function _step(
  adapter: ExternalAdapter,
  request: RehearsedStep["request"],
  document: Readonly<Record<string, unknown>>,
  read: (answer: Readonly<Record<string, unknown>>) => {
    readonly meaning?: string;
    readonly problem?: string;
    readonly doubts?: readonly string[];
  },
): Promise<RehearsedStep> {
  const began = performance.now();
  const answer = await adapter.ask(document);
  const tookMs = Math.round(performance.now() - began);
  const sent = requestText(document);
  const base = { request, sent, meaning: null, problem: null, doubts: [], tookMs };
  return answer.kind === "failed"
    ? { ...base, got: null, problem: `The program ${answer.why}` }
    : { ...base, got: answer.value, ...read(answer.value) };
}
