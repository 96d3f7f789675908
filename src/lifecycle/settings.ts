/**
 * The settings of a loop in a hook. An invalid edit of a file does not affect a running loop, and
 * the user sees it once.
 */
import type { LoopRecord } from "../store/records/loop_record.ts";
import { loadSettings, rememberSettings } from "../store/settings/load.ts";
import type { LoopPlace } from "./loop.ts";
import type { HookContext } from "./context.ts";

/** A loop's settings, and new problems in their files. */
export type LoopSettings = ReturnType<typeof loadLoopSettings>;

/** Loads a loop's settings; never throws. */
export function loadLoopSettings(
  { env, places }: Pick<HookContext, "env" | "places">,
  { project, facts }: Pick<LoopPlace, "project" | "facts">,
  record: Pick<LoopRecord, "said">,
) {
  const resolved = loadSettings({ places, project, env, loop: facts });
  rememberSettings(places, facts.id, resolved);
  const lines = resolved.problems.map(({ kind, sentence }) =>
    `Configuration: ${sentence}; the ${kind === "conflict" ? "maximum" : "last good value"} counts`
  );
  return {
    settings: resolved.settings,
    origins: resolved.origins,
    /** Lines that the user has not seen yet in this loop. */
    said: lines.filter((line) => !record.said.includes(line)),
  };
}
