/**
 * The states of a loop and the moves between them.
 *
 * @module
 */
import type { LoopRecord, LoopState } from "../store/records/loop_record.ts";

/** Where a loop may go from each state; the end may come from anywhere, and nothing comes after it. */
const MOVES: Readonly<Record<LoopState, readonly LoopState[]>> = {
  running: ["draining", "paused", "stopped"],
  draining: ["stopped"],
  paused: ["running", "stopped"],
  stopped: [],
};

/** Whether a loop may move from one state to another. */
export function mayMove(from: LoopState, to: LoopState): boolean {
  return MOVES[from].includes(to);
}

/**
 * Moves a loop.
 *
 * @param record The loop's record.
 * @param to The state wanted.
 * @returns The record in the new state; null where the move is not legal.
 */
export function moveTo(record: LoopRecord, to: LoopState): LoopRecord | null {
  return mayMove(record.state, to) ? { ...record, state: to } : null;
}
