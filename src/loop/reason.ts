/**
 * The sentence for every way a loop can end, in the seeds' style (seed 001, design §4).
 *
 * @module
 */
import type { Settings } from "../store/settings.ts";
import type { Reason } from "./decision.ts";
import type { Signal } from "./facts.ts";

/** Prints a number of hours as the seeds do: `9`, `0.167`, never with a needless fraction. */
function plainNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** The limit on active hours. */
export function maxRuntimeReached(settings: Settings): Reason {
  return {
    code: "max-runtime",
    sentence: `Maximum runtime (${plainNumber(settings.max_hours)}h) reached`,
  };
}

/** The limit on continuations. */
export function maxIterationsReached(settings: Settings): Reason {
  return {
    code: "max-iterations",
    sentence: `Maximum iterations (${settings.max_iterations}) reached`,
  };
}

/** The limit on tokens. */
export function maxTokensReached(maxTokens: number, used: number): Reason {
  return { code: "max-tokens", sentence: `Maximum tokens (${maxTokens}) reached: ${used} used` };
}

/** The limit on money. */
export function maxCostReached(maxCostUsd: number, usedUsd: number): Reason {
  return {
    code: "max-cost",
    sentence: `Maximum cost ($${maxCostUsd}) reached: $${usedUsd.toFixed(2)} used`,
  };
}

/** The task is complete and nothing else was asked for. */
export function taskComplete(signal: Signal): Reason {
  const confidence = signal.confidence.toFixed(2);
  return {
    code: "complete",
    sentence: `Task complete (${signal.name}, confidence=${confidence}) and all requirements met`,
  };
}

/** The task is complete when a limit ends the loop. */
export function taskCompleteAtLimit(signal: Signal, limit: Reason): Reason {
  const confidence = signal.confidence.toFixed(2);
  return {
    code: "complete",
    sentence: `Task complete (${signal.name}, confidence=${confidence}); ${limit.sentence}`,
  };
}

/** The agent said in the agreed form that it needs a human. */
export function blockedOn(need: string): Reason {
  return { code: "blocked", sentence: `Blocked, needs a human: ${need}` };
}

/** The client would override the next continuation without telling anyone (contract §1.6). */
export function onlyTalk(continuations: number): Reason {
  return {
    code: "no-tools",
    sentence:
      `No tool call in ${continuations} continuations in a row: the agent only talks, and the client would soon end the turn without a word`,
  };
}

/** A wait for work in the background that no wake brought forward. */
export function waitedInVain(wakes: number, what: string): Reason {
  return {
    code: "stuck",
    sentence: `Stuck: woken ${wakes} times without progress while waiting for ${what}`,
  };
}

/** The user's verification was rejected too often. */
export function verificationStuck(command: string, rejections: number): Reason {
  return {
    code: "stuck",
    sentence: `Stuck: verification \`${command}\` rejected ${rejections} times`,
  };
}

/** The kill switch exists. */
export function killSwitch(path: string): Reason {
  return { code: "kill-switch", sentence: `Loop stopped via kill switch (${path})` };
}

/** A stop was asked for. */
export function stoppedByUser(): Reason {
  return { code: "stopped-by-user", sentence: "Loop stopped on request (ralph stop)" };
}

/** The user deleted the marker file. */
export function disabled(): Reason {
  return {
    code: "disabled",
    sentence: "Loop disabled: .claude/loop-enabled was deleted",
  };
}

/** Something of ours failed; the user is let go. */
export function internalError(what: string): Reason {
  return { code: "internal-error", sentence: `ralph could not decide and let go: ${what}` };
}
