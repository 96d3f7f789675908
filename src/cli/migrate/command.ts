/** `ralph migrate`: migrates the files of the earlier ralph plugin. */
import { adding } from "../../text/again.ts";
import { UsageError } from "../../error.ts";
import { planMigration } from "./migrate.ts";
import { showCount } from "../../text/human_units.ts";
import { yesOrNo } from "../core/ask.ts";
import { defineTopCommand, flag, JSON_OPTION } from "../core/command.ts";
import { show } from "../core/document.ts";
import { locate } from "../core/locate.ts";

export const command = defineTopCommand({
  description:
    "Renames its settings to their current names, and removes its hooks and files that " +
    "nothing reads any more. Changed files are kept under another name. Files that ralph " +
    "still reads, such as .claude/loop-config.json, stay.",
  options: [
    flag("dry-run", "Show what would change, and change nothing", { alias: "n" }),
    flag("yes", "Do not ask", { alias: "y" }),
    JSON_OPTION,
  ],
  run: async (context, { options }) => {
    const { places, project } = locate(context);
    const steps = planMigration({ places, project, nowMs: context.nowMs() });
    const files = steps.map(({ path, title }) => ({ path, title }));
    if (steps.length === 0) {
      return show({ migrated: false, files }, () => "The earlier ralph plugin left nothing here.");
    }
    const lines = files.map(({ path, title }) => `${path}: ${title}`).join("\n");
    if (options["dry-run"]) return show({ migrated: false, files }, () => lines);
    if (!options.yes) {
      if (!context.ask.isPossible) {
        throw new UsageError("The migration needs confirmation", {
          hint: "There is no terminal to ask on. Look at --dry-run, then:",
          again: adding("--yes"),
        });
      }
      const question = `${lines}\nChange ${showCount(steps.length, "file")}?`;
      if (context.ask.choose(yesOrNo(question, "no")) !== "yes") {
        return show({ migrated: false, files }, () => "", { notes: ["Nothing was changed."] });
      }
    }
    for (const step of steps) await step.apply();
    return show({ migrated: true, files }, () => `${lines}\nDone.`);
  },
});
