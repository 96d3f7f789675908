/** Adds phrases to the guidance of a project, one call after the other, as the command does. */
import { GuidanceDraft } from "../../../src/guidance/edit.ts";
import { configTarget, editConfig } from "../../../src/store/settings/config_file.ts";
import { placesOf } from "../../../src/store/places.ts";

const [home = "", project = "", name = "", times = "0"] = Deno.args;
const places = placesOf({ home, claudeConfigDir: null, ralphHome: null });
for (let time = 0; time < Number(times); time++) {
  await editConfig(configTarget(places, project), (config) => {
    const draft = new GuidanceDraft(config);
    draft.add(time % 2 === 0 ? "encouraged" : "forbidden", {
      text: `${name} ${time}`,
      nowMs: Date.now(),
      loop: null,
      expiresAtMs: null,
      isOnce: false,
    });
    return draft.edits();
  });
}
