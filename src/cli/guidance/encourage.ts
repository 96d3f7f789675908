/**
 * `ralph encourage`: what the agent should do, from the next continuation on.
 *
 * @module
 */
import { defineGuidanceCommand } from "./command.ts";

/** The description of `ralph encourage`. */
export const command = defineGuidanceCommand({
  list: "encouraged",
  name: "encourage",
  summary: "Tell the agent what to do, from the next continuation on",
  example: "work on the parser before the printer",
});
