/** Trusts commands that the user types into a setting at once: asking about them would be pointless. */
import { addTrust } from "../../store/trust.ts";
import { findUntrusted } from "../core/trust.ts";
import { COMMAND_SETTINGS, listNeeds } from "../../store/trusted_command.ts";
import type { CommandContext } from "../core/context.ts";
import type { Location } from "../core/locate.ts";

const KINDS = Object.keys(COMMAND_SETTINGS) as (keyof typeof COMMAND_SETTINGS)[];

/**
 * Trusts the commands of a project's setting if the user typed them. Calls in a session or under
 * `ralph run` do not count, because they may come from an agent.
 *
 * @throws {StateError} The trust cannot be recorded.
 */
export async function trustTyped(
  { env: { place, isInsideRun }, prompt, nowMs }: CommandContext,
  { places, project }: Location,
  key: string,
  value: unknown,
): Promise<void> {
  const kind = KINDS.find((each) => COMMAND_SETTINGS[each] === key);
  const isTyped = prompt !== undefined || place === "terminal" && !isInsideRun;
  if (kind === undefined || !isTyped || !Array.isArray(value)) return;
  const needs = listNeeds({ kind, lines: value, isForeign: true });
  addTrust(places, await findUntrusted(places, project, needs, nowMs()));
}
