/** `ralph start --resume`: hands the waiting loop of this project, with its counters, to a session. */
import { identifyClient, judgeLiveness } from "../../evidence/liveness.ts";
import { cursorAtEnd } from "../../evidence/transcript/transcript.ts";
import { transcriptOf } from "../../evidence/open_sessions.ts";
import { describeNext, type StateView } from "../../lifecycle/view/state_view.ts";
import { countCutTurn } from "../../lifecycle/turn_time.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import { findNextItem } from "../../evidence/completion/waiting_items.ts";
import { checkRecord } from "../../lifecycle/check_record.ts";
import { findLoop, type Loop } from "../../lifecycle/loop.ts";
import { handOver, markTurn, resume } from "../../loop/time/pausing.ts";
import { AlreadyRunningError, NoLoopError, StateError } from "../../error.ts";
import { showCount } from "../../text/human_units.ts";
import { showDuration } from "../../text/time.ts";
import { journal, spanUntil } from "../../lifecycle/journal.ts";
import type { Completion } from "../../loop/facts.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { removeFile } from "../../store/files/presence.ts";
import type { CommandContext } from "../core/context.ts";
import { type CommandDocument, show } from "../core/document.ts";
import { locate } from "../core/locate.ts";
import { type LoopView, viewLoop } from "../../lifecycle/view/loop_view.ts";
import { describeWindow } from "../../lifecycle/view/owner_window.ts";
import { headRows } from "../status/phrases.ts";
import { shortenLine, shortenPath } from "../view/task_lines.ts";
import { describeStop, planRow, renderStart } from "./report.ts";
import { readEndedLoop, viewOfEnd } from "../../lifecycle/view/ended.ts";
import { requireRegistration } from "./registration.ts";
import { line } from "../../text/again.ts";

/**
 * Hands the waiting loop to a session, and reports its progress.
 *
 * @param session The session that will drive it; null from a plain terminal without `--session`.
 * @throws {NoLoopError} No loop waits here.
 * @throws {AlreadyRunningError} It runs in another session that is still open.
 */
export async function resumeLoop(
  context: CommandContext,
  session: string | null,
): Promise<CommandDocument> {
  const { env } = context;
  const nowMs = context.nowMs();
  const location = locate(context);
  requireRegistration(context, location);
  const { places, project } = location;
  const here = findLoop(places, project);
  if (here === null) {
    const ended = await readEndedLoop(places, project);
    const next = ended === null ? null : viewOfEnd(null, ended, env.place).howToContinue;
    throw new NoLoopError("No loop waits in this project", {
      ...next === null
        ? { hint: "Start one:", again: line("start") }
        : { hint: `The last one has ended. Next: ${next}` },
    });
  }
  const before = checkRecord(here).record;
  if (before === null) {
    throw new StateError("The loop's record cannot be read, so it cannot be resumed", {
      hint: "To end it, and keep its file:",
      again: line("stop"),
    });
  }
  const view = (loop: Loop) => viewLoop({ env, places }, loop, nowMs);
  const isThisSession = session !== null && session === env.sessionId;
  refuseIfBusy(before, session, nowMs);
  // A command typed in the owner's window proves that no turn is running there.
  const seen = await view({ ...here, record: before });
  if (!isThisSession && [null, before.ownerSession].includes(session)) {
    refuseIfWorking(before, seen, nowMs);
  }
  const record = changeLoop({ places }, here, (present) => {
    const record = countCutTurn(places, seen.counted, present, nowMs);
    // From a plain terminal, the loop keeps its session, or is released if the session is gone.
    const owner = session ?? (hasEnded(record) ? null : record.ownerSession);
    const handed = owner === null
      // Sessions seen earlier may be closed by now, so any session may take it.
      ? resume({ ...record, ownerSession: null, sessionProcess: null, sessionsSeen: [] }, nowMs)
      : handOver(record, owner, nowMs);
    const marked = markTurn(handed, isThisSession ? "running" : "resting", nowMs);
    if (!isThisSession) return { ...marked, wakes: 0 };
    const { offset, subagents } = session === record.ownerSession
      ? marked.transcript
      : cursorAtEnd(transcriptOf(places, env));
    return {
      ...marked,
      transcript: { offset, subagents: { ...subagents } },
      sessionProcess: identifyClient(env) ?? marked.sessionProcess,
      wakes: 0,
    };
  });
  if (record === null) {
    throw new StateError("The loop could not be resumed: it has ended", {
      hint: "How it ended:",
      again: line("status"),
    });
  }
  if (here.killSwitch !== null) removeFile(here.killSwitch);
  journal(places, record, {
    atMs: nowMs,
    event: "start --resume",
    kind: "resume",
    sentence: "The loop was resumed",
    span: spanUntil(before, nowMs),
  });
  const { state, settings } = await view({ ...here, record, killSwitch: null });
  const { completion, document } = await judgeFocus(
    record.focus.path,
    settings,
    record.planSeen,
    record.project,
  );
  return report(context, {
    record,
    completion,
    next: findNextItem(document, record.waitingItems) ?? completion.openItems[0] ?? null,
    before: before.ownerSession,
    state,
    killSwitch: here.killSwitch,
  });
}

