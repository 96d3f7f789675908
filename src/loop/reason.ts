/** The sentence for each way a loop can end, for other tools and for the user. */
import type { Settings } from "../store/settings/settings.ts";
import type { Reason } from "./decision.ts";
import type { ReasonCode } from "./reasons.ts";
import type { AdapterOpinion, Repetition, Signal } from "./facts.ts";

/** Makes a reason. `brief` is for the user, if the table's words do not say enough. */
function end(code: ReasonCode, sentence: string, brief?: string): Reason {
  return { code, sentence, ...brief !== undefined && { brief } };
}

function nameSignal({ name, confidence }: Signal): string {
  return `${name}, confidence=${confidence.toFixed(2)}`;
}

function plainNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function humanHours(hours: number): string {
  return hours >= 1 ? `${plainNumber(hours)} h` : `${Math.round(hours * 60)} min`;
}

/** Returns the reason for a loop that reached its limit on active hours. */
export function maxRuntimeReached(settings: Pick<Settings, "max_hours">): Reason {
  return end(
    "max-runtime",
    `Maximum runtime (${plainNumber(settings.max_hours)}h) reached`,
    `out of time (${humanHours(settings.max_hours)})`,
  );
}

/** Returns the reason for a loop that reached its limit on continuations. */
export function maxIterationsReached(settings: Pick<Settings, "max_iterations">): Reason {
  return end(
    "max-iterations",
    `Maximum iterations (${settings.max_iterations}) reached`,
    `out of turns (${settings.max_iterations})`,
  );
}

/** Returns the reason for a loop that reached its limit on tokens. */
export function maxTokensReached(maxTokens: number, used: number): Reason {
  return end(
    "max-tokens",
    `Maximum tokens (${maxTokens}) reached: ${used} used`,
    `out of tokens (${used} used of ${maxTokens})`,
  );
}

/** Returns the reason for a loop that reached its limit on cost. */
export function maxCostReached(maxCostUsd: number, usedUsd: number): Reason {
  return end(
    "max-cost",
    `Maximum cost ($${maxCostUsd}) reached: $${usedUsd.toFixed(2)} used`,
    `out of budget ($${usedUsd.toFixed(2)} used of $${maxCostUsd})`,
  );
}

/**
 * Returns the reason for a loop whose task is complete.
 *
 * @param adapter The project's adapter, if it suggests the end too.
 * @param doubt The doubt about the end, such as a validation that did not pass; null without one.
 */
export function taskComplete(
  signal: Signal,
  adapter: AdapterOpinion | null = null,
  doubt: string | null = null,
): Reason {
  const rest = doubt === null ? " and all requirements met" : `, but ${doubt}`;
  const agrees = adapter === null ? "" : `; adapter ${adapter.name} agrees: ${adapter.reason}`;
  return {
    code: "complete",
    sentence: `Task complete (${nameSignal(signal)})${rest}${agrees}`,
    ...doubt === null ? {} : { doubt },
  };
}

/** Returns the reason for a loop that its adapter ends, or suggests to end if there is no task. */
export function converged({ name, reason, confidence }: AdapterOpinion): Reason {
  return end(
    "converged",
    `Converged: ${reason} (adapter ${name}, confidence=${confidence.toFixed(1)})`,
    `done. The adapter ${name} says that the results have converged: ${reason}`,
  );
}

/** Returns the reason for a loop without a task if neither the agent nor the scan finds anything to do. */
export function nothingLeft(phrase: string): Reason {
  return end(
    "complete",
    `Exploration complete: nothing left to work on (the agent said "${phrase}")`,
    `done. Nothing is left to work on (the agent said "${phrase}", and the scan found nothing)`,
  );
}

/** Returns the reason for a loop whose last outputs are similar while nothing changed in the project. */
export function repeating({ kind, outputs }: Repetition, threshold: number): Reason {
  const what = kind === "same"
    ? `${outputs} outputs in a row`
    : `the last ${outputs} outputs repeat each other,`;
  return end(
    "stuck",
    `Loop detected: ${what} >${Math.round(threshold * 100)}% similar, without progress`,
    `stuck. The last ${outputs} answers ${
      kind === "same" ? "were alike" : "repeated the same two or three"
    } and nothing changed (no commit, file or item)`,
  );
}

