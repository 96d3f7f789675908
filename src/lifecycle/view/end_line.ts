/**
 * The description of an end for the user: why, how far the task is, what it took, and what is still
 * open. The sentence for other tools is in the stop record and on standard error.
 */
import { basename } from "../../system/path.ts";
import { quoteCommands } from "../../text/shell_word.ts";
import { showText } from "../../text/show_text.ts";
import { fitList, nameFirst } from "../../text/shorten.ts";
import type { Reason } from "../../loop/decision.ts";
import { describeLostItems } from "../../loop/reason.ts";
import { type ReasonRow, REASONS } from "../../loop/reasons.ts";
import { findingsLeftOpen } from "../../loop/validation/validation_score.ts";
import { showCount } from "../../text/human_units.ts";
import { isClockLonger, showDuration } from "../../text/time.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";

const HEAD_CHARACTERS = 500;
const WHY_CHARACTERS = 800;
const ITEM_CHARACTERS = 120;
const FINDING_CHARACTERS = 200;
const FINDINGS_SHOWN = 5;
const REMOVED_SHOWN = 5;

/** How the record of a loop, its journal and the history keep an end. */
interface KeptEnd {
  /** As other tools read it. */
  readonly sentence: string;
  /** As {@linkcode describeWhy} described it; missing in the records of earlier versions. */
  readonly brief?: string | undefined;
}

/**
 * Describes why a loop ended and how far its task is. The records keep it, so that everything that
 * looks back shows the same.
 *
 * @example
 * `done. All 12 items of PLAN.md are ticked, validation passed. Checks passed: \`npm test\``
 */
export function describeWhy(record: LoopRecord, reason: Reason): string {
  // A run's own sentence says what was verified, and why it failed.
  const head = record.driver === "runner" ? reason.brief ?? reason.sentence : describeHead(reason);
  const { checkout, passed = [] } = reason;
  const place = checkout === undefined ? "" : showText(checkout, WHY_CHARACTERS);
  const checks = passed.length > 0
    ? `Checks passed${place === "" ? "" : ` in ${place}`}: ${quoteCommands(passed)}`
    : place === ""
    ? ""
    : `This is the state of ${place}`;
  return [head, describeTaskAtEnd(record, reason), checks].filter((part) => part !== "")
    .reduce((before, part) => `${endSentence(before)} ${part}`);
}

/** Names an end as its record keeps it. */
export function nameEnd({ brief, sentence }: KeptEnd): string {
  return showText(brief ?? sentence, WHY_CHARACTERS);
}

/**
 * Describes the end of a loop in a line: why, how far the task is, and what it took.
 *
 * @param why As {@linkcode describeWhy} describes it.
 * @example
 * `done. All 12 items of PLAN.md are ticked, validation passed. 41 turns, 3 h active.`
 */
export function describeEnd(record: LoopRecord, why: string, endedAtMs: number): string {
  return `${endSentence(why)} ${listCost(record, endedAtMs).join(", ")}.`;
}

/** Names the end in a few words: `done`, `out of turns (99)`, with a sentence if that says more. */
export function describeHead({ code, sentence, brief }: Reason): string {
  if (brief !== undefined) return showText(brief, HEAD_CHARACTERS);
  const { head, saysMore }: ReasonRow = REASONS[code];
  return saysMore === true ? `${head}. ${showText(sentence, HEAD_CHARACTERS)}` : head;
}

function describeTaskAtEnd(record: LoopRecord, reason: Reason): string {
  const task = describeProgressAtEnd(record, reason);
  return task === "" ? "" : `${task}${nameRemoved(record.planSeen.ledger?.gone ?? [])}`;
}

/** Names the items that were removed while they were open. */
export function nameRemoved(gone: readonly string[]): string {
  if (gone.length === 0) return "";
  const quote = (title: string) => `"${showText(title, ITEM_CHARACTERS)}"`;
  return `; ${gone.length} removed unfinished: ${nameFirst(gone, REMOVED_SHOWN, quote)}`;
}

