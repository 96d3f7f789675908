/** The limits in effect where the command was called, for the topic about limits. */
import { attempt } from "../../error.ts";
import { readSettingsHere } from "../config/layers.ts";
import { renderGroup } from "../config/text.ts";
import type { CommandContext } from "../core/context.ts";
import type { PageLayout } from "./page_text.ts";

/**
 * Renders the limits that apply here; the user's defaults where no project can be.
 *
 * @returns Empty where not even those can be read.
 */
export function renderLimitsHere(context: CommandContext, layout: PageLayout): string[] {
  const here = attempt(() => readSettingsHere(context, false));
  const shown = here ?? attempt(() => readSettingsHere(context, true));
  if (shown === null) return [];
  const title = here === null ? "In all projects" : "In effect here";
  return [renderGroup("Limits", title, shown, { ...layout, isAlphaForge: false })];
}
