/**
 * Plans a start: collects everything that the loop starts with, or throws the first obstacle. It asks,
 * but changes nothing; `--dry-run` differs only in what follows.
 */
import { offerMigration, refuseEarlierSettings } from "../migrate/migrate.ts";
import { type Cleanup, planCleanup } from "../../lifecycle/cleanup.ts";
import { describeUnreadItems } from "../../plan/items/unread_items.ts";
import { newLoopId } from "../../store/records/loop_id.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { requireValidSettings } from "../../store/settings/require_valid.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { messageOf, RalphError } from "../../error.ts";
import { showLine } from "../../text/again.ts";
import { nameCommandsIn, type Place } from "../../text/command_name.ts";
import type { CommandContext } from "../core/context.ts";
import { locateNewLoop, type Location } from "../core/locate.ts";
import { refuseBoth } from "../core/usage.ts";
import { chooseFocus, type ChosenFocus, confirmOpenWork } from "./focus.ts";
import { planOfSettings, readWantedWork, settingsOf } from "./named_plan.ts";
import { readFlags, type StartFlags, type StartOptions } from "./options.ts";
import { type Registered, requireRegistration } from "./registration.ts";
import { trustPlan } from "./trust.ts";
import { describeWarnings, permissionModeOf } from "./warnings.ts";
import type { FocusQuestion } from "../../plan/discovery/confirm.ts";

/** A call of `start`. */
interface StartCall {
  readonly options: StartOptions;
  /** The words other than options. */
  readonly words: readonly string[];
  /** The session that will drive the loop; null for the next session. */
  readonly session: string | null;
}

/** A plan for a loop that can start. */
export interface StartPlan
  extends Location, StartFlags, ChosenFocus, Pick<StartCall, "options" | "session"> {
  readonly id: string;
  /** The task as text; null if there is none. */
  readonly task: string | null;
  /** The registration of the hooks; null in a dry run without them. */
  readonly registered: Registered | null;
  /** The cleanup before the loop starts; null in a dry run while a loop runs. */
  readonly cleanup: Cleanup | null;
  readonly settings: Settings;
  /** The session's permission mode; null if it is unknown. */
  readonly mode: string | null;
  /** How ralph found the plan; empty if the user named it. */
  readonly found: readonly string[];
  /** Further information for the user, one sentence each. */
  readonly lines: readonly string[];
  /** Epoch milliseconds, after all questions. */
  readonly startedAt: number;
}

/**
 * Plans a start.
 *
 * @returns The plan, or a question that only Claude can ask.
 * @throws {RalphError} Something prevents the start.
 */
export async function planStart(
  context: CommandContext,
  { options, words, session }: StartCall,
): Promise<StartPlan | FocusQuestion> {
  const { env, nowMs } = context;
  const location = locateNewLoop(context);
  const { places, project } = location;
  const obstacles: string[] = [];
  /** Returns the result; in a dry run, turns an obstacle into a line, so that the rest can be shown. */
  const require = <T>(act: () => T): T | null => {
    try {
      return act();
    } catch (error) {
      if (!options["dry-run"] || !(error instanceof RalphError)) throw error;
      obstacles.push(`Warning: it would not start now: ${describeObstacle(error, env.place)}`);
      return null;
    }
  };
  const registered = require(() => requireRegistration(context, location));
  refuseBoth(options, "focus", "no-focus");
  const { cwd, home } = env;
  const wanted = readWantedWork(words, options.focus, { cwd, home: home ?? "", project });
  const { preset, flags: given } = readFlags(options);
  const flags = { ...given, ...settingsOf(wanted) };
  const id = newLoopId(nowMs());
  const resolved = loadSettings({ places, project, env, loop: { id, flags } });
  refuseEarlierSettings(resolved.problems);
  const offer = offerMigration(places, project);
  const settings = requireValidSettings(resolved);
  const starter = { sessionId: env.sessionId, nowMs: nowMs() };
  const cleanup = require(() => planCleanup(location, starter));

  const { task } = wanted;
  const named = wanted.typed ?? planOfSettings(resolved, project);
  const chosen = await chooseFocus({ ...location, options, settings, task, named }, context);
  if (!("focus" in chosen)) return chosen;
  const { file, focus, foundBy } = chosen;
  const openWork = confirmOpenWork({ focus, file, options, project }, context);

  const draft = { ...location, session, registered, settings, focus };
  const mode = permissionModeOf(context, draft);
  const isPlain = wanted.typed !== null || chosen.isPicked === true ||
    focus.path === null && focus.candidates.length === 0;
  const found = isPlain ? [] : [foundBy];
  const lines = [
    ...obstacles,
    ...registered?.isOlder
      ? [
        "Warning: this session began before the hooks were registered. If it does not continue by " +
        "itself, restart Claude Code: `/exit`, then `claude --continue`",
      ]
      : [],
    ...openWork,
    ...describeUnreadItems(focus.path),
    ...describeWarnings(context, draft, mode),
    ...offer === null ? [] : [`${offer}.`],
    ...await trustPlan(context, { ...location, options, resolved, file }),
  ];
  return {
    ...draft,
    ...chosen,
    options,
    preset,
    flags,
    id,
    task,
    mode,
    cleanup,
    found,
    lines,
    startedAt: nowMs(),
  };
}

/** Describes an obstacle to a start, and the remedy. */
function describeObstacle(error: RalphError, place: Place): string {
  const { again, hint } = error;
  const said = hint === ""
    ? messageOf(error)
    : `${messageOf(error)}. ${nameCommandsIn(hint, place)}`;
  const next = showLine(again, { path: ["start"], rest: [] }, place);
  return next === null ? said : `${said}${hint.endsWith(":") ? "" : ":"} ${next}`;
}
