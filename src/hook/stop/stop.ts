/**
 * `ralph hook stop`: continue with the next instruction, wait, or let the session end.
 *
 * @module
 */
import { toInstant } from "../../text/instant.ts";
import { hashMessage } from "../../evidence/twin.ts";
import { decide, judgeUsersWord, type Outcome } from "../../loop/decide.ts";
import type { Decision } from "../../loop/decision.ts";
import { isOwner } from "../../loop/ownership.ts";
import { markTurn } from "../../loop/time/pausing.ts";
import { tryWithLock } from "../../store/files/lock.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { projectLock } from "../../store/places.ts";
import { findGitTop } from "../../store/project.ts";
import { findKillSwitch, hasMarker, writeLoopRecord } from "../../store/records/project_marks.ts";
import { writeSessionRecord } from "../../store/records/session_store.ts";
import type { SessionRecord } from "../../store/records/session_record.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { continueWith, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import { journalEvent } from "../../lifecycle/journal.ts";
import type { HookEvent } from "../../lifecycle/event.ts";
import { noteGaps } from "../../lifecycle/turn_time.ts";
import { countLastTurn } from "../../lifecycle/turn_time.ts";
import { keepUntracked } from "../archive/keep_untracked.ts";
import { lookAfterFiles, noteCallsEnd, withRepair } from "../guard/repair.ts";
import { withNotes } from "../archive/keep_notes.ts";
import { type FoundLoop, readOwnRecord } from "../../lifecycle/loop.ts";
import { loadLoopSettings, type LoopSettings } from "../../lifecycle/settings.ts";
import { type Ended, endHere, tellEnd, waitAnswer } from "./answers.ts";
import { type Case, isAnswered, sessionOf } from "./case.ts";
import type { Broken } from "./broken.ts";
import { noteStranger } from "./stranger.ts";
import { gatherFacts, type StopFacts } from "./facts.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** So often at least the facts are gathered anew where another process changed the record. */
const FEWEST_TRIES = 3;

/** And for so long: a hundred hooks at once must not end a loop. */
const TRY_FOR_MS = 10_000;

/** Between two tries, at most, in milliseconds: by chance, so that two do not stay in step. */
const STEP_ASIDE_MS = 20;

/** Longer than any process of ours holds the lock: it never runs a command or waits under it. */
const LOCK_DEADLINE_MS = 5_000;

/** Lines that are said once are remembered, but not without end. */
const MOST_SAID = 50;

const SILENT: HookResult = plain(NO_OPINION);

/** Answers a Stop event. */
export async function answerStop(event: HookEvent, context: HookContext): Promise<HookResult> {
  if (event.agent_id || context.env.isInsideRun) return SILENT;
  const looked = await lookAfterFiles(event, context);
  if (looked === null) return (await import("./broken.ts")).answerWithoutLoop(context);
  noteCallsEnd(event, looked.here, context);
  return await withRepair(await answerFor(event, context, looked.here), looked.told, event);
}

async function answerFor(
  event: HookEvent,
  context: HookContext,
  here: FoundLoop,
): Promise<HookResult> {
  const one: Case = { context, event, here, receivedAt: context.now() };
  if (here.record.kind !== "ok") return await answerBroken(one, here.record);
  const record = here.record.value;
  if (isPausedHere(record, event)) {
    const { answerPaused } = await import("./paused.ts");
    return answerPaused(event, here, context);
  }
  if (!isOurs(record, event, context)) return noteStranger(one, record);

  const word = judgeUsersWord(record, {
    killSwitch: here.killSwitch,
    markerPresent: here.hasMarker,
    isStopQueued: false,
  });
  if (word !== null && word.kind === "halt") {
    const last = countLastTurn(context, here, record, event.transcript_path);
    return await tellEnd(endHere(one, last, word));
  }

  const endsAt = performance.now() + TRY_FOR_MS;
  for (let attempt = 1; attempt <= FEWEST_TRIES || performance.now() < endsAt; attempt++) {
    const settled = await settle(one);
    if (settled !== "changed") return settled;
    await context.sleep(Math.random() * STEP_ASIDE_MS);
  }
  return await answerBroken(one, "the loop's record kept changing");
}

