/** Answers the rare Stop events: writes, journals and announces what each needs. Loaded only for them. */
import { attempt } from "../../error.ts";
import { changeLoop } from "../../lifecycle/change.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { endAtEvent, finishCutEnds } from "../../lifecycle/end.ts";
import { describeHead } from "../../lifecycle/view/end_line.ts";
import type { HookEvent, LoopEvent } from "../../lifecycle/event.ts";
import { blankRecordOf, findBrokenFacts, type LoopPlace } from "../../lifecycle/loop.ts";
import { withSeen } from "../../loop/ownership.ts";
import { disabled, internalError } from "../../loop/reason.ts";
import { nextStep } from "../../loop/reasons.ts";
import { describePause } from "../../loop/time/pausing.ts";
import { setAside } from "../../store/files/set_aside.ts";
import { projectPlaces } from "../../store/places.ts";
import { foldersOfHook } from "../../store/project.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { nameAtPrompt, nameCommand } from "../../text/command_name.ts";
import { showLocalTime } from "../../text/instant.ts";
import { allowStop, halt, type HookResult, NO_OPINION, plain, tellUser } from "../answer.ts";
import { answerEnd, endAtRest } from "../end.ts";
import { noteTrouble } from "../note_trouble.ts";
import { pauseInterrupted } from "../session/cut_off.ts";
import type { RareStop } from "./rare.ts";

/** A Stop event in a project with a loop. */
interface StopOfLoop extends HookContext {
  readonly event: HookEvent;
  readonly loop: LoopPlace;
  /** The loop's record; null if it cannot be used. */
  readonly record: LoopRecord | null;
}

/** Answers a rare Stop, after writing what it changes. */
export function answerRare(stop: StopOfLoop, rare: RareStop): HookResult {
  const { env, event, loop } = stop;
  const record = stop.record ?? blankRecordOf(loop);
  const call: LoopEvent = { ...stop, loop: { ...loop, record } };
  switch (rare.kind) {
    case "silent":
      return plain(NO_OPINION);
    case "stranger":
      if (withSeen(record, event.sessionId) !== null) {
        attempt(() => changeLoop(stop, loop, (present) => withSeen(present, event.sessionId)));
      }
      return plain(NO_OPINION);
    case "paused": {
      const { until } = rare.pause;
      const local = until === null ? null : showLocalTime(until, stop.nowMs());
      const how = describePause(rare.pause, record.ownerSession, local, env.place);
      return plain(tellUser(`The loop is ${how}.`));
    }
    case "cut-off": {
      const paused = pauseInterrupted(call);
      return plain(paused === null ? NO_OPINION : tellUser(`${paused}.`));
    }
    case "end":
      return rare.isInTurn ? answerEnd(call, rare.decision) : endAtRest(call, rare.decision);
    case "broken": {
      const { brief, sentence } = internalError(rare.why);
      noteTrouble(stop, event, { sentence, isStop: true }, { ...loop, record: stop.record });
      // The loop still exists, so it has to be ended first.
      const again = nextStep(disabled().code, record, env.place);
      return allowStop(sentence, `${brief}\n→ ${nameAtPrompt("stop", env.place)}, then ${again}`);
    }
    case "broken-end":
      return endBroken(call, stop.record === null, rare);
  }
}

/** Ends a loop whose files are broken; a record that cannot be read is set aside. */
function endBroken(
  call: LoopEvent,
  isUnreadable: boolean,
  { isOurs, reason, why }: Extract<RareStop, { kind: "broken-end" }>,
): HookResult {
  const { env, loop: { project, record } } = call;
  const kept = isUnreadable ? attempt(() => setAside(projectPlaces(project).state)) : null;
  const problems = endAtEvent(call, { kind: "halt", reason, evidence: [why] }, record);
  const more = [
    ` (${why})`,
    ...kept === null ? [] : [`its record is kept as ${kept}`],
    ...problems.map((problem) => `not recorded: ${problem}`),
  ].join("; ");
  const head = describeHead(reason);
  const shown = `${head}${more}\n→ ${nextStep(reason.code, record, env.place)}`;
  return isOurs ? halt(`${reason.sentence}${more}`, head, shown) : plain(tellUser(shown));
}

/**
 * Answers a Stop in a project without a loop: finishes an end that was cut off, and says so if a loop's
 * facts are unreadable.
 */
export function answerWithoutLoop({ env, places }: HookContext, session: string): HookResult {
  const folders = foldersOfHook(env);
  for (const project of folders) finishCutEnds(places, project, session);
  const damage = folders.map((project) => findBrokenFacts(places, project))
    .find((each) => each !== null) ?? null;
  if (damage === null) return plain(NO_OPINION);
  const line = `The loop of this project does not continue: ${damage.what}`;
  return plain(tellUser(`${line}\n→ ${nameCommand("stop", env.place)}`), [`ralph: ${line}`]);
}
