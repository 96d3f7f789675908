/**
 * The judgement of a start: what a loop would be begun with, or the first thing that prevents it. It
 * asks, and changes nothing else; `--dry-run` differs only in what follows it.
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

/** What was asked for in a call of `start`. */
interface StartCall {
  readonly options: StartOptions;
  /** What was typed beside the options. */
  readonly words: readonly string[];
  /** The session that will drive the loop; null for the next session. */
  readonly session: string | null;
}

/** A loop that nothing prevents. */
export interface StartPlan
  extends Location, StartFlags, ChosenFocus, Pick<StartCall, "options" | "session"> {
  readonly id: string;
  /** The task as text; null without. */
  readonly task: string | null;
  /** Since when Claude Code has the hooks; null in a dry run without them. */
  readonly registered: Registered | null;
  /** What is ended and removed before the loop begins; null in a dry run while a loop runs. */
  readonly cleanup: Cleanup | null;
  readonly settings: Settings;
  /** The session's permission mode; null if it is unknown. */
  readonly mode: string | null;
  /** How ralph found the plan; empty if the user named it. */
  readonly found: readonly string[];
  /** What else the user should know, a sentence each. */
  readonly lines: readonly string[];
  /** Epoch milliseconds, after all questions. */
  readonly startedAt: number;
}

/**
 * Judges a start.
 *
 * @returns The plan, or a question that only Claude can ask.
 * @throws {RalphError} Something prevents it.
 */
export async function planStart(
  context: CommandContext,
  { options, words, session }: StartCall,
): Promise<StartPlan | FocusQuestion> {
  const { env, nowMs } = context;
  const location = locateNewLoop(context);
  const { places, project } = location;
  const obstacles: string[] = [];
  /** A dry run says what prevents the start, and shows the rest. */
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
        "Warning: this session began before the hooks were registered. If it does not go on by " +
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

/** Describes what prevents a start, and what to do about it. */
function describeObstacle(error: RalphError, place: Place): string {
  const { again, hint } = error;
  const said = hint === ""
    ? messageOf(error)
    : `${messageOf(error)}. ${nameCommandsIn(hint, place)}`;
  const next = showLine(again, { path: ["start"], rest: [] }, place);
  return next === null ? said : `${said}${hint.endsWith(":") ? "" : ":"} ${next}`;
}
