/**
 * What the user sees when a loop ends: why, how far the task is, what it took, and what is still
 * open. The sentence for other tools is in the stop record and on standard error.
 */
import { basename } from "../path/path.ts";
import { showText } from "../text/show_text.ts";
import type { Reason, ReasonCode } from "../loop/decision.ts";
import { UNFINISHED_VALIDATION } from "../loop/rules/success_rule.ts";
import { openFindings } from "../loop/validation/validation_score.ts";
import { showCount } from "../text/human_units.ts";
import { showDuration } from "../text/time.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";

/** The name of an end whose reason has no `brief`. */
const HEADS: Readonly<Record<ReasonCode, string>> = {
  "complete": "done",
  "converged": "done, the results have converged",
  "max-runtime": "out of time",
  "max-iterations": "out of turns",
  "max-tokens": "out of tokens",
  "max-cost": "out of budget",
  "stuck": "stuck",
  "blocked": "blocked, it needs you",
  "no-tools": "stopped, since the agent only talked and used no tool",
  "kill-switch": "stopped by the kill switch",
  "stopped-by-user": "stopped, as you asked",
  "disabled": "stopped, since .claude/loop-enabled was deleted",
  "interrupted": "stopped, since you pressed Esc",
  "rate-limited": "stopped by a usage limit",
  "internal-error": "ralph failed, so the stop was allowed",
  "idle-timeout": "stopped, since the agent printed nothing for too long",
  "task-timeout": "stopped, since the agent took too long",
  "agent-failed": "stopped, since the agent failed",
  "plan-error": "stopped, since the plan cannot be read",
  "nothing-to-do": "nothing to do",
};

/** Ends whose sentence says more than the head. */
const WITH_SENTENCE: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  "internal-error",
  "agent-failed",
  "plan-error",
  "rate-limited",
]);

const HEAD_CHARACTERS = 500;
const ITEM_CHARACTERS = 120;
const FINDING_CHARACTERS = 200;
const FINDINGS_SHOWN = 5;
/** The clock time is shown where it exceeds the active time by at least this. */
const LEAST_PAUSE_MS = 60_000;

/**
 * Describes the end of a loop: one line, and one for each finding that is still open.
 *
 * @example
 * `ralph: done. All 12 items of PLAN.md are ticked, validation passed (0.90). 41 turns, 3 h active.`
 */
export function describeEnd(record: LoopRecord, reason: Reason, endedAtMs: number): string {
  const parts = [
    `ralph: ${describeHead(reason)}`,
    describeTaskAtEnd(record, reason),
    describeCost(record, endedAtMs),
  ];
  const line = parts.filter((part) => part !== "").map(endSentence).join(" ");
  return [line, ...describeOpen(record)].join("\n");
}

/** Names the end in a few words: `done`, `out of turns (99)`, with a sentence where that says more. */
export function describeHead({ code, sentence, brief }: Reason): string {
  if (brief !== undefined) return showText(brief, HEAD_CHARACTERS);
  const head = HEADS[code];
  return WITH_SENTENCE.has(code) ? `${head}. ${showText(sentence, HEAD_CHARACTERS)}` : head;
}

function describeTaskAtEnd(record: LoopRecord, { code, sentence }: Reason): string {
  const { focus, items, promised, signals } = record;
  const plan = focus.path === null ? null : showText(basename(focus.path), ITEM_CHARACTERS);
  const isDone = code === "complete" || items !== undefined && items.total > 0 &&
      items.done === items.total;
  const validation = isDone ? describeValidation(record, sentence) : "";
  if (items !== undefined && items.total > 0 && plan !== null) {
    const { done, next, total } = items;
    if (done === total) {
      const all = total === 1 ? `The only item of ${plan} is` : `All ${total} items of ${plan} are`;
      return `${all} ticked${validation}`;
    }
    if (code === "complete" && next === null) {
      return `${done} of ${total} items of ${plan} are ticked, none is open${validation}`;
    }
    const step = next === null ? "" : `; next: ${showText(next, ITEM_CHARACTERS)}`;
    return `${done} of ${showCount(total, "item")} of ${plan} done${step}`;
  }
  if (code !== "complete") return "";
  if (promised !== null || signals.some(({ name }) => name === "promise")) {
    return `The agent declared the task done${validation}`;
  }
  return plan !== null ? `${plan} says that it is done${validation}` : "";
}

function describeValidation({ validation }: LoopRecord, sentence: string): string {
  const { ended, round, score } = validation;
  const shown = (score ?? 0).toFixed(2);
  if (ended === "score") return `, validation passed (${shown})`;
  if (ended !== null) return `, but the validation was not passed (${shown}): read it over`;
  if (round > 0) return ", but the validation was not finished: read it over";
  // The record does not say whether a validation was due; the end does.
  return sentence.includes(UNFINISHED_VALIDATION)
    ? ", but the validation did not begin: read it over"
    : "";
}

function describeCost(record: LoopRecord, endedAtMs: number): string {
  const activeMs = record.accumulatedRuntimeMs;
  const clockMs = endedAtMs - record.startedAt;
  const isLonger = clockMs - activeMs >= Math.max(LEAST_PAUSE_MS, activeMs / 10);
  const turns = record.iteration === 0 ? "" : `${showCount(record.iteration, "turn")}, `;
  return `${turns}${showDuration(activeMs)} active` +
    (isLonger ? ` (${showDuration(clockMs)} on the clock)` : "");
}

function describeOpen({ validation }: LoopRecord): string[] {
  const open = openFindings(validation);
  if (open.length === 0) return [];
  const shown = open.slice(0, FINDINGS_SHOWN).map(({ severity, text }) =>
    `- ${showText(severity, 24)}: ${showText(text, FINDING_CHARACTERS)}`
  );
  const rest = open.length - shown.length;
  return [
    `${showCount(open.length, "finding")} of the validation ${
      open.length === 1 ? "is" : "are"
    } still open:`,
    ...shown,
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ];
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
