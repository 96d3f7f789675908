/** The functions and types for scenarios with the real client. */

export { type ClientRun, runClient } from "./client.ts";
export { client, inPane } from "./client_test_case.ts";
export { addHook } from "./home.ts";
export { REPOSITORY } from "./install.ts";
export {
  installHooks,
  ITEMS,
  PLAN,
  playLoop,
  readLoop,
  readStop,
  startLoop,
  tick,
  waitForEnd,
  writePlan,
} from "./loop.ts";
export { Pane } from "./pane.ts";
export { type Asked, bash, call, fail, type Model, say, script, type Step } from "./script.ts";
export type { ScriptedApi } from "./scripted_api.ts";
export type { Stage } from "./stage.ts";
export { readStatus, waitForState } from "./status.ts";
export { readTranscript } from "./transcript.ts";
export { waitUntil } from "../../_wait.ts";
