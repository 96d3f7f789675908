/**
 * The world around a run, as it really is.
 *
 * @module
 */
import { runVerification } from "../../evidence/verification/run_verification.ts";
import type { ScanRules } from "../../constraints/scan_text.ts";
import { openTemplates } from "../../prompt/render.ts";
import type { Job, JobWorld } from "../../runner/job.ts";
import type { RunEvent } from "../../runner/run_event.ts";
import type { StopSource } from "../../runner/stop_source.ts";
import { openIterationLog } from "../../runner/terminal/iteration_log.ts";
import { readConsoleSize } from "../../runner/terminal/size.ts";
import { REAL_CLOCK } from "../../runner/watchdog/clock.ts";
import { runWatched } from "../../runner/watchdog/run_watched.ts";
import type { Places } from "../../store/places.ts";
import { readRunGuidance } from "./guidance.ts";
import type { RunLoop } from "./loop.ts";

/** What the world is made of. */
export interface WorldParts {
  readonly places: Places;
  /** How the project is scanned for constraints. */
  readonly rules: ScanRules;
  readonly job: Pick<Job, "id" | "project">;
  readonly loop: RunLoop;
  readonly stop: StopSource;
  readonly report: (event: RunEvent) => void;
  /** Commands of plan items that were agreed to. */
  readonly agreed: ReadonlySet<string>;
}

/** Makes the world. */
export function createJobWorld(parts: WorldParts): JobWorld {
  const { loop, stop, report, agreed, places, job } = parts;
  return {
    clock: REAL_CLOCK,
    stop,
    disk: loop,
    report,
    runAgent: runWatched,
    openLog: (path) => openIterationLog(path),
    size: readConsoleSize,
    verify: (commands, options) => runVerification(commands, { ...options, loopId: job.id }),
    isAgreed: (command) => agreed.has(command),
    guidance: () => readRunGuidance(parts),
    templates: () => openTemplates(places, job.project),
    zone: Temporal.Now.timeZoneId(),
  };
}
