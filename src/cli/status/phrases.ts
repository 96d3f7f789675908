/** Words that all renderings of the status share. Pure. */
import type { Instruction } from "../../loop/decision.ts";
import { type StateCode, STATES } from "../../lifecycle/view/state_view.ts";
import type { BlockRow } from "../../text/block.ts";
import type { Style } from "../core/style.ts";
import { listCost, nameEnd } from "../../lifecycle/view/end_line.ts";
import type { EndedLoop } from "../../lifecycle/view/ended.ts";
import { showAmount, showCount } from "../../text/human_units.ts";
import { showAge, showDuration } from "../../text/time.ts";
import { shortenLine } from "../view/task_lines.ts";
import type { View } from "../core/context.ts";
import type { LoopStatus, Status } from "./facts.ts";

/** Names the state for people: `WAITING FOR YOU`. */
export function nameState(code: StateCode): string {
  if (code === "silent") return "WORKING?";
  return code === "none" ? "NO LOOP" : code.replaceAll("_", " ").toUpperCase();
}

/** Makes the first rows of every block: the state, and the next step. */
export function headRows(
  code: StateCode,
  text: string,
  howToContinue: string | null,
  style: Style,
): BlockRow[] {
  const markLabel = (name: string) => style.bold(style[STATES[code].tone](name));
  const next = howToContinue === null
    ? []
    : [{ label: "", text: `→ ${howToContinue}`, markText: style.bold }];
  const [only] = text === "" ? next : [];
  return only === undefined
    ? [{ label: nameState(code), text, markLabel }, ...next]
    : [{ ...only, label: nameState(code), markLabel }];
}

/** Returns the sentence of an end without its state, if another sentence follows. */
export function afterState(code: StateCode, text: string): string {
  return text.replace(new RegExp(`^${code}[.,:] (?=.)`, "i"), "");
}

/**
 * Describes the state, to follow its name: its start, the activity, and the last sign of life.
 *
 * @param view The present in epoch milliseconds, and the renderer of instants.
 */
export function describeStateLine(
  { state, loop, ended }: Status,
  { nowMs, showTime }: Pick<View, "nowMs" | "showTime">,
): string {
  const { code, since } = state;
  const ageMs = nowMs - (since ?? nowMs);
  const when = since === null || code === "working"
    ? ""
    : loop === null
    ? `${showTime(since)}, ${showAge(ageMs)}: `
    : `since ${showTime(since)} (${showDuration(ageMs)}): `;
  // Its effort has its own row, and the name of the state is on the same line.
  const end = ended?.record?.lastDecision ?? null;
  const what = (end === null ? state.what : nameEnd(end)).replace(
    new RegExp(`^${code}\\b[.,:]? *`, "i"),
    "",
  );
  const sign = code === "working" && loop !== null
    ? ` · last sign ${showAge(nowMs - loop.lastSign.atMs)}`
    : "";
  return `${when}${shortenLine(what, 400)}${sign}`;
}

/** Makes the row of an ended loop's turns and time; empty if its record cannot be read. */
export function describeUsed({ record, endedAt }: EndedLoop): [string, string][] {
  const end = record?.lastDecision ?? null;
  if (record === null || end === null) return [];
  const { tokens } = record.usage;
  const used = [
    ...listCost(record, endedAt ?? end.at),
    ...tokens === null ? [] : [`${showAmount(tokens)} tokens`],
  ];
  return [["used", used.join(" · ")]];
}

/** Describes optional facts as labelled lines, without those that do not apply. */
export function describeWork(loop: LoopStatus): [string, string][] {
  const { validation, idle, adapter, phase, verifyRejections: rejections } = loop.record;
  const lines: [string, string][] = [];
  const { validation_rounds: rounds } = loop.limits;
  // The user can ask for more rounds than a cycle has.
  const of = validation.round > rounds ? "" : ` of ${rounds}`;
  const round = `round ${validation.round}${of}`;
  if (validation.forced !== null && validation.roundBeganMs === null) {
    const what = validation.forced === "all" ? "all rounds" : round;
    lines.push(["validation", `${what} asked for; the agent does not know yet`]);
  } else if (phase === "validation") lines.push(["validation", round]);
  else if (phase === "exploration") lines.push(["phase", "exploration"]);
  for (const { round, severity, text } of validation.findings) {
    lines.push(["finding", `${severity}: ${text} (round ${round})`]);
  }
  if (rejections > 0) {
    const times = showCount(rejections, "time");
    lines.push(["verification", `failed ${times} without progress`]);
  }
  if (idle !== null) {
    lines.push(["idle", `said "${idle.phrase}"; looks for other work`]);
  }
  if (adapter !== null) {
    const opinion = adapter.confidence > 0
      ? adapter.shouldContinue ? "continue" : "stop"
      : "no opinion";
    const metrics = showCount(adapter.metrics, "metric");
    lines.push(["adapter", `${adapter.name}: ${opinion}, ${metrics}: ${adapter.reason}`]);
  }
  if (loop.unhonoured !== null) lines.push(["not continued", loop.unhonoured.sentence]);
  return lines;
}

/** Names the findings that a loop left open, one line each. */
export function nameFindings(
  findings: readonly { readonly severity: string; readonly text: string }[],
): string[] {
  return findings.map(({ severity, text }) => `${severity}: ${shortenLine(text, 300)}`);
}

const INSTRUCTIONS: Readonly<Record<Instruction["kind"], string>> = {
  work: "continue the work",
  explore: "explore what else could be done",
  validate: "validate what was done",
  "use-a-tool": "use a tool",
  "confirm-completion": "confirm that the task is complete",
  "verification-failed": "fix what makes the check fail",
  "run-verification": "run the checks",
};

/**
 * Names the instruction that the agent got.
 *
 * @param code The code of a decision to continue.
 * @returns Null for a code of another version.
 */
export function nameInstruction(code: string | null): string | null {
  return Object.entries(INSTRUCTIONS).find(([kind]) => kind === code)?.[1] ?? null;
}