/** Returns the reason for a loop that a limit ends while its task is complete. */
export function taskCompleteAtLimit(signal: Signal, limit: Reason): Reason {
  return end(
    "complete",
    `Task complete (${nameSignal(signal)}); ${limit.sentence}`,
    `done, and ${limit.brief}`,
  );
}

/** Returns the reason for a loop that a limit ends while its complete task is not verified or validated. */
export function doubtfulAtLimit(limit: Reason, doubt: string): Reason {
  return {
    ...limit,
    sentence: `${limit.sentence}; the task looks complete, but ${doubt}`,
    doubt,
  };
}

/** Returns the reason for a loop that ends for another reason while its task is complete. */
export function overCompleteTask(end: Reason, signal: Signal, doubt: string | null): Reason {
  const but = doubt === null ? "" : `, but ${doubt}`;
  const sentence = `${end.sentence}; the task itself is complete (${nameSignal(signal)})${but}`;
  return { ...end, sentence, ...doubt === null ? {} : { doubt } };
}

/** Returns the reason for a loop whose agent needs a person, and says why. */
export function blockedOn(need: string): Reason {
  return end("blocked", `Blocked, needs a human: ${need}`, `blocked, it needs you: ${need}`);
}

/**
 * Returns the reason for a loop whose agent uses no tool. The client would soon end the turn without a
 * message.
 */
export function onlyTalk(continuations: number): Reason {
  return end(
    "no-tools",
    `No tool call in ${continuations} turns in a row: the agent only talks, and Claude Code would soon end the turn without saying why`,
    `stopped. The agent used no tool in its last ${continuations} answers`,
  );
}

/** Returns the reason for a loop whose background work does not end, whether or not it wakes the session. */
export function waitedInVain(wakes: number, what: string): Reason {
  return end(
    "stuck",
    wakes === 0
      ? `The loop waited for ${what}, which did not end`
      : `Woken ${wakes} times without progress while waiting for ${what}`,
    wakes === 0
      ? `stuck. It waited for ${what}, which did not end`
      : `stuck. It was woken ${wakes} times without progress while it waited for ${what}`,
  );
}

/** Returns the reason for a loop whose verification failed too often. */
export function verificationStuck(command: string, rejections: number): Reason {
  return end(
    "stuck",
    `Verification \`${command}\` rejected ${rejections} times`,
    `stuck. The check \`${command}\` failed ${rejections} times`,
  );
}

/**
 * Returns the reason for a loop that was ended by the kill switch of the project or of its repository's
 * top.
 */
export function killSwitch(path: string): Reason {
  const shown = path.slice(path.lastIndexOf("/.claude/") + 1);
  return end(
    "kill-switch",
    `Loop stopped via kill switch (${shown})`,
    `stopped by the kill switch (${shown})`,
  );
}

/** Returns the reason for a loop that the user asked to stop. */
export function stoppedByUser(): Reason {
  return { code: "stopped-by-user", sentence: "Loop stopped on request (ralph stop)" };
}

/** Returns the reason for a loop whose marker file the user deleted. */
export function disabled(): Reason {
  return end("disabled", "Loop disabled: .claude/loop-enabled was deleted");
}

/** Returns the reason for a loop that ended because ralph itself failed. */
export function internalError(what: string): Reason {
  return end(
    "internal-error",
    `ralph failed, so the stop was allowed: ${what}`,
    `stopped by an error in ralph: ${what}`,
  );
}

/**
 * Describes that a plan lost its items.
 *
 * @param plan The plan's name or path.
 * @param itemsSeen The largest number of items that it had during the loop.
 */
export function describeLostItems(plan: string, itemsSeen: number): string {
  return `${plan} had ${itemsSeen === 1 ? "an item" : `${itemsSeen} items`} and now has none ` +
    "that is open or ticked";
}