function describeProgressAtEnd(record: LoopRecord, reason: Reason): string {
  const { driver, focus, items, planSeen, promised, signals } = record;
  const isComplete = reason.code === "complete" || reason.doubt !== undefined;
  // A run's sentence says it.
  if (isComplete && driver === "runner") return "";
  const plan = focus.path === null ? null : showText(basename(focus.path), ITEM_CHARACTERS);
  const isDone = isComplete || items !== undefined && items.total > 0 &&
      items.done === items.total;
  const validation = isDone ? describeValidation(record, reason) : "";
  if (items !== undefined && items.total > 0 && plan !== null) {
    const { done, leftOut, next, total } = items;
    const rest = (leftOut?.parts ?? []).map((part) => `; ${part}`).join("");
    if (done === total) {
      const gone = planSeen.ledger?.gone.length ?? 0;
      const all = total + (leftOut?.items ?? 0) + gone;
      return `${countTicked(done, all, plan)}${validation}${rest}`;
    }
    if (isComplete && next !== null && record.completionAsked !== null) {
      const open = `${total - done} left open, first: ${showText(next, ITEM_CHARACTERS)}`;
      return `${plan} says that it is done, but ${
        countTicked(done, total, null)
      }; ${open}${validation}${rest}`;
    }
    if (isComplete && next === null) {
      return `${done} of ${total} items of ${plan} are ticked, none is open${validation}`;
    }
    const step = next === null ? "" : `; next: ${showText(next, ITEM_CHARACTERS)}`;
    return `${done} of ${showCount(total, "item")} of ${plan} done${step}`;
  }
  if (!isComplete) {
    const isLost = plan !== null && items !== undefined && planSeen.items > 0;
    return isLost ? describeLostItems(plan, planSeen.items) : "";
  }
  if (promised !== null || signals.some(({ name }) => name === "promise")) {
    return `The agent declared the task done${validation}`;
  }
  return plan !== null ? `${plan} says that it is done${validation}` : "";
}

/**
 * Counts the ticked items of a plan: `All 12 items of PLAN.md are ticked`, `22 of 25 items are ticked`.
 *
 * @param plan The plan's name; null if it need not be named.
 */
export function countTicked(done: number, total: number, plan: string | null): string {
  const of = plan === null ? "" : ` of ${plan}`;
  if (done < total) {
    return `${done} of ${showCount(total, "item")}${of} ${done === 1 ? "is" : "are"} ticked`;
  }
  return total === 1 ? `The only item${of} is ticked` : `All ${total} items${of} are ticked`;
}

/** Describes the validation of a task that looks complete: findings left open, or another doubt. */
function describeValidation(record: LoopRecord, reason: Reason): string {
  const { ended, round } = record.validation;
  if (reason.doubt !== undefined) return `, but ${reason.doubt}: read it over`;
  const count = findingsLeftOpen(record).length;
  const open = count === 0 ? "" : `, ${showCount(count, "finding")} left open`;
  if (ended === "score") return `, validation passed${open}`;
  // A stop that you asked for has no doubt of its own.
  if (ended === null && round === 0) return "";
  const how = ended === null ? "finished" : "passed";
  return `, but its validation was not ${how}${open}: read it over`;
}

/** Lists what a loop took: its turns, and its time. */
export function listCost(record: LoopRecord, endedAtMs: number): string[] {
  const { accumulatedRuntimeMs: activeMs, iteration, startedAt } = record;
  const clockMs = endedAtMs - startedAt;
  const clock = isClockLonger(clockMs, activeMs) ? ` (${showDuration(clockMs)} on the clock)` : "";
  return [
    ...iteration === 0 ? [] : [showCount(iteration, "turn")],
    `${showDuration(activeMs)} active${clock}`,
  ];
}

/** Lists the findings that are still open, after a line that counts them; empty without any. */
export function describeOpen(record: LoopRecord): string[] {
  const open = findingsLeftOpen(record);
  if (open.length === 0) return [];
  return [
    `${showCount(open.length, "finding")} of the validation ${
      open.length === 1 ? "is" : "are"
    } still open:`,
    ...fitList(
      open,
      FINDINGS_SHOWN,
      ({ severity, text }) => `- ${showText(severity, 24)}: ${showText(text, FINDING_CHARACTERS)}`,
    ),
  ];
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
