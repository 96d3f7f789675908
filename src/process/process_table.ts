/** The system's processes, as the watchdog sees them. */

/** The variable that marks every process of a run; its value is the run's id. */
export const RUN_MARK = "RALPH_RUN_ID";

/** What the system shows of a process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 where the system does not show it. */
  readonly session: number;
  /** When it began, in the table's own unit; tells apart two processes with one id. */
  readonly startedAt: number;
  /** Processor time of itself and of its children that it waited for, in milliseconds. */
  readonly cpuMs: number;
  /** Whether it has ended and only waits to be collected. */
  readonly isEnded: boolean;
}

/** Lists processes and finds those with a mark. */
export interface ProcessTable {
  /** Now, in the unit of `startedAt`, rounded down. */
  now(): number;
  /** All processes; empty where they cannot be read. */
  list(): Promise<readonly ProcessEntry[]>;
  /**
   * Finds which of some processes carry the mark of a run.
   *
   * @param runIds Ids of runs; `X` also finds `X.1`.
   */
  findMarked(pids: readonly number[], runIds: readonly string[]): Promise<ReadonlySet<number>>;
}

/**
 * Whether an environment has the mark of a run.
 *
 * @param variables `NAME=value`, as the system keeps them.
 * @param runIds Ids of runs; `X` also matches `X.1`.
 */
export function hasMark(variables: readonly string[], runIds: readonly string[]): boolean {
  const prefix = `${RUN_MARK}=`;
  const marks = variables.filter((variable) => variable.startsWith(prefix));
  return marks.some((mark) =>
    runIds.some((id) => mark === prefix + id || mark.startsWith(`${prefix}${id}.`))
  );
}
