/** Loops that nothing drives any more, on the whole machine. */
import { judgeLiveness, type Liveness } from "../../evidence/liveness.ts";
import { describeBrokenRecord } from "../../lifecycle/damage.ts";
import { findLoop, type FoundLoop } from "../../lifecycle/loop.ts";
import { stopLoop } from "../../lifecycle/stop_loop.ts";
import { isFolder } from "../../store/files/presence.ts";
import type { Places } from "../../store/places.ts";
import { listLoops, type LoopFacts } from "../../store/records/loops.ts";
import { findRunHolder } from "../../store/run_lock.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { showCount } from "../../text/human_units.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";

/** A loop that has not ended. */
export interface LoopFact {
  readonly id: string;
  readonly project: string;
  readonly driver: LoopFacts["driver"];
  /** `gone`: the folder is missing; `unmarked`: its `.claude` names no loop, or another one. */
  readonly place: "here" | "gone" | "unmarked";
  /** What is wrong with its record, to follow "its"; null where it can be read. */
  readonly damage: string | null;
  readonly process: Liveness;
  /** The session that owns it; null where it has none, or that is unknown. */
  readonly owner: string | null;
  /** Whether it waits for a session on purpose: unclaimed, or its session was closed. */
  readonly isWaiting: boolean;
}

/** More loops than this are not looked at one by one. */
const MOST_LOOPS = 200;

/** The check of the loops. */
export const loops = defineCheck<readonly LoopFact[], string>({
  id: "loops.orphans",
  subject: "the loops of this machine",
  gather: ({ places }) =>
    listLoops(places, null).filter(({ hasEnded }) => !hasEnded).slice(0, MOST_LOOPS)
      .map(({ facts }) => factOf(places, facts)),
  judge: judgeLoops,
  repair,
});

function factOf(places: Places, { id, project, driver }: LoopFacts): LoopFact {
  const found = findLoop(places, project);
  const here = found?.facts.id === id ? found : null;
  return {
    id,
    project,
    driver,
    place: here !== null ? "here" : isFolder(project) ? "unmarked" : "gone",
    damage: here === null || here.record.kind === "ok" ? null : describeBrokenRecord(here.record),
    ...processOf(places, project, here),
  };
}

function processOf(
  places: Places,
  project: string,
  here: FoundLoop | null,
): Pick<LoopFact, "process" | "owner" | "isWaiting"> {
  if (here?.record.kind !== "ok") return { process: "unknown", owner: null, isWaiting: false };
  const record = here.record.value;
  if (record.driver === "runner") {
    return {
      process: findRunHolder(places, project) === null ? "gone" : "alive",
      owner: null,
      isWaiting: false,
    };
  }
  return {
    process: judgeLiveness(record.sessionProcess),
    owner: record.ownerSession,
    isWaiting: record.ownerSession === null || record.pause?.closed !== undefined,
  };
}

/** Judges the loops: each is where it was started, can be read, and has a process that drives it. */
export function judgeLoops(facts: readonly LoopFact[]): Finding<string>[] {
  const findings = facts.flatMap(judgeLoop);
  if (findings.length > 0) return findings;
  const title = facts.length === 0
    ? "No loop runs on this machine"
    : `${showCount(facts.length, "loop")}, none orphaned`;
  return [{ id: "loops.orphans", status: "pass", title }];
}

function judgeLoop(fact: LoopFact): Finding<string>[] {
  const { id, project, place, damage, process, owner, isWaiting, driver } = fact;
  const finding = (
    name: string,
    status: "warn" | "fail",
    title: string,
    advice: string,
    command?: string,
  ): Finding<string>[] => [{
    id: `loops.${name}`,
    status,
    title,
    detail: [`loop ${id} in "${project}"`, ...damage === null ? [] : [`its ${damage}`]],
    advice,
    ...command === undefined ? {} : { command: `cd ${quoteForShell(project)} && ${command}` },
    repair: {
      title: `End the loop ${id} in "${project}"`,
      needsConsent: true,
      action: project,
    },
  }];
  if (place === "gone") {
    const advice = "Mount the disk or restore the folder; if it is gone for good, end the loop.";
    return finding("project-gone", "warn", "The folder of a loop is missing", advice);
  }
  if (place === "unmarked") {
    const advice = "End it with 'ralph stop' there, or begin again with 'ralph start'.";
    return finding("unmarked", "warn", "A project no longer shows its loop", advice);
  }
  if (damage !== null) {
    const advice = "End it with 'ralph stop' there; the file is kept under another name.";
    return finding("damaged", "fail", "The record of a loop cannot be used", advice);
  }
  if (process !== "gone" || isWaiting) return [];
  return driver === "runner"
    ? finding(
      "run-killed",
      "warn",
      "A run was killed and did not end its loop",
      "Go on with it there, or end it with 'ralph stop'.",
      "ralph run --resume",
    )
    : finding(
      "orphaned",
      "warn",
      "The Claude Code that ran a loop is gone",
      "Go on with its session, take it over in a new one with 'ralph start --resume', or end it " +
        "with 'ralph stop'.",
      `claude --resume ${owner}`,
    );
}

function repair({ places, nowMs }: DoctorContext, project: string): string[] {
  const stopped = stopLoop(places, project, { typedIn: null, nowMs: nowMs() });
  if (stopped === null) return ["It has ended meanwhile"];
  return [
    stopped.state === "draining" ? "It ends with the present turn" : "It has ended",
    ...stopped.keptAs === null ? [] : [`Its record is kept as "${stopped.keptAs}"`],
    ...stopped.problems.map((problem) => `Not recorded: ${problem}`),
  ];
}
