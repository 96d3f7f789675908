/**
 * What may stand in the way of a start, asked in one order. Each obstacle takes what is known, and
 * adds what it found out, refuses, or asks.
 */
import { messageOf, RalphError } from "../../error.ts";
import type { FocusQuestion } from "../../plan/discovery/confirm.ts";
import { describeUnreadItems } from "../../plan/items/unread_items.ts";
import { planCleanup } from "../../lifecycle/cleanup.ts";
import { loadSettings, requireValidSettings } from "../../store/settings/load.ts";
import type { CommandContext } from "../core/context.ts";
import { refuseBoth } from "../core/usage.ts";
import { confirmOpenWork, findFocus, findNamed, requireWork, Unanswered } from "./focus.ts";
import { readWantedWork, settingsOf } from "./named_plan.ts";
import { readFlags, refuseUnmeasurable } from "./options.ts";
import type { StartDraft } from "./plan.ts";
import { requireRegistration } from "./registration.ts";
import { trustPlan } from "./trust.ts";
import { describeWarnings, permissionModeOf } from "./warnings.ts";

type Found = Partial<StartDraft> | Unanswered | void;
type Obstacle = (draft: StartDraft, context: CommandContext) => Found | Promise<Found>;

const OBSTACLES: readonly Obstacle[] = [
  (draft, context) => ({ registeredAtMs: requireRegistration(context, draft) }),
  ({ options }) => refuseBoth(options, "focus", "no-focus"),
  ({ words, options: { focus }, project }, { env: { cwd, home } }) => {
    const wanted = readWantedWork(words, focus, { cwd, home: home ?? "", project });
    return { ...wanted, flags: settingsOf(wanted) };
  },
  ({ options, flags: wanted }) => {
    const { preset, flags } = readFlags(options);
    return { preset, flags: { ...flags, ...wanted } };
  },
  ({ places, project, id, flags }, { env }) => {
    const resolved = loadSettings({ places, project, env, loop: { id, flags } });
    return { resolved, settings: resolved.settings };
  },
  ({ resolved, offer }) => ({ settings: requireValidSettings(resolved, offer) }),
  ({ flags }) => refuseUnmeasurable(flags),
  (draft, { env: { sessionId }, nowMs }) => void planCleanup(draft, { sessionId, nowMs: nowMs() }),
  findNamed,
  findFocus,
  requireWork,
  confirmOpenWork,
  async (draft, context) => {
    const mode = permissionModeOf(context, draft);
    const unread = await describeUnreadItems(draft.focus.path);
    const offered = draft.offer === null ? [] : [`${draft.offer}.`];
    return { mode, lines: [...unread, ...describeWarnings(context, draft, mode), ...offered] };
  },
  async (draft, context) => ({ lines: await trustPlan(context, draft) }),
];

/**
 * Asks all obstacles. The first refusal ends the command; with `--dry-run` it is collected, and what
 * it would have found out stays blank, so that the rest is shown too.
 *
 * @returns What is known then, or a question that only Claude can ask.
 */
export async function meetObstacles(
  context: CommandContext,
  blank: StartDraft,
): Promise<StartDraft | FocusQuestion> {
  let draft = blank;
  for (const obstacle of OBSTACLES) {
    try {
      const found = await obstacle(draft, context);
      if (found instanceof Unanswered) return found.question;
      draft = { ...draft, ...found, lines: [...draft.lines, ...found?.lines ?? []] };
    } catch (error) {
      if (!draft.options["dry-run"] || !(error instanceof RalphError)) throw error;
      const problem = `${messageOf(error)}${error.hint === "" ? "" : `. ${error.hint}`}`;
      draft = { ...draft, problems: [...draft.problems, problem] };
    }
  }
  return draft;
}
