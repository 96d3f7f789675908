/**
 * `ralph hooks uninstall`.
 *
 * @module
 */
import { removeHooks } from "../registration/settings_document.ts";
import { settingsPath } from "../registration/settings_file.ts";
import { hasLoop } from "../store/project_marks.ts";
import { defineCommand } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { SCOPE_OPTIONS } from "./hooks_options.ts";
import { changeSettings, readScope } from "./hooks_change.ts";
import { locate, type Location, readRegistrationHere } from "./locate.ts";

/** The description of `ralph hooks uninstall`. */
export const command = defineCommand({
  name: "uninstall",
  summary: "Takes exactly ralph's hooks out of Claude Code's settings.",
  description: "Hooks of others stay, in the same group too. The old file is kept beside it.",
  options: [
    ...SCOPE_OPTIONS,
    { name: "dry-run", alias: "n", type: "boolean", help: "show what would change" },
  ],
  run: (context, { options }) => {
    const { out } = context;
    const scope = readScope(options);
    const location = locate(context);
    const path = settingsPath(scope, location.places, location.project);
    const result = changeSettings(context, location, {
      scope,
      edit: (text) => text === null ? null : removeHooks(text),
      installs: false,
      isDryRun: options["dry-run"],
    });
    if (result === "shown") return 0;
    out.data(
      result === "unchanged"
        ? `Nothing to do: no hooks of ralph are in "${path}".`
        : `Took ralph's hooks out of "${path}".`,
    );
    sayWhatIsLeft(context, location);
    return 0;
  },
});

function sayWhatIsLeft(context: CommandContext, location: Location): void {
  const { sources } = readRegistrationHere(context, location);
  for (const { name } of sources) context.out.say(`They are still registered in "${name}".`);
  if (sources.length === 0 && hasLoop(location.places, location.project)) {
    context.out.say("Nothing drives this project's loop now; 'ralph stop' ends it.");
  }
}
