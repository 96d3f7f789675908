/** What `start` knows of the loop that it is about to begin. */
import type { FocusQuestion } from "../../plan/discovery/confirm.ts";
import { offerMigration } from "../migrate/migrate.ts";
import { newLoopId } from "../../store/records/loop_id.ts";
import type { Focus } from "../../store/records/loop_record.ts";
import { loadSettings } from "../../store/settings/load.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { CommandContext } from "../core/context.ts";
import { locateNewLoop, type Location } from "../core/locate.ts";
import type { NamedPlan, WantedWork } from "./named_plan.ts";
import type { StartFlags, StartOptions } from "./options.ts";
import { NO_PLAN, type ReadPlanFile } from "./plan_file.ts";

/** What was asked for, and what the obstacles of a start have found out so far; the rest is blank. */
export interface StartDraft extends Location, StartFlags, WantedWork {
  readonly options: StartOptions;
  /** What was typed beside the options. */
  readonly words: readonly string[];
  readonly id: string;
  /** The session that will drive it; null for the next session. */
  readonly session: string | null;
  /** Since when Claude Code has the hooks, epoch milliseconds; null where that is unknown. */
  readonly registeredAtMs: number | null;
  readonly settings: Settings;
  readonly resolved: ResolvedSettings;
  /** What the earlier plugin left, in a sentence; null for nothing. */
  readonly offer: string | null;
  /** The plan that was typed, or that a setting names; null where ralph looks for one. */
  readonly named: NamedPlan | null;
  readonly focus: Focus;
  /** How the focus was found, a sentence each. */
  readonly foundBy: readonly string[];
  /** The question about the focus that was or would be asked, for `--json`. */
  readonly question: FocusQuestion | null;
  readonly file: ReadPlanFile;
  /** The session's permission mode; null where it is unknown. */
  readonly mode: string | null;
  /** Lines for the user. */
  readonly lines: readonly string[];
  /** What prevents the start, with `--dry-run`. */
  readonly problems: readonly string[];
}

/** A loop that nothing prevents. */
export interface StartPlan extends StartDraft {
  readonly startedAt: number;
}

/** Makes the draft of a call of which only the place is known. */
export function blankDraft(
  context: CommandContext,
  call: Pick<StartDraft, "options" | "words" | "session" | "lines">,
): StartDraft {
  const location = locateNewLoop(context);
  const id = newLoopId(context.nowMs());
  const resolved = loadSettings({ ...location, env: context.env, loop: { id, flags: {} } });
  return {
    ...location,
    ...call,
    id,
    registeredAtMs: null,
    task: null,
    typed: null,
    preset: null,
    flags: {},
    resolved,
    settings: resolved.settings,
    offer: offerMigration(location.places, location.project),
    named: null,
    focus: { path: null, method: "none", candidates: [] },
    foundBy: [],
    question: null,
    file: NO_PLAN,
    mode: null,
    problems: [],
  };
}
