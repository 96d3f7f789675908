/** The loop that ended last, as `status` shows it: counts, times, and what it left open. */
import { nameCommand } from "../../text/command_name.ts";
import type { StrangeMarks } from "./strange_marks.ts";
import type { Damage } from "../check_record.ts";
import { describeEnd, nameEnd } from "./end_line.ts";
import { judgeFocus } from "../../evidence/completion/judge_focus.ts";
import { nextStep, type ReadIn, stateOfEnd } from "../../loop/reasons.ts";
import type { StateView } from "./state_view.ts";
import { findingsLeftOpen } from "../../loop/validation/validation_score.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import { listLoops, readLastRecord } from "../../store/records/loops.ts";
import type { Places } from "../../store/places.ts";
import { defaultSettings } from "../../store/settings/settings.ts";
import { readStopRecord } from "../../store/records/stop_record.ts";
import { parseInstant } from "../../text/instant.ts";

/** A loop that has ended. */
export type EndedLoop = NonNullable<Awaited<ReturnType<typeof readEndedLoop>>>;

/** Reads the loop that ended last in a project; null if none is known. */
export async function readEndedLoop(places: Places, project: string) {
  // The stop record has the last stop of any project.
  const last = readStopRecord(places);
  const stop = last?.projectDir === project ? last : null;
  const id = stop?.loopId ?? listLoops(places, project).find((loop) => loop.hasEnded)?.facts.id ??
    "";
  const record = readLastRecord(places, id);
  const decision = record?.lastDecision ?? null;
  if (stop === null && decision === null) return null;
  return {
    id,
    /** Epoch milliseconds; null if the stop record has another text. */
    endedAt: stop === null ? decision!.at : parseInstant(stop.timestamp),
    code: (stop ?? decision)!.code ?? "",
    sentence: stop?.reason ?? decision!.sentence,
    /** Null if its last record cannot be read. */
    record,
    /** Findings that its validation, or the reviews of a run, left open. */
    openFindings: record === null ? [] : findingsLeftOpen(record),
    /** Items of the plan: as it is now, of a run at its end; null without a plan that can be read. */
    items: await countItems(record),
  };
}

async function countItems(record: LoopRecord | null) {
  if (record === null || record.focus.path === null) return null;
  // A run may work on a part of the plan.
  const { done, total } = record.driver === "runner" && record.items !== undefined
    ? record.items
    : (await judgeFocus(record.focus.path, defaultSettings())).completion;
  return total === 0 ? null : { done, total };
}

/**
 * Describes a project without a running loop.
 *
 * @param ended The loop that ended last; null if none has.
 * @param damage Why the loop's facts cannot be read; null if they can, or do not exist.
 */
export function viewOfEnd(
  damage: Damage | null,
  ended: EndedLoop | null,
  where: ReadIn,
  strange: StrangeMarks | null = null,
): StateView {
  const nothing = { since: null, howToContinue: null, resumeAt: null };
  const place = where === "elsewhere" ? "terminal" : where;
  if (damage !== null) {
    const stop = nameCommand("stop", place);
    return {
      ...{ ...nothing, code: "damaged", what: damage.what },
      howToContinue: damage.isOfOtherVersion
        ? `finish it with the version that began it, or ${stop}`
        : `${stop} removes it; until then turns end as usual`,
    };
  }
  if (ended === null && strange !== null) {
    return { ...nothing, code: "none", what: strange.what, howToContinue: strange.howToContinue };
  }
  if (ended === null) {
    const start = nameCommand("start", place);
    const howToContinue = `${start} FILE, or ${start} "the task"`;
    return { ...nothing, code: "none", what: "no loop has run here", howToContinue };
  }
  return {
    ...nothing,
    code: stateOfEnd(ended.code),
    since: ended.endedAt,
    what: describeEnded(ended),
    howToContinue: ended.record && nextStep(ended.code, ended.record, where),
  };
}

/** Describes the end with its cost; without the loop's record, by the stop record's sentence. */
function describeEnded({ record, sentence, endedAt }: EndedLoop): string {
  const last = record?.lastDecision ?? null;
  return record === null || last === null
    ? sentence
    : describeEnd(record, nameEnd(last), endedAt ?? last.at);
}
