/** Whether ralph's settings can be read, every key is known and every value fits. */
import { type ConfigProblem, describeProblem } from "../../store/settings/config_problem.ts";
import { configTarget } from "../../store/settings/config_file.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { readText } from "../../store/files/text_file.ts";
import { writeBackup } from "../../store/files/set_aside.ts";
import { SETTING_SPECS } from "../../store/settings/settings.ts";
import { unsetSetting } from "../../store/settings/write.ts";
import { showCount } from "../../text/human_units.ts";
import { quoteForShell } from "../../text/shell_word.ts";
import { isSameValue } from "../../store/settings/value.ts";
import { defineCheck, type DoctorContext, type Finding } from "../check.ts";
import { moveAside } from "../move_aside.ts";

interface SettingsFacts {
  readonly problems: readonly ConfigProblem[];
  readonly changed: number;
}

interface SettingsAction {
  readonly layer: "global" | "project";
  /** Null for the whole file. */
  readonly key: string | null;
}

/** The check of the settings. */
export const settings = defineCheck<SettingsFacts, SettingsAction>({
  id: "settings.values",
  subject: "ralph's settings",
  gather: ({ places, project, env }) => {
    const { problems, settings } = loadSettings({ places, project, env, loop: null });
    const changed = SETTING_SPECS
      .filter(({ key, default: builtIn }) => !isSameValue(settings[key], builtIn)).length;
    return { problems, changed };
  },
  judge: judgeSettings,
  repair,
});

/** Judges the settings: a command refuses to run with any problem. */
export function judgeSettings({ problems, changed }: SettingsFacts): Finding<SettingsAction>[] {
  if (problems.length === 0) {
    const title = changed === 0
      ? "All settings have their default values"
      : `All settings fit; ${showCount(changed, "value")} ${
        changed === 1 ? "differs" : "differ"
      } from the default`;
    return [{ id: "settings.values", status: "pass", title }];
  }
  return problems.map((problem) => {
    const { kind, layer, source, key } = problem;
    const isFile = layer === "global" || layer === "project";
    return {
      id: `settings.${kind}`,
      status: "fail",
      title: TITLES[kind],
      detail: [describeProblem(problem)],
      advice: layer === "environment"
        ? "Unset it, or give it another value."
        : kind === "unreadable"
        ? `Correct "${source}", or move it away to use the built-in settings.`
        : kind === "conflict"
        ? "Give one of them another value."
        : `Correct "${source}"${isFile ? ", or remove the setting" : ""}.`,
      ...commandFor(problem),
      ...isFile && ["unknown", "value", "unreadable"].includes(kind)
        ? {
          repair: {
            title: kind === "unreadable"
              ? `Move "${source}" away, with all settings and guidance in it`
              : `Remove "${key}" from "${source}"`,
            needsConsent: true,
            action: { layer, key: kind === "unreadable" ? null : key },
          },
        }
        : {},
    };
  });
}

function commandFor({ kind, layer, source, key }: ConfigProblem): { readonly command?: string } {
  if (layer === "environment") return { command: `unset ${quoteForShell(source)}` };
  const flag = layer === "global" ? " --global" : "";
  if (kind === "conflict") return { command: `ralph config set${flag} ${key} VALUE` };
  const isFile = layer === "global" || layer === "project";
  return isFile && kind !== "unreadable" && key !== ""
    ? { command: `ralph config unset${flag} ${quoteForShell(key)}` }
    : {};
}

const TITLES: Readonly<Record<ConfigProblem["kind"], string>> = {
  unreadable: "A settings file of ralph cannot be read, so commands refuse to start a loop",
  unknown: "A setting is unknown, so commands refuse to start a loop",
  retired: "A setting of the earlier plugin has no effect",
  value: "A setting has a value that does not fit, so commands refuse to start a loop",
  twice: "A setting is there twice",
  more: "More settings are wrong",
  conflict: "Two settings contradict each other, so commands refuse to start a loop",
};

/** Removes the key, flat or nested, after a copy of the file was made. */
async function repair(context: DoctorContext, { layer, key }: SettingsAction): Promise<string[]> {
  const target = configTarget(context.places, layer === "project" ? context.project : null);
  if (key === null) return [moveAside(context.places, target.path, context.nowMs())];
  const read = readText(target.path);
  const lines = read.kind === "text"
    ? [`A copy of the old file is "${writeBackup(target.path, read.text, context.nowMs())}"`]
    : [];
  await unsetSetting(target, key);
  return lines;
}