async function answerBroken(one: Case, what: Broken): Promise<HookResult> {
  return (await import("./broken.ts")).answerBroken(one, what);
}

/** One try: gather facts without the lock, then decide and write under it. */
async function settle(one: Case): Promise<HookResult | "changed"> {
  const { context, event, here } = one;
  const before = readOwnRecord(here);
  if (before.kind === "absent") return SILENT;
  if (before.kind !== "ok") return await answerBroken(one, before);
  if (!isOurs(before.value, event, context)) return SILENT;
  const ours = loadLoopSettings(context, here, before.value);
  const loaded = await keepUntracked(here.project, ours, before.value);
  const { settings, origins } = loaded;
  const session = sessionOf(one, before.value);
  const gathered = await gatherFacts({
    context,
    event,
    here,
    record: before.value,
    session,
    settings,
    origins,
  });

  const outcome = tryWithLock(
    projectLock(context.places, here.project),
    () => decideAndWrite(one, before.value, gathered, loaded),
    { deadlineMs: LOCK_DEADLINE_MS },
  );
  if (outcome.kind !== "done") {
    const why = outcome.kind === "busy" ? "another ralph holds the lock" : outcome.why;
    return await answerBroken(one, why);
  }
  const { value } = outcome;
  if (value.kind === "changed") return "changed";
  const result = await answerWritten(one, value, gathered, loaded);
  return withNotes(context, before.value, gathered.facts.tags, result);
}

async function answerWritten(
  one: Case,
  written: Exclude<Written, { kind: "changed" }>,
  gathered: StopFacts,
  loaded: LoopSettings,
): Promise<HookResult> {
  switch (written.kind) {
    case "answered":
      return SILENT;
    case "broken":
      return await answerBroken(one, written.what);
    case "ended":
      return await tellEnd(written.ended);
    case "decided": {
      const result = await render(one, written.outcome, gathered, loaded);
      return { ...result, talk: [...result.talk, ...written.gaps] };
    }
  }
}

type Written =
  | { readonly kind: "changed" }
  /** By another process. */
  | { readonly kind: "answered" }
  | { readonly kind: "broken"; readonly what: Broken }
  | { readonly kind: "ended"; readonly ended: Ended }
  | { readonly kind: "decided"; readonly outcome: Outcome; readonly gaps: readonly string[] };

function decideAndWrite(
  one: Case,
  before: LoopRecord,
  { facts, tick, session }: StopFacts,
  { settings, said }: LoopSettings,
): Written {
  const { context, event, here } = one;
  const present = readOwnRecord(here);
  if (present.kind === "absent") return { kind: "answered" };
  if (present.kind !== "ok" || JSON.stringify(present.value) !== JSON.stringify(before)) {
    return { kind: isAnswered(one, before.id) ? "answered" : "changed" };
  }
  if (isAnswered(one, before.id)) return { kind: "answered" };

  const { project } = here;
  // The user may have spoken while the facts were gathered: a check can take minutes.
  const killSwitch = findKillSwitch(project, findGitTop(project), here.calledIn);
  const spoken = { ...facts, killSwitch, markerPresent: hasMarker(project) };
  const decided = decide(tick.record, spoken, settings);
  const { decision } = decided;
  const { now: decidedAt, activity } = facts;
  const counted = { record: tick.record, activity, settings, now: decidedAt };
  const gaps = noteGaps(context, event.hook_event_name, counted);
  if (decision.kind === "let-go" || decision.kind === "halt") {
    const now = { ...one, here: { ...here, killSwitch } };
    return { kind: "ended", ended: endHere(now, decided.record, decision) };
  }
  const goesOn = decision.kind === "continue";
  const answeredAt = context.now();
  const record: LoopRecord = {
    ...markTurn(decided.record, goesOn ? "running" : "resting", facts.now),
    said: remember(decided.record, said),
    wakes: hasWorked(tick, before) ? 0 : before.wakes,
    user_wait: null,
    last_decision: summarize(decision, facts.now),
  };
  const written = writeLoopRecord(context.places, here.project, record);
  if (written.kind === "failed") {
    return { kind: "broken", what: `its record cannot be written: ${written.why}` };
  }
  const noted = writeSessionRecord(context.places, {
    ...session,
    toolless_continuations: goesOn
      ? [...session.toolless_continuations, answeredAt]
      : session.toolless_continuations,
    answered: {
      prompt_id: event.prompt_id,
      message_hash: hashMessage(event.last_assistant_message, event.stop_hook_active),
      at_seconds: answeredAt,
    },
  });
  if (noted.kind === "failed") {
    // Without it neither twins nor the client's cap can be counted.
    return { kind: "broken", what: `the session's record cannot be written: ${noted.why}` };
  }
  const last = record.last_decision;
  journalEvent(context, event, record, {
    kind: decision.kind,
    code: last?.code ?? null,
    sentence: last?.sentence ?? "",
    evidence: decision.evidence,
  });
  return { kind: "decided", outcome: { ...decided, record }, gaps };
}

