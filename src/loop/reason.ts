/** The sentence for every way a loop can end, as other tools read it and as the user sees it. */
import type { Settings } from "../store/settings/settings.ts";
import type { Reason } from "./decision.ts";
import type { ReasonCode } from "./reasons.ts";
import type { AdapterOpinion, Repetition, Signal } from "./facts.ts";

/** Makes a reason: for other tools, and where the table's words do not say enough, for the user. */
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

/** The loop reached its limit on active hours. */
export function maxRuntimeReached(settings: Pick<Settings, "max_hours">): Reason {
  return end(
    "max-runtime",
    `Maximum runtime (${plainNumber(settings.max_hours)}h) reached`,
    `out of time (${humanHours(settings.max_hours)})`,
  );
}

/** The loop reached its limit on continuations. */
export function maxIterationsReached(settings: Pick<Settings, "max_iterations">): Reason {
  return end(
    "max-iterations",
    `Maximum iterations (${settings.max_iterations}) reached`,
    `out of turns (${settings.max_iterations})`,
  );
}

/** The loop reached its limit on tokens. */
export function maxTokensReached(maxTokens: number, used: number): Reason {
  return end(
    "max-tokens",
    `Maximum tokens (${maxTokens}) reached: ${used} used`,
    `out of tokens (${used} used of ${maxTokens})`,
  );
}

/** The loop reached its limit on cost. */
export function maxCostReached(maxCostUsd: number, usedUsd: number): Reason {
  return end(
    "max-cost",
    `Maximum cost ($${maxCostUsd}) reached: $${usedUsd.toFixed(2)} used`,
    `out of budget ($${usedUsd.toFixed(2)} used of $${maxCostUsd})`,
  );
}

/**
 * The task is complete.
 *
 * @param adapter The project's adapter, if it suggests the end too.
 * @param doubt What speaks against it, such as a validation that did not pass, if anything.
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

/** The project's adapter ends the loop, or suggests it if there is no task. */
export function converged({ name, reason, confidence }: AdapterOpinion): Reason {
  return end(
    "converged",
    `Converged: ${reason} (adapter ${name}, confidence=${confidence.toFixed(1)})`,
    `done. The adapter ${name} says that the results have converged: ${reason}`,
  );
}

/** In a loop without a task, neither the agent nor the scanner finds anything to do. */
export function nothingLeft(phrase: string): Reason {
  return end(
    "complete",
    `Exploration complete: nothing left to work on (the agent said "${phrase}")`,
    `done. Nothing is left to work on (the agent said "${phrase}", and the scan found nothing)`,
  );
}

/** The last outputs are similar, and nothing changed in the project. */
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

/** The task is complete when a limit ends the loop. */
export function taskCompleteAtLimit(signal: Signal, limit: Reason): Reason {
  return end(
    "complete",
    `Task complete (${nameSignal(signal)}); ${limit.sentence}`,
    `done, and ${limit.brief}`,
  );
}

/** A limit ends the loop while the task looks complete, but is not verified or not validated. */
export function doubtfulAtLimit(limit: Reason, doubt: string): Reason {
  return {
    ...limit,
    sentence: `${limit.sentence}; the task looks complete, but ${doubt}`,
    doubt,
  };
}

/** The loop ends for another reason while its task is complete. */
export function overCompleteTask(end: Reason, signal: Signal, doubt: string | null): Reason {
  const but = doubt === null ? "" : `, but ${doubt}`;
  const sentence = `${end.sentence}; the task itself is complete (${nameSignal(signal)})${but}`;
  return { ...end, sentence, ...doubt === null ? {} : { doubt } };
}

/** The agent needs a human, and said for what. */
export function blockedOn(need: string): Reason {
  return end("blocked", `Blocked, needs a human: ${need}`, `blocked, it needs you: ${need}`);
}

/** The agent uses no tool; the client would soon end the turn without a message. */
export function onlyTalk(continuations: number): Reason {
  return end(
    "no-tools",
    `No tool call in ${continuations} turns in a row: the agent only talks, and Claude Code would soon end the turn without saying why`,
    `stopped. The agent used no tool in its last ${continuations} answers`,
  );
}

/** Work in the background does not end, whether or not the session is woken. */
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

/** The verification failed too often. */
export function verificationStuck(command: string, rejections: number): Reason {
  return end(
    "stuck",
    `Verification \`${command}\` rejected ${rejections} times`,
    `stuck. The check \`${command}\` failed ${rejections} times`,
  );
}

/** The user set the kill switch, of the project or of the top of its repository. */
export function killSwitch(path: string): Reason {
  const shown = path.slice(path.lastIndexOf("/.claude/") + 1);
  return end(
    "kill-switch",
    `Loop stopped via kill switch (${shown})`,
    `stopped by the kill switch (${shown})`,
  );
}

/** The user asked for the stop. */
export function stoppedByUser(): Reason {
  return { code: "stopped-by-user", sentence: "Loop stopped on request (ralph stop)" };
}

/** The user deleted the marker file. */
export function disabled(): Reason {
  return end("disabled", "Loop disabled: .claude/loop-enabled was deleted");
}

/** Something in ralph itself failed. */
export function internalError(what: string): Reason {
  return end(
    "internal-error",
    `ralph failed, so the stop was allowed: ${what}`,
    `stopped by an error in ralph: ${what}`,
  );
}

/**
 * Says that a plan lost its items.
 *
 * @param plan Its name or path.
 * @param itemsSeen The most items that it had during the loop.
 */
export function describeLostItems(plan: string, itemsSeen: number): string {
  return `${plan} had ${itemsSeen === 1 ? "an item" : `${itemsSeen} items`} and now has none ` +
    "that is open or ticked";
}
