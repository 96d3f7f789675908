/** `ralph scan`: scans a loop's project, in a separate process that a hook starts after its answer. */
import { scanAgain } from "../guidance/constraints/scan.ts";
import { scanRulesOf } from "../guidance/constraints/scan_text.ts";
import { ownFilesOf } from "../ideas/at_continuation.ts";
import { journal } from "../lifecycle/journal.ts";
import { findLoop, openLoop } from "../lifecycle/loop.ts";
import { keepTemplates } from "../prompt/template_trust.ts";
import { placesOf } from "../store/places.ts";
import { loadSettings } from "../store/settings/load.ts";
import { defineTopCommand } from "./core/command.ts";

/** Time limit in milliseconds. Files not read by then are left out, and the next scan starts over. */
const LONGEST_MS = 60_000;

/** Maximum number of constraints in one journal entry. */
const MOST_CHANGES = 20;

export const command = defineTopCommand({
  description: "A hook starts it after its answer. It ends at once if no loop is active, or if " +
    "another scan of the same project is running.",
  args: [{ name: "project", help: "Folder of the loop", required: true }],
  run: async ({ env, nowMs }, { args: { project } }) => {
    const deadline = performance.now() + LONGEST_MS;
    const places = placesOf(env);
    const loop = openLoop(findLoop(places, project));
    if (loop === null) return 0;
    const { record } = loop;
    // Templates that were trusted before this ralph was installed are not parsed yet.
    await keepTemplates(places, project).catch(() => {});
    const { settings } = loadSettings({ places, project, env, loop: loop.facts });
    const rules = scanRulesOf(env.home, settings.rigid_paths);
    const request = {
      places,
      project,
      rules,
      nowMs: nowMs(),
      ownFiles: ownFilesOf(record),
      deadline,
    };
    const { appeared = [], gone = [] } = await scanAgain(request) ?? {};
    if (appeared.length + gone.length === 0) return 0;
    journal(places, record, {
      atMs: nowMs(),
      event: "scan",
      kind: "constraints",
      sentence: "What constrains the loop has changed",
      evidence: [
        ...appeared.map(({ description, severity }) => `found (${severity}): ${description}`),
        ...gone.map(({ description }) => `gone: ${description}`),
      ].slice(0, MOST_CHANGES),
    });
    return 0;
  },
});
