/**
 * `ralph forbid`: what the agent must not do, from the next continuation on.
 *
 * @module
 */
import { defineGuidanceCommand } from "./command.ts";

/** The description of `ralph forbid`. */
export const command = defineGuidanceCommand({
  list: "forbidden",
  name: "forbid",
  summary: "Tell the agent what not to do, from the next continuation on",
  example: "no new dependencies",
});
