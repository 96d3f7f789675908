/**
 * Finds the turns of a recorded session: where the client sent a Stop event, and what is known there.
 *
 * A transcript has no line for a Stop event. The end of a turn is the agent's last text, and it is
 * certain once the client noted its hooks, a prompt came, or the recording ends.
 */
import { asFields, asList, asText, type Fields } from "../../evidence/transcript/fields.ts";
import { classifyUserEntry } from "../../evidence/transcript/prompts.ts";
import { Scan } from "../../evidence/transcript/scan.ts";
import { contentOf, timeOf } from "../../evidence/transcript/tool_calls.ts";
import { BackgroundWork } from "./background_work.ts";
import { findPlanIn, readBriefing } from "./briefing.ts";
import { ProjectView } from "./project_view.ts";
import type { RecordedLimits } from "./recorded_limits.ts";
import type { RecordedStart, RecordedStop } from "./recorded_stop.ts";
import type { SubagentReader } from "./subagents.ts";
import { CallPairs } from "./tool_results.ts";

/** What a line of the recording brought to light. */
export type TurnEvent =
  | { readonly kind: "start"; readonly start: RecordedStart }
  | { readonly kind: "stop"; readonly stop: RecordedStop };

/** The agent's last text, after which its turn may have ended. */
interface LastText {
  readonly messageId: string | null;
  readonly text: string;
  readonly atMs: number;
  /** Whether the model ended its answer there; otherwise the client may have continued it. */
  readonly isEnd: boolean;
}

/** Reasons of the API for an answer that ends a turn; older clients wrote none. */
const ENDS_TURN = new Set([null, "end_turn", "stop_sequence", "refusal"]);

/** Reads the main conversation line by line. */
export class TurnReader {
  readonly #project = new ProjectView();
  readonly #calls = new CallPairs();
  readonly #background = new BackgroundWork();
  #scan = new Scan(0);
  #last: LastText | null = null;
  #promptId: string | null = null;
  #hasPrompt = true;
  #permissionMode: string | null = null;
  #isAttended = true;
  #stops = 0;
  #hasStarted = false;
  #limits: RecordedLimits | null = null;
  #adapter: string | null = null;

  /**
   * @param named The plan, where the caller names it; null to take the one that the recording shows.
   * @param subagents The session's subagents, which write files of their own.
   */
  constructor(
    readonly named: string | null,
    readonly subagents: Pick<SubagentReader, "readUntil">,
  ) {}

  /** Adds a line's object and returns what it brought to light, in order. */
  add(entry: Fields): TurnEvent[] {
    const isMain = entry["isSidechain"] !== true;
    const events = isMain ? this.#closeBefore(entry) : [];
    this.#scan.addEntry(entry);
    this.#background.noteLine(entry);
    if (entry["type"] === "assistant") this.#calls.noteAgent(entry);
    if (entry["type"] === "user") this.#noteResults(entry);
    if (!isMain) return events;
    this.#noteSession(entry);
    switch (entry["type"]) {
      case "assistant":
        this.#noteAnswer(entry);
        break;
      case "user":
        events.push(...this.#noteUser(entry));
        break;
      case "attachment":
        events.push(...this.#noteAttachment(entry));
        break;
      case "system":
        if (isEndOfTurn(entry)) events.push(...this.#stopHere());
    }
    return events;
  }

  /** Ends the recording: an answer at its very end was a Stop. */
  finish(): TurnEvent[] {
    return this.#last?.isEnd === true ? this.#stopHere() : [];
  }

  /** A prompt, or the next answer, proves that the turn before it had ended. */
  #closeBefore(entry: Fields): TurnEvent[] {
    const last = this.#last;
    if (last === null) return [];
    if (entry["type"] === "assistant") {
      const isNext = idOf(entry) !== last.messageId;
      return isNext && last.isEnd ? this.#stopHere() : [];
    }
    if (entry["type"] !== "user" || hasResult(entry) || entry["isCompactSummary"] === true) {
      return [];
    }
    if (classifyUserEntry(entry) === "interruption") {
      // Esc ends a turn without a Stop event.
      this.#last = null;
      return [];
    }
    return this.#stopHere();
  }

  #noteSession(entry: Fields): void {
    this.#permissionMode = asText(entry["permissionMode"]) ?? this.#permissionMode;
    const cwd = asText(entry["cwd"]);
    if (cwd !== null) {
      this.#project.setRoot(cwd);
      if (this.named !== null) this.#project.setPlan(this.named);
    }
    const entrypoint = asText(entry["entrypoint"]);
    if (entrypoint !== null) this.#isAttended = !entrypoint.startsWith("sdk");
  }

  #noteResults(entry: Fields): void {
    for (const call of this.#calls.finish(entry)) {
      this.#background.noteCall(call);
      this.#project.note(call);
    }
  }

