/**
 * Consent to the commands that a project's files ask for (design §13). What was typed as a flag
 * needs none.
 *
 * @module
 */
import { StateError } from "../store/error.ts";
import type { Places } from "../store/places.ts";
import type { ResolvedSettings } from "../store/settings_resolve.ts";
import {
  addConsents,
  type Consent,
  hasConsent,
  hashContent,
  needsConsent,
} from "../store/trust.ts";
import { yesOrNo } from "./ask.ts";
import type { CommandContext } from "./context.ts";
import type { StartPlan } from "./start_plan.ts";

/**
 * Asks once for every command that is new here.
 *
 * @param isTrusted Whether `--trust` was given.
 * @throws {StateError} Where nobody agrees, or nobody is there to ask.
 */
export async function askConsent(
  context: CommandContext,
  places: Places,
  plan: StartPlan,
  { origins }: ResolvedSettings,
  isTrusted: boolean,
): Promise<void> {
  if (!needsConsent(origins.verify)) return;
  const wanted: Consent[] = [];
  for (const command of plan.settings.verify) {
    const hash = await hashContent("verify", command);
    if (hasConsent(places, hash, plan.project)) continue;
    const at = context.now().toString({ smallestUnit: "second" });
    wanted.push({ hash, kind: "verify", what: command, project: plan.project, at });
  }
  if (wanted.length === 0) return;
  if (!isTrusted && !agrees(context, wanted)) {
    throw new StateError("Nothing was started: the project's commands were not agreed to", {
      hint: "Read them in .claude/ralph-config.json, then start with --trust, or remove them.",
    });
  }
  addConsents(places, wanted);
}

function agrees({ ask, out }: CommandContext, wanted: readonly Consent[]): boolean {
  out.say("This project's configuration asks to run these commands before a loop may end:");
  for (const { what } of wanted) out.say(`  ${what}`);
  return ask.choose(yesOrNo("Run them?", "no")) === "yes";
}
