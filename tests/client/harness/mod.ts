/**
 * Everything a scenario with the real client is written with.
 *
 * @module
 */

export { type ClientRun, runClient, type SessionOptions } from "./client.ts";
export { clientTest } from "./client_test_case.ts";
export { addHook } from "./home.ts";
export { REPOSITORY } from "./install.ts";
export {
  installHooks,
  ITEMS,
  type LoopStart,
  PLAN,
  readLoop,
  readStop,
  startLoop,
  type StopRecord,
  tick,
  writePlan,
} from "./loop.ts";
export { Pane } from "./pane.ts";
export { type Asked, bash, call, fail, type Model, say, script, type Step } from "./script.ts";
export type { ScriptedApi } from "./scripted_api.ts";
export type { Stage } from "./stage.ts";
export { findTranscript, readTranscript } from "./transcript.ts";
export { waitUntil } from "./wait.ts";