/** A tool call since the last answer: the wakes before it were worth it. */
function hasWorked({ lastToolCallAt }: StopFacts["tick"], before: LoopRecord): boolean {
  const since = before.last_decision === null ? 0 : Date.parse(before.last_decision.at) / 1000;
  return lastToolCallAt !== null && lastToolCallAt >= since;
}

async function render(
  one: Case,
  { decision, record, nearEnd, remarks, isRepeat }: Outcome,
  { facts, notes, problems, session, consulted, exploration, hasMoved }: StopFacts,
  { settings, origins, said }: LoopSettings,
): Promise<HookResult> {
  const { context, here } = one;
  if (decision.kind === "wait") return waitAnswer(one, decision.on, said);
  if (decision.kind !== "continue") return SILENT;
  const { tellAgent } = await import("./instruct.ts");
  const { text, news, afterwards } = await tellAgent(context, {
    record,
    settings,
    origins,
    completion: facts.completion,
    instruction: decision.instruction,
    notes,
    problems,
    nearEnd,
    remarks,
    // A session that was told nothing yet knows no rules to go on with.
    isRepeat: isRepeat && session.answered !== null,
    consulted,
    exploration,
    hasMoved,
  });
  const lines = [...said, ...news];
  const answer = continueWith(text, howToContinue(settings, session), session.client_version);
  const whole = lines.length === 0 ? answer : { ...answer, ...tellUser(lines.join("\n")) };
  return {
    ...plain(whole),
    afterwards: async () => {
      await afterwards();
      if (news.length === 0) return;
      changeLoop(context, here, (present) => ({ ...present, said: remember(present, news) }));
    },
  };
}

/** A client that passed over the quiet form once gets the one that always works. */
function howToContinue(settings: Settings, session: SessionRecord): Settings["continue_with"] {
  const passedOver = session.unhonoured?.by === "client";
  return passedOver && settings.continue_with === "auto" ? "block" : settings.continue_with;
}

function remember({ said }: LoopRecord, lines: readonly string[]): string[] {
  return [...said, ...lines].slice(-MOST_SAID);
}

function isPausedHere(record: LoopRecord, event: HookEvent): boolean {
  return record.state === "paused" && record.driver === "session" && event.session_id !== "" &&
    record.owner_session === event.session_id;
}

function isOurs(record: LoopRecord, event: HookEvent, context: HookContext): boolean {
  if (record.state === "paused" || record.state === "stopped") return false;
  return isOwner(record, { sessionId: event.session_id, isAttended: context.env.isAttended });
}

function summarize(decision: Decision, now: number): LoopRecord["last_decision"] {
  const at = toInstant(now);
  switch (decision.kind) {
    case "continue":
      return { kind: "continue", code: decision.instruction.kind, sentence: "", at };
    case "wait":
      return { kind: "wait", code: decision.code, sentence: `waits for ${decision.on}`, at };
    default:
      return { kind: decision.kind, ...decision.reason, at };
  }
}
