/** Renders a continuation: the text with all that applies now, and what runs after it was sent. */
import type { Consulted } from "../../adapters/ask_adapter.ts";
import type { Exploration } from "../../ideas/at_continuation.ts";
import {
  type ContinuationGuidance,
  guidanceForContinuation,
  markDelivered,
} from "../../guidance/at_continuation.ts";
import { startScan } from "../../ideas/tree/last_scan.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { isStillSince } from "../../evidence/progress/mark.ts";
import { journal } from "../../lifecycle/journal.ts";
import { NO_REMARKS } from "../../loop/judge.ts";
import { buildContinuation, type ContinuationInput } from "../../prompt/continuation.ts";
import { openTemplates } from "../../prompt/project_templates.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import { oneLine } from "../../text/shorten.ts";

type ContinuationGiven = Pick<
  ContinuationInput,
  "record" | "settings" | "completion" | "instruction" | "notes"
>;

interface ContinuationParts
  extends ContinuationGiven, Partial<Pick<ContinuationInput, "nearEnd" | "remarks" | "isRepeat">> {
  readonly origins: ResolvedSettings["origins"];
  /** The adapter's answer; null if the project has no adapter. */
  readonly consulted: Consulted | null;
  /** Problems that the user has to see once. */
  readonly problems?: readonly string[];
  /** The outputs of the last turns, with their marks; missing if no turn has ended. */
  readonly outputs?: SessionRecord["recentOutputs"];
  /** Absolute paths of the files that the agent edited in this turn. */
  readonly edited?: readonly string[];
  /** The result of exploration, if it ran already. */
  readonly exploration?: Exploration | null;
}

/** A continuation that is rendered. */
export interface Continuation {
  readonly text: string;
  /** Lines that the user has not seen yet: parts that were left out. */
  readonly news: readonly string[];
  /**
   * Marks the guidance as delivered, under the project's lock, and starts a scan for the next
   * continuation. Runs after the answer was written: if the process is killed earlier, the guidance is
   * sent again instead of lost.
   */
  readonly afterwards: () => Promise<void>;
}

type ContinuationContext = Pick<HookContext, "env" | "places" | "nowMs">;

/**
 * Renders the text. Guidance, exploration, the adapter's part and the user's templates are optional:
 * what fails there is left out and journalled.
 */
export async function renderContinuation(
  context: ContinuationContext,
  parts: ContinuationParts,
): Promise<Continuation> {
  const { record, settings, completion, instruction, notes, consulted } = parts;
  const nowMs = context.nowMs();
  const { places } = context;
  const { project } = record;
  const guidance = guidanceForContinuation({
    places,
    project,
    loop: record,
    nowMs,
    hasConstraints: true,
    refresh: await loadRefresh(context, parts),
  });
  // An agent that is idle over open items gets these, and nothing to explore.
  const isSentToItems = instruction.kind === "explore" && instruction.why === "idle" &&
    completion.openItems.length > 0;
  const exploration = instruction.kind === "explore" && !isSentToItems
    ? parts.exploration ??
      await (await import("./explore.ts")).exploreHere(context, parts, guidance.users)
    : null;
  const templates = await openTemplates(places, project);
  const text = buildContinuation({
    record,
    settings,
    completion,
    instruction,
    notes,
    nearEnd: parts.nearEnd ?? [],
    remarks: parts.remarks ?? NO_REMARKS,
    isRepeat: parts.isRepeat ?? false,
    guidance: guidance.data,
    opportunities: exploration,
    adapter: additionOf(consulted, record),
    templates,
    nowMs,
  });
  const news = [
    ...parts.problems ?? [],
    ...guidance.problems,
    ...(exploration?.problems ?? []),
    ...(consulted?.problems ?? []),
    ...(templates?.problems ?? []),
  ].filter((line) => !record.said.includes(line));
  const last = exploration?.isWhole === false ? null : guidance.lastScan;
  const isStill = last !== null && isStillSince(last.beganAtMs, parts.outputs ?? []);
  return {
    text,
    news,
    afterwards: async () => {
      startScan(project, { nowMs, last, isStill });
      await keepDelivered(context, record, { guidance, exploration, news, nowMs });
    },
  };
}

/** Loads the code that reads the files of this turn again, if there are files other than the plan. */
async function loadRefresh(
  { env, places }: ContinuationContext,
  { record: { focus, project }, settings, edited = [] }: ContinuationParts,
) {
  const files = edited.filter((path) => path.startsWith(`${project}/`) && path !== focus.path);
  if (files.length === 0) return undefined;
  const { refreshForbids } = await import("../../guidance/constraints/this_turn.ts");
  const { home } = env;
  return refreshForbids({ places, project, home, folders: settings.rigid_paths, files });
}

/** Records the parts that the agent got, and journals those that were left out. */
async function keepDelivered(
  context: ContinuationContext,
  record: LoopRecord,
  { guidance, exploration, news, nowMs }: {
    readonly guidance: ContinuationGuidance;
    readonly exploration: Exploration | null;
    readonly news: readonly string[];
    readonly nowMs: number;
  },
): Promise<void> {
  const { places } = context;
  const { id, project } = record;
  const { deliveries, notes } = guidance;
  const failure = await markDelivered(places, project, { deliveries, loopId: id, nowMs });
  const unkept = [...failure === null ? [] : [failure], ...exploration?.afterwards() ?? []];
  noteDelivered(context, record, guidance);
  const leftOut = [...news, ...notes, ...exploration?.leftOut ?? [], ...unkept];
  if (leftOut.length === 0) return;
  journal(places, record, {
    atMs: nowMs,
    event: "continuation",
    kind: "note",
    sentence: "Parts of the prompt were left out",
    leftOut,
  });
}

/** Journals the parts that a continuation delivered for the first time. */
function noteDelivered(
  { nowMs, places }: ContinuationContext,
  record: LoopRecord,
  { deliveries, left }: ContinuationGuidance,
): void {
  if (deliveries.length === 0) return;
  journal(places, record, {
    atMs: nowMs(),
    event: "continuation",
    kind: "guidance",
    code: "delivered",
    sentence: "The agent got new guidance",
    evidence: deliveries.map(({ list, text }) => `${list}: ${oneLine(text)}`),
    guidance: { encouraged: [...left.encouraged], forbidden: [...left.forbidden] },
  });
}

/** Reads the template. A user's text applies to all prompts, a built-in template only to exploration. */
function additionOf(consulted: Consulted | null, { phase }: LoopRecord): Consulted["addition"] {
  const addition = consulted?.addition ?? null;
  return addition === null || "text" in addition || phase === "exploration" ? addition : null;
}

/**
 * Asks the adapter that a loop's record names; never throws.
 *
 * @param turn The number of the turn that begins.
 * @returns Null if the project has no adapter.
 */
export async function consult(
  { project, adapter }: Pick<LoopRecord, "project" | "adapter">,
  turn: number,
): Promise<Consulted | null> {
  if (adapter === null) return null;
  const { askAdapter } = await import("../../adapters/ask_adapter.ts");
  return await askAdapter(project, adapter.name, turn);
}
