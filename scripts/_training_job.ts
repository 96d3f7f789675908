/**
 * What the build asks of the trainer.
 *
 * @module
 */

/** One call of the program. */
export interface TrainingStep {
  /** The arguments, such as `hook`, `guard`. */
  readonly args: readonly string[];
  /** What the client sends on standard input. */
  readonly input: unknown;
  /** What the answer must contain. */
  readonly prints: string;
  /** The project that the call is about. */
  readonly project: string;
  /** Variables of the call, beside the project's. */
  readonly env: Readonly<Record<string, string>>;
}

/** What the trainer does. */
export interface TrainingJob {
  /** The folder of the packs. */
  readonly folder: string;
  /** The chunk that is loaded first: `hot.js` where there are steps. */
  readonly first: string;
  /** The pack that is opened first, with that chunk. */
  readonly pack: string;
  readonly steps: readonly TrainingStep[];
  /** The process that runs beside the hooks. */
  readonly other: number;
  /** The time of the first step. */
  readonly nowMs: number;
  /** File for the names of the packs that were opened, in their order. */
  readonly opened: string;
  /** The packs whose compiled code is kept, beside them. */
  readonly cached: readonly string[] | "opened";
  /** Packs whose compiled code is kept with all their functions, whether they ran or not. */
  readonly whole: readonly string[];
  /** Chunks to run, so that none is broken; after the code was noted. */
  readonly check: readonly string[];
}

/** From one call to the next; during a call the clock stands, so that two builds go the same ways. */
export const STEP_MS = 60_000;
