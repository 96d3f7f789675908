/**
 * Asks a program every question once, for its author: what was sent, what came back, and what it
 * means. Saves nothing.
 */
import { showCount } from "../../text/human_units.ts";
import { requestText, type StartedProgram } from "./ask_program.ts";
import { askConvergence, askDetection, type Asked, askMetrics, requestFor } from "./questions.ts";

/** A question, its answer and what the answer means. */
export interface RehearsedStep extends Omit<Asked<unknown>, "answer"> {
  readonly request: "detect" | "metrics" | "convergence";
  /** What the answer means, in one sentence; null if it cannot be used. */
  readonly meaning: string | null;
  /** Values of the answer that were not accepted. */
  readonly doubts: readonly string[];
  readonly tookMs: number;
}

/** Lists the questions that would be sent; runs nothing. */
export function planRehearsal(
  program: Pick<StartedProgram, "project">,
  sinceMs: number,
): Pick<RehearsedStep, "request" | "sent">[] {
  return (["detect", "metrics", "convergence"] as const).map((request) => ({
    request,
    sent: requestText(requestFor(
      program,
      request,
      request === "detect" ? null : sinceMs,
      request === "convergence" ? [] : undefined,
    )),
  }));
}

/**
 * Asks all three questions.
 *
 * @param sinceMs Epoch milliseconds: only later runs count.
 * @returns The steps; without runs to judge, the last is missing.
 */
export async function rehearse(program: StartedProgram, sinceMs: number): Promise<RehearsedStep[]> {
  const detect = await step(
    "detect",
    () => askDetection(program),
    ({ isMatch, evidence }) => `${isMatch ? "It fits" : "It does not fit"}: ${evidence.join("; ")}`,
  );
  let entries: Parameters<typeof askConvergence>[2] = [];
  const metrics = await step("metrics", () => askMetrics(program, sinceMs), (answer) => {
    entries = answer.entries;
    const latest = entries.at(-1);
    const value = latest?.primary ?? "unknown";
    const last = latest === undefined ? "" : `, the last ${latest.identifier} with ${value}`;
    return `${showCount(entries.length, "run")}${last}`;
  });
  if (metrics.problem !== null) return [detect, metrics];
  const convergence = await step(
    "convergence",
    () => askConvergence(program, sinceMs, entries),
    ({ convergence: { shouldContinue, confidence, reason } }) =>
      `${shouldContinue ? "Go on" : "Stop"} (${confidence}): ${reason}`,
  );
  return [detect, metrics, convergence];
}

async function step<T extends object>(
  request: RehearsedStep["request"],
  ask: () => Promise<Asked<T>>,
  explain: (answer: T) => string,
): Promise<RehearsedStep> {
  const began = performance.now();
  const { sent, got, answer, problem } = await ask();
  return {
    request,
    sent,
    got,
    meaning: answer === null ? null : explain(answer),
    problem: problem?.replace(/^the program/, "The program") ?? null,
    doubts: answer !== null && "problems" in answer ? answer.problems as string[] : [],
    tookMs: Math.round(performance.now() - began),
  };
}
