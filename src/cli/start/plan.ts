/**
 * The judgement of a start: what a loop would be begun with, or the first thing that prevents it. It
 * asks, and changes nothing else; `--dry-run` differs only in what follows it.
 */
import { offerMigration } from "../migrate/migrate.ts";
import { planCleanup } from "../../lifecycle/cleanup.ts";
import { describeUnreadItems } from "../../plan/items/unread_items.ts";
import { newLoopId } from "../../store/records/loop_id.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { requireValidSettings } from "../../store/settings/require_valid.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { CommandContext } from "../core/context.ts";
import { locateNewLoop, type Location } from "../core/locate.ts";
import { refuseBoth } from "../core/usage.ts";
import { chooseFocus, type ChosenFocus, confirmOpenWork } from "./focus.ts";
import { planOfSettings, readWantedWork, settingsOf } from "./named_plan.ts";
import { readFlags, refuseUnmeasurable, type StartFlags, type StartOptions } from "./options.ts";
import { requireRegistration } from "./registration.ts";
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
  /** Since when Claude Code has the hooks, epoch milliseconds; null where that is unknown. */
  readonly registeredAtMs: number | null;
  readonly settings: Settings;
  /** The session's permission mode; null where it is unknown. */
  readonly mode: string | null;
  /** How ralph found the plan; empty where the user named it. */
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
  const registeredAtMs = requireRegistration(context, location);
  refuseBoth(options, "focus", "no-focus");
  const { cwd, home } = env;
  const wanted = readWantedWork(words, options.focus, { cwd, home: home ?? "", project });
  const { preset, flags: given } = readFlags(options);
  const flags = { ...given, ...settingsOf(wanted) };
  const id = newLoopId(nowMs());
  const resolved = loadSettings({ places, project, env, loop: { id, flags } });
  const offer = offerMigration(places, project);
  const settings = requireValidSettings(resolved, offer);
  refuseUnmeasurable(flags);
  planCleanup(location, { sessionId: env.sessionId, nowMs: nowMs() });

  const { task } = wanted;
  const named = wanted.typed ?? planOfSettings(resolved, project);
  const chosen = await chooseFocus({ ...location, options, settings, task, named }, context);
  if (!("focus" in chosen)) return chosen;
  const { file, focus, foundBy } = chosen;
  const openWork = confirmOpenWork({ focus, file, options, project }, context);

  const draft = { ...location, session, registeredAtMs, settings, focus };
  const mode = permissionModeOf(context, draft);
  const isPlain = wanted.typed !== null ||
    focus.path === null && focus.candidates.length === 0;
  const found = isPlain ? [] : [foundBy];
  const lines = [
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
    found,
    lines,
    startedAt: nowMs(),
  };
}