/** Checks whether the owner's session is known to be gone, because it reported its end or was killed. */
function hasEnded({ pause, sessionProcess }: LoopRecord): boolean {
  return pause?.closed !== undefined || judgeLiveness(sessionProcess) === "gone";
}

function refuseIfBusy(record: LoopRecord, session: string | null, nowMs: number): void {
  if (record.driver === "runner") {
    throw new StateError("This loop belongs to 'ralph run', not to a session", {
      hint: "To continue it:",
      again: line("run", "--resume"),
    });
  }
  if (record.state === "draining") {
    throw new StateError("The loop is stopping: a stop was asked for while a turn runs", {
      hint: "To end it now, then start a new one:",
      again: line("stop"),
    });
  }
  const isElsewhere = record.ownerSession !== null && record.ownerSession !== session;
  const liveness = judgeLiveness(record.sessionProcess);
  const isBusy = record.state === "running" && isElsewhere && session !== null &&
    liveness === "alive";
  if (!isBusy) return;
  throw new AlreadyRunningError(
    `The loop runs in another window (${describeWindow(record, liveness, nowMs)})`,
    { hint: "Close that session first. To end the loop instead:", again: line("stop") },
  );
}

/** Refuses to resume while a turn runs, which would lose its time and its window. */
function refuseIfWorking(
  record: LoopRecord,
  { liveness, state, unhonoured }: LoopView,
  nowMs: number,
): void {
  if (record.turn.state !== "running" || liveness !== "alive" || unhonoured !== null) return;
  const window = `its window (${describeWindow(record, liveness, nowMs)})`;
  if (state.code === "waiting_for_you") {
    throw new AlreadyRunningError(`The loop waits in ${window}: ${state.what}`, {
      hint: "Answer it there, and it continues by itself.",
    });
  }
  if (state.code !== "working" && state.code !== "silent") return;
  throw new AlreadyRunningError(`The loop is working in ${window}; nothing to resume`, {
    hint: "To see its progress:",
    again: line("status"),
  });
}

function report(
  { env }: CommandContext,
  { record, completion, next, before, state, killSwitch }: {
    readonly record: LoopRecord;
    readonly completion: Pick<Completion, "done" | "total">;
    /** The next item for the agent; null for none. */
    readonly next: string | null;
    /** The session that owned the loop until now. */
    readonly before: string | null;
    readonly state: StateView;
    readonly killSwitch: string | null;
  },
): CommandDocument {
  const value = {
    resumed: true,
    loop: record.id,
    session: record.ownerSession,
    iteration: record.iteration,
    task: record.task,
    focus: record.focus,
    next_item: next,
  };
  const active = showDuration(record.accumulatedRuntimeMs);
  const worked = `${showCount(record.iteration, "turn")}, ${active} active so far`;
  const { done, total } = completion;
  const isOwned = record.ownerSession !== null;
  const howToContinue = describeNext(state) === null ? null : state.howToContinue;
  return show(value, (_value, { style, width }) =>
    renderStart([
      ...headRows(state.code, `resumed after ${worked}`, howToContinue, style),
      ...record.focus.path === null ? [] : [
        planRow(
          shortenPath(record.focus.path, record.project),
          `${done} of ${showCount(total, "item")} done`,
        ),
      ],
      ...record.task === null ? [] : [{ label: "task", text: shortenLine(record.task) }],
      ...next === null ? [] : [{ label: "next", text: shortenLine(next) }],
      ...describeStop(env, record.project, [
        ...isOwned || before === null
          ? []
          : [`'claude --resume ${before}' goes back to the old conversation`],
        ...killSwitch === null ? [] : [`Removed a left-over kill switch: ${killSwitch}`],
      ]),
    ], { style, width }), { isData: true });
}
