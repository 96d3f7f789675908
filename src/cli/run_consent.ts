/**
 * Consent to the commands that a plan or the project's configuration would make a run execute
 * (design §13). What was typed as a flag needs none.
 *
 * @module
 */
import { StateError } from "../store/error.ts";
import type { Places } from "../store/places.ts";
import { addConsents, type Consent, hasConsent, hashContent } from "../store/trust.ts";
import { yesOrNo } from "./ask.ts";
import type { CommandContext } from "./context.ts";

/** A command of a file, and what it is for. */
export interface AskedCommand {
  /** `item`: it verifies a plan's item; `verify`: the end of the run. */
  readonly kind: "item" | "verify";
  readonly command: string;
}

/**
 * The commands that nobody agreed to yet, each once.
 *
 * @param places The home's places.
 * @param project The project's root.
 * @param commands All commands of the project's files.
 * @param at UTC time in ISO 8601.
 */
export async function findNewCommands(
  places: Places,
  project: string,
  commands: readonly AskedCommand[],
  at: string,
): Promise<Consent[]> {
  const wanted = new Map<string, Consent>();
  for (const { kind, command } of commands) {
    const hash = await hashContent(kind, command);
    if (hasConsent(places, hash, project)) continue;
    wanted.set(hash, { hash, kind, what: command, project, at });
  }
  return [...wanted.values()];
}

/**
 * Asks once for all of them.
 *
 * @param isTrusted Whether `--trust` was given.
 * @throws {StateError} Where nobody agrees, or nobody is there to ask.
 */
export function askRunConsent(
  { ask, out }: CommandContext,
  places: Places,
  wanted: readonly Consent[],
  isTrusted: boolean,
): void {
  if (wanted.length === 0) return;
  if (!isTrusted) {
    out.say("This project's files ask to run these commands, to verify what agents did:");
    for (const { what } of wanted) out.say(`  ${what}`);
    if (ask.choose(yesOrNo("Run them?", "no")) !== "yes") {
      throw new StateError("Nothing was run: the plan's commands were not agreed to", {
        hint: "Read them, then run with --trust, or take them out of the plan.",
      });
    }
  }
  addConsents(places, wanted);
}