  #noteAnswer(entry: Fields): void {
    this.#choosePlan(findPlanIn(entry));
    const atMs = timeOf(entry);
    if (atMs === null) return;
    if (entry["isApiErrorMessage"] === true) {
      this.#last = null;
      return;
    }
    for (const block of contentOf(entry)) {
      if (block["type"] === "tool_use") this.#last = null;
      const text = block["type"] === "text" ? asText(block["text"]) : null;
      if (text === null) continue;
      const reason = asText(asFields(entry["message"])?.["stop_reason"]);
      this.#last = { messageId: idOf(entry), text, atMs, isEnd: ENDS_TURN.has(reason) };
    }
  }

  #noteUser(entry: Fields): TurnEvent[] {
    if (hasResult(entry)) return [];
    const promptId = asText(entry["promptId"]);
    const kind = classifyUserEntry(entry);
    if (promptId === null ? kind === "prompt" : promptId !== this.#promptId) this.#hasPrompt = true;
    this.#promptId = promptId ?? this.#promptId;
    const [text = ""] = contentOf(entry).map((block) => asText(block["text"]) ?? "");
    const briefing = readBriefing(text);
    this.#choosePlan(briefing?.plan ?? null);
    if (briefing?.hasOpenItems === true) this.#project.noteOpenItems();
    this.#limits ??= briefing?.limits ?? null;
    this.#adapter ??= briefing?.adapter ?? null;
    const atMs = timeOf(entry);
    if (this.#hasStarted || kind !== "prompt" || atMs === null) return [];
    return [this.#begin(atMs, text, false)];
  }

  #noteAttachment(entry: Fields): TurnEvent[] {
    this.#choosePlan(findPlanIn(entry));
    const attachment = asFields(entry["attachment"]);
    if (attachment?.["type"] !== "hook_additional_context") return [];
    const content = attachment["content"];
    const text = typeof content === "string" ? content : asList(content).join("\n");
    const briefing = readBriefing(text);
    if (briefing === null) return [];
    if (briefing.plan !== null && this.named === null) this.#project.setPlan(briefing.plan);
    if (briefing.hasOpenItems) this.#project.noteOpenItems();
    if (briefing.isStart) this.#limits = this.#adapter = null;
    this.#limits ??= briefing.limits;
    this.#adapter ??= briefing.adapter;
    const atMs = timeOf(entry);
    if (!briefing.isStart || atMs === null || attachment["hookEvent"] === "Stop") return [];
    return [this.#begin(atMs, briefing.task, true)];
  }

  #begin(atMs: number, task: string | null, isMarked: boolean): TurnEvent {
    this.#hasStarted = true;
    this.#stops = 0;
    return { kind: "start", start: { atMs, project: this.#project.root, task, isMarked } };
  }

  /** The first plan that a session works on stays its plan. */
  #choosePlan(path: string | null): void {
    if (path !== null && this.#project.plan === null) this.#project.setPlan(path);
  }

  #stopHere(): TurnEvent[] {
    const last = this.#last;
    if (last === null) return [];
    const subagents = this.subagents.readUntil(last.atMs);
    for (const scan of subagents.scans) this.#scan.addSubagent(scan);
    for (const call of subagents.calls) this.#project.note(call);
    const reading = this.#scan.result();
    const beganMs = reading.pointsMs.reduce((left, right) => Math.min(left, right), last.atMs);
    const events = this.#hasStarted ? [] : [this.#begin(beganMs, null, false)];
    const stop: RecordedStop = {
      number: ++this.#stops,
      atMs: last.atMs,
      message: last.text,
      stopHookActive: !this.#hasPrompt,
      isAttended: this.#isAttended,
      permissionMode: this.#permissionMode,
      reading,
      background: this.#background.running,
      project: this.#project.snapshot(),
      limits: this.#limits,
      adapter: this.#adapter,
    };
    this.#scan = new Scan(0);
    this.#last = null;
    this.#hasPrompt = false;
    return [...events, { kind: "stop", stop }];
  }
}

function idOf(entry: Fields): string | null {
  return asText(asFields(entry["message"])?.["id"]);
}

function hasResult(entry: Fields): boolean {
  return contentOf(entry).some((block) => block["type"] === "tool_result");
}

function isEndOfTurn(entry: Fields): boolean {
  return entry["subtype"] === "stop_hook_summary" || entry["subtype"] === "turn_duration";
}
