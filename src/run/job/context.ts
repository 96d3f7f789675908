/** The dependencies of a run. */
import type { ScanRules } from "../../guidance/constraints/scan_text.ts";
import type { runVerification } from "../../evidence/verification/run_verification.ts";
import type { NotableEvent } from "../../lifecycle/announce.ts";
import type { Places } from "../../store/places.ts";
import type { AgentWatch } from "../events/agent_watch.ts";
import type { RunLoop } from "../loop/run_loop.ts";
import type { StopSource } from "../loop/stop_source.ts";
import type { Counts, RunEvent } from "../report/run_event.ts";
import type { Given } from "../sandbox/given.ts";
import type { AgentOutcome, AgentProcess } from "../watchdog/agent_process.ts";
import type { RunnerClock } from "../watchdog/clock.ts";
import type { ActiveTime } from "./active_time.ts";
import type { FailedCheck, Job } from "./job.ts";

/** Work on an item that could not be merged. */
export interface EarlierTry {
  readonly branch: string;
  /** Files that conflicted. */
  readonly conflicts: readonly string[];
  /** The check that failed on the merged state; null if it did not come to that. */
  readonly check: FailedCheck | null;
}

/** The dependencies of a run. */
export interface RunContext {
  readonly job: Job;
  readonly loop: RunLoop;
  /** Where agents and checks work: the project's root, or its folder in a worktree. */
  readonly workFolder: string;
  /** Additional mounts for agents and checks, such as their own git folder in place of `.git`. */
  readonly given?: readonly Given[];
  /** The previous try of the item, which could not be merged. */
  readonly earlier?: EarlierTry;
  /** The branch of the worktree where agents work; left out for the project's own tree. */
  readonly branch?: string;
  readonly activeTime: ActiveTime;
  /** The reports of all agents of the run that work now. */
  readonly present: Set<Pick<AgentWatch, "tokens" | "costUsd">>;
  /** The counts of the whole plan, if agents work on one item each. */
  readonly runCounts?: () => Counts;
  readonly places: Places;
  readonly rules: ScanRules;
  readonly clock: RunnerClock;
  /** The machine's time zone, to interpret times that an agent names. */
  readonly zone: string;
  readonly stop: Pick<StopSource, "request" | "wish" | "signal" | "nowSignal">;
  readonly report: (event: RunEvent) => void;
  /** Reports a note once, no matter how often it is called. */
  readonly noteOnce: (text: string) => void;
  /** Reports which part of an agent's work is kept outside of the run's branch, and repeats it at the end. */
  readonly keep: (sentence: string) => void;
  /**
   * Checks of the whole plan, by command, that failed before the run changed anything and have not passed
   * since.
   */
  readonly redBefore: Set<string>;
  /** Notifies the user, if enabled. */
  readonly announce: (happened: NotableEvent) => void;
  readonly runAgent: (agent: AgentProcess) => Promise<AgentOutcome>;
  readonly verify: typeof runVerification;
}

/** Creates a function that reports each note once. */
export function createNotes(report: RunContext["report"]): RunContext["noteOnce"] {
  const reported = new Set<string>();
  return (text) => {
    if (reported.has(text)) return;
    reported.add(text);
    report({ kind: "note", text });
  };
}
