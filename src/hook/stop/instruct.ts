/**
 * Tells the agent how to go on: the continuation's text with all that holds now, and what is left to
 * do once it was said.
 *
 * @module
 */
import type { Consulted } from "../../adapters/consult.ts";
import type { Exploration } from "../../explore/at_continuation.ts";
import type { Steering } from "../../explore/steering.ts";
import type { Instruction } from "../../loop/decision.ts";
import type { Completion } from "../../loop/facts.ts";
import { instructionOfPhase } from "../../loop/instruction.ts";
import { NO_REMARKS, type Remarks } from "../../loop/remarks.ts";
import { journal } from "../../lifecycle/journal.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { type Settings, validationTimeoutSeconds } from "../../store/settings/settings.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import { consultHere } from "./consult_here.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import type { FoundLoop } from "../../lifecycle/loop.ts";
import { loadLoopSettings } from "../../lifecycle/settings.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** What the agent is told. */
export interface Telling {
  /** The loop's record as it was written. */
  readonly record: LoopRecord;
  readonly settings: Settings;
  readonly origins: ResolvedSettings["origins"];
  readonly completion: Completion;
  readonly instruction: Instruction;
  readonly notes: readonly string[];
  /** What the user has to know too, once. */
  readonly problems: readonly string[];
  /** What nearly ended the loop. */
  readonly nearEnd: readonly string[];
  /** What the agent has to know of its last message. */
  readonly remarks: Remarks;
  /** Whether the session was told the same just before. */
  readonly isRepeat: boolean;
  /** What the project's adapter said; null where it has none. */
  readonly consulted: Consulted | null;
  /** What the scanner found, where it was asked already. */
  readonly exploration: Exploration | null;
  /** Whether something moved in the project since the last continuation. */
  readonly hasMoved: boolean;
}

/** A continuation, and what is left to do about it. */
export interface Told {
  readonly text: string;
  /** Lines for the user, who was not told them yet: what was left out. */
  readonly news: readonly string[];
  /**
   * For after the answer was written: killed before, the guidance is said again; noted first, it
   * would be lost. Takes the project's lock.
   */
  readonly afterwards: () => Promise<void>;
}

type World = Pick<HookContext, "env" | "places" | "now">;

/**
 * Builds the text. Guidance, exploration, the adapter's words and templates of the user's are
 * optional facts: what fails there is left out and journalled.
 */
export async function tellAgent(context: World, telling: Telling): Promise<Told> {
  const { record, settings, completion, instruction, notes, nearEnd, consulted } = telling;
  const { buildContinuation } = await import("../../prompt/continuation.ts");
  const { openTemplates } = await import("../../prompt/render.ts");
  const nowSeconds = context.now();
  const { guidance, afterwards: noteGuidance } = await guide(context, record, settings, nowSeconds);
  // An agent that is idle over open items is sent to them, and shown nothing else.
  const isSentToItems = instruction.kind === "explore" && instruction.why === "idle" &&
    completion.openItems.length > 0;
  const exploration = instruction.kind === "explore" && !isSentToItems
    ? telling.exploration ?? await explore(context, telling, guidance.users)
    : null;
  const templates = await openTemplates(context.places, record.project);
  const text = await buildContinuation({
    record,
    settings,
    completion,
    instruction,
    notes,
    nearEnd,
    remarks: telling.remarks,
    isRepeat: telling.isRepeat,
    guidance: guidance.data,
    opportunities: exploration,
    adapter: consulted?.promptFor({
      phase: record.phase,
      iteration: record.iteration,
      year: new Date(nowSeconds * 1000).getUTCFullYear(),
    }) ?? null,
    templates,
    nowSeconds,
  });
  const news = [
    ...telling.problems,
    ...guidance.problems,
    ...(exploration?.problems ?? []),
    ...(consulted?.problems ?? []),
    ...(templates?.problems ?? []),
  ].map((problem) => `[RALPH] ${problem}`).filter((line) => !record.said.includes(line));
  return {
    text,
    news,
    afterwards: async () => {
      const unkept = [...await noteGuidance(), ...(exploration?.afterwards() ?? [])];
      const leftOut = [
        ...news,
        ...guidance.notes,
        ...(exploration?.leftOut ?? []),
        ...unkept,
      ];
      if (leftOut.length > 0) noteLeftOut(context, record, leftOut, nowSeconds);
    },
  };
}

/** The guidance that holds now, and the note that it was delivered. */
async function guide({ env, places }: World, record: LoopRecord, settings: Settings, now: number) {
  const { guidanceForContinuation, markDelivered } = await import(
    "../../guidance/at_continuation.ts"
  );
  const { scanRulesOf } = await import("../../constraints/scan_text.ts");
  const { project, id } = record;
  const nowMs = now * 1000;
  const guidance = guidanceForContinuation({
    places,
    project,
    loop: { id, startedAt: record.started_at },
    nowMs,
    scan: { rules: scanRulesOf(env.home, settings.rigid_paths), turn: record.iteration },
  });
  return {
    guidance,
    afterwards: async () => {
      const { deliveries } = guidance;
      const failure = await markDelivered(places, project, { deliveries, loopId: id, nowMs });
      return failure === null ? [] : [failure];
    },
  };
}

async function explore(
  context: World,
  { record, settings, origins, hasMoved }: Telling,
  guidance: Steering,
): Promise<Exploration> {
  const { exploreHere } = await import("./explore_here.ts");
  return await exploreHere({ context, record, settings, origins, guidance, hasMoved });
}

function noteLeftOut(
  { places }: World,
  record: LoopRecord,
  leftOut: readonly string[],
  nowSeconds: number,
): void {
  journal(places, record, {
    at: nowSeconds,
    event: "continuation",
    kind: "note",
    sentence: "Parts of the continuation were left out",
    leftOut,
  });
}

/** Whether the last word was that the checks did not pass: what they said is lost, they are not. */
function isUnverified({ last_decision: last }: LoopRecord): boolean {
  return last?.code === "verification-failed" || last?.code === "run-verification";
}

/**
 * Tells an agent that has lost the thread: after a compaction, or when it is woken. What holds is
 * the phase of the record.
 */
export async function tellAgain(
  context: Pick<HookContext, "env" | "places" | "now">,
  here: Pick<FoundLoop, "project" | "facts">,
  record: LoopRecord,
  notes: readonly string[],
): Promise<Told> {
  const { settings, origins } = loadLoopSettings(context, here, record);
  const { completion, checks } = await judgeFocus(record.focus.path, settings, record.plan_seen);
  const timeoutSeconds = validationTimeoutSeconds(settings, here.facts.preset);
  const commands = [...new Set([...checks.map(({ command }) => command), ...settings.verify])];
  return await tellAgent(context, {
    record,
    settings,
    origins,
    completion,
    instruction: isUnverified(record) && commands.length > 0
      ? { kind: "run-verification", commands }
      : instructionOfPhase(record, settings, timeoutSeconds),
    notes,
    problems: [],
    nearEnd: [],
    remarks: NO_REMARKS,
    isRepeat: false,
    consulted: await consultHere(context, record),
    exploration: null,
    hasMoved: false,
  });
}
