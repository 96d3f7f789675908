/** What a configuration makes of a recorded loop, Stop by Stop. */
import { buildActivity } from "../../evidence/activity.ts";
import { countActivity } from "../../loop/time/clock.ts";
import { differInLimits, type RecordedLimits, withLimits } from "../recording/recorded_limits.ts";
import type { RecordedStart, RecordedStop } from "../recording/recorded_stop.ts";
import {
  type Configuration,
  type JudgedStop,
  type PossibleEnd,
  SimulatedLoop,
} from "./simulated_loop.ts";

/** What a configuration makes of a loop. */
export interface LoopResult {
  /** Active time of the whole recording. */
  readonly activeMs: number;
  /** Every end that is possible, in order; the same end at later Stops is one of them. */
  readonly ends: readonly RepeatedEnd[];
  /** Whether the loop would certainly have ended; otherwise the recording ended first. */
  readonly hasEnded: boolean;
  /** Continuations until the certain end, or the recording's. */
  readonly iteration: number;
  /** Whether it was judged by other limits than those that it was started with. */
  readonly hasOtherLimits: boolean;
  /** The decisions, where they were asked for. */
  readonly decisions: readonly JudgedStop[];
}

/** An end that is possible at one or more Stops. */
interface RepeatedEnd extends PossibleEnd {
  /** Numbers of the later Stops at which it is possible under the same conditions. */
  readonly alsoAt: readonly number[];
}

/** A simulated loop with its ends, and the recording's own clock. */
export class Simulation {
  readonly #loop: SimulatedLoop;
  readonly #ends: (PossibleEnd & { alsoAt: number[] })[] = [];
  readonly #decisions: JudgedStop[] = [];
  #clock: SimulatedLoop["record"];
  #hasEnded = false;
  #limits: RecordedLimits | null = null;

  constructor(
    start: RecordedStart,
    private readonly configuration: Configuration,
    readonly keepsDecisions: boolean,
  ) {
    this.#loop = new SimulatedLoop(start, configuration);
    this.#clock = this.#loop.record;
  }

  /** Judges the next Stop, unless the loop has ended. */
  async add(stop: RecordedStop): Promise<void> {
    const activity = buildActivity({ beats: [], reading: stop.reading, eventAtMs: stop.atMs });
    this.#clock = countActivity(this.#clock, activity, this.configuration.settings, stop.atMs);
    this.#limits = stop.limits;
    if (this.#hasEnded) return;
    const judged = await this.#loop.judge(stop);
    if (this.keepsDecisions) this.#decisions.push(judged);
    this.#hasEnded = judged.onward === null;
    for (const end of judged.ends) {
      const earlier = this.#hasEnded ? undefined : this.#ends.find((each) => isSameEnd(each, end));
      if (earlier === undefined) this.#ends.push({ ...end, alsoAt: [] });
      else earlier.alsoAt.push(end.stop);
    }
  }

  result(): LoopResult {
    return {
      activeMs: this.#clock.accumulatedRuntimeMs,
      ends: this.#ends,
      hasEnded: this.#hasEnded,
      iteration: this.#loop.record.iteration,
      hasOtherLimits: this.#hasOtherLimits(),
      decisions: this.#decisions,
    };
  }

  #hasOtherLimits(): boolean {
    const { settings, given, isAsRecorded } = this.configuration;
    if (isAsRecorded || this.#limits === null) return false;
    return differInLimits(settings, withLimits(settings, this.#limits, given));
  }
}

/** Whether two ends differ only in their Stop. */
function isSameEnd(end: PossibleEnd, other: PossibleEnd): boolean {
  const kindOf = ({ reason, conditions }: PossibleEnd) =>
    [reason.code, ...conditions.map(({ fact, isTrue }) => `${fact} ${isTrue}`)].join();
  return kindOf(end) === kindOf(other);
}
