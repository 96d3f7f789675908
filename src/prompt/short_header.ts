/** The header of a continuation that repeats the previous one. */
import { showAdapter } from "../loop/header.ts";
import { isValidating } from "../loop/validation/validation.ts";
import { HOUR_MS, showDuration } from "../text/time.ts";
import type { LoopRecord } from "../store/records/loop_record.ts";
import type { Settings } from "../store/settings/settings.ts";

/**
 * Renders the short header: `Turn 5 of 99 · 12 min of 9 h · 7 of 12 items done`, and below it what
 * the adapter says.
 *
 * @param record The loop's record, with the iteration that the header announces.
 */
export function renderShortHeader(
  record: LoopRecord,
  settings: Settings,
  { done, total }: { readonly done: number; readonly total: number },
): string {
  const { phase, validation } = record;
  const rounds = Math.max(settings.validation_rounds, validation.round);
  const where = isValidating(validation) && phase === "validation"
    ? `validation round ${validation.round} of ${rounds}`
    : phase === "exploration"
    ? "exploration"
    : null;
  const line = [
    `Turn ${record.iteration} of ${settings.max_iterations}`,
    `${showDuration(record.accumulatedRuntimeMs)} of ${showDuration(settings.max_hours * HOUR_MS)}`,
    ...(where === null ? [] : [where]),
    ...(total === 0 ? [] : [`${done} of ${total} items done`]),
  ].join(" · ");
  return [line, ...showAdapter(record)].join("\n");
}
