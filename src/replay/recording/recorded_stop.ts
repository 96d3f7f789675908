/** A recorded Stop: what a transcript shows of the turn that ended there. */
import type { TranscriptReading } from "../../evidence/transcript/reading.ts";
import type { BackgroundTask } from "../../loop/facts.ts";
import type { ProjectSnapshot } from "./project_view.ts";
import type { RecordedLimits } from "./recorded_limits.ts";

/** What the turn adds: the parts of a reading that come from its lines. */
type TurnReading = Omit<
  TranscriptReading,
  "isReadable" | "cursor"
>;

/** A Stop of a recorded session. */
export interface RecordedStop {
  /** Its number in its loop, from 1. */
  readonly number: number;
  readonly atMs: number;
  readonly message: string;
  /** Whether the turn began with a continuation, not with a prompt. */
  readonly stopHookActive: boolean;
  /** False in `-p`. */
  readonly isAttended: boolean;
  readonly permissionMode: string | null;
  readonly reading: TurnReading;
  readonly background: readonly BackgroundTask[];
  readonly project: ProjectSnapshot;
  /** The limits that the loop was started with; null where the recording does not show them yet. */
  readonly limits: RecordedLimits | null;
  /** The adapter that took part in the loop until now; null where the recording shows none. */
  readonly adapter: string | null;
}

/** How a loop began in a recording. */
export interface RecordedStart {
  readonly atMs: number;
  /** The project's folder; empty where it is not known. */
  readonly project: string;
  /** The task's text: the first prompt, or what the loop was given; null for a loop without a task. */
  readonly task: string | null;
  /** Whether ralph's own text in the recording marks the start. */
  readonly isMarked: boolean;
}
