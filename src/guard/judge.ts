/**
 * The guard's judgement of one tool call.
 *
 * @module
 */
import type { Judgement, Scene, ToolCall } from "./scene.ts";
export type { Denial, Disk, DiskEntry, Judgement, Scene, ToolCall } from "./scene.ts";

/** Skeleton: the judgement follows. */
export function judgeCall(_call: ToolCall, _scene: Scene): Promise<Judgement> {
  return Promise.resolve({ kind: "pass", plansAtRisk: [] });
}
