/** The text of `status --classic`: the blocks that other programs and older habits know. Pure. */
import { nameCommand, type Place } from "../../text/command_name.ts";
import { renderInstant } from "../../text/instant.ts";
import { renderGuidance } from "../../guidance/overview.ts";
import { renderRunStatus } from "./run_status.ts";
import { shortenLine } from "../view/task_lines.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { LoopStatus, Status } from "./facts.ts";

/** Silence that is worth a line, in hours. */
const SILENCE_SHOWN_HOURS = 1;

/** Renders the status in the blocks of earlier versions. */
export function renderClassic(status: Status, place: Place): string {
  return [
    ...describeLoop(status),
    ...describeGuidance(status),
    ...status.loop === null ? [] : describeTime(status.loop, place),
    ...describeLastStop(status),
  ].join("\n");
}

function describeLoop({ project, hooks, loop, damage, killSwitch }: Status): string[] {
  const lines = ["=== Ralph Loop Status ===", `Project: ${project}`];
  if (loop !== null) {
    lines.push(`Status: ${loop.record.state.toUpperCase()}`, ...describeWork(loop));
  } else if (damage !== null) {
    lines.push(`Status: DAMAGED (${damage})`, "Sessions may end; 'ralph stop' removes it.");
  } else lines.push("Status: INACTIVE (no loop here)");
  if (killSwitch !== null) {
    lines.push(`Kill switch: TRIGGERED (${killSwitch}), the loop ends at its next event`);
  }
  lines.push(
    `Hooks: ${hooks.state.replaceAll("-", " ")}`,
    ...hooks.problems.map((problem) => `  ${problem}`),
  );
  return lines;
}

function describeWork(loop: LoopStatus): string[] {
  const { completion, pauseText, unhonoured, usage, record } = loop;
  const { focus, task, validation, idle, adapter, lastDecision: decision } = record;
  const rejected = record.verifyRejections;
  return [
    ...loop.header.split("\n"),
    ...describeOwner(loop),
    pauseText && `Pause: ${pauseText}`,
    focus.path && `Focus file (via ${focus.method}): ${focus.path}`,
    completion.total > 0 && `Items: ${completion.done} of ${completion.total} done`,
    ...focus.candidates.map((path) => `Focus candidate (via ${focus.method}): ${path}`),
    task && `Task: ${shortenLine(task)}`,
    ...completion.signals.map(({ name, confidence, detail }) =>
      `Signal: ${name} (${confidence.toFixed(2)}): ${detail}`
    ),
    ...describeForced(validation),
    ...validation.findings.map(({ round, severity, text }) =>
      `Finding (round ${round}, ${severity}): ${text}`
    ),
    rejected > 0 && `Verification: rejected ${rejected} times without progress`,
    idle && `Idle: the agent said "${idle.phrase}"; it explores until something moves`,
    ...describeQuietAdapter(adapter),
    `Tokens: ${usage.tokens ?? "unknown"}`,
    decision &&
    `Last decision: ${decision.kind} (${decision.code}) at ${renderInstant(decision.at)}`,
    unhonoured && `Not continued: ${unhonoured.sentence} (${renderInstant(unhonoured.at)})`,
    ...loop.messages,
  ].filter((line) => typeof line === "string");
}

/** A validation that was asked for and not yet sent to the agent. */
function describeForced({ forced, round, roundBeganMs: begun }: LoopRecord["validation"]) {
  if (forced === null || begun !== null) return [];
  const what = forced === "all" ? "all rounds" : `round ${round}`;
  return [`Validation asked for: ${what}; the agent does not know yet`];
}

/** An adapter without opinion; the header shows the others. */
function describeQuietAdapter(adapter: LoopRecord["adapter"]): string[] {
  if (adapter === null || adapter.confidence > 0) return [];
  return [
    `Adapter: ${adapter.name}, metrics: ${adapter.metrics}, no opinion: ${adapter.reason}`,
  ];
}

function describeOwner(loop: LoopStatus): string[] {
  if (loop.run !== null) return renderRunStatus(loop.run);
  const { ownerSession: session, sessionsSeen: seenIds, turn } = loop.record;
  if (session === null) {
    const seen = seenIds.map((id) => `  ralph start --resume --session ${id}`);
    const next = seen.length === 0 ? "begins here, or gets a prompt here," : "gets a prompt here";
    return [
      `Session: not yet; the next session that ${next} takes the loop`,
      ...(seen.length === 0 ? [] : ["Sessions seen here meanwhile; to name one:", ...seen]),
    ];
  }
  const silence = loop.silentHours >= SILENCE_SHOWN_HOURS
    ? `, silent for ${loop.silentHours.toFixed(1)}h`
    : "";
  const gone = loop.sessionProcess === "gone" ? " (its process is gone: ralph start --resume)" : "";
  return [`Session: ${session}, turn ${turn.state}${silence}${gone}`];
}

function describeGuidance({ guidance, guidanceProblems: problems }: Status): string[] {
  const lines = renderGuidance(guidance, problems);
  return lines.length === 0 ? [] : ["", "=== Current Guidance ===", ...lines];
}

function describeTime(
  { runtimeHours: runtime, wallHours: wall }: LoopStatus,
  place: Place,
): string[] {
  return [
    "",
    "=== Time Tracking ===",
    `Runtime (CLI active): ${runtime.toFixed(2)}h`,
    `Wall-clock (since start): ${wall.toFixed(2)}h`,
    "",
    "Note: Runtime = actual CLI working time (pauses excluded)",
    `      Wall-clock = calendar time since ${nameCommand("start", place)}`,
  ];
}

function describeLastStop({ lastStop: stop }: Status): string[] {
  if (stop === null) return [];
  return [
    "",
    "=== Last Stop Reason ===",
    `Type: ${stop.type === "hard" ? "HARD STOP" : "Normal"}`,
    `Reason: ${stop.reason}`,
    `Time: ${stop.timestamp}`,
    `Session: ${stop.sessionId === "unknown" ? "unknown" : `${stop.sessionId.slice(0, 8)}...`}`,
  ];
}
