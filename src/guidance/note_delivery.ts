/**
 * The note in the configuration file that guidance was delivered. Loaded only where there is one to
 * make: most continuations have none.
 *
 * @module
 */
import { configTarget, editConfig } from "../store/settings/config_file.ts";
import type { Places } from "../store/places.ts";
import { GuidanceDraft } from "./edit.ts";
import type { Delivery } from "./item.ts";
import { renderInstant } from "../text/instant.ts";

/**
 * Notes deliveries; what was for one continuation only goes from its list.
 *
 * @param places the home's places
 * @param project the resolved path of the project's root
 * @param given what the continuation carried, the loop and the time in Unix milliseconds
 * @throws {RalphError} what `editConfig` throws, and where the guidance has another shape
 */
export async function noteDelivery(
  places: Places,
  project: string,
  given: {
    readonly deliveries: readonly Delivery[];
    readonly loopId: string;
    readonly nowMs: number;
  },
): Promise<void> {
  await editConfig(configTarget(places, project), (config) => {
    const draft = new GuidanceDraft(config);
    const fields = { loop: given.loopId, delivered: renderInstant(given.nowMs) };
    for (const { list, text } of given.deliveries) draft.deliver(list, text, fields);
    return draft.edits();
  });
}
