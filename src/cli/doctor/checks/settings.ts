/** Checks whether ralph's settings, and the project's templates and adapters, are valid. */
import { listAdapterNeeds, listPrograms } from "../../../adapters/external/trust.ts";
import { readTemplates } from "../../../prompt/template_trust.ts";
import { namesIn } from "../../../store/files/presence.ts";
import { projectPlaces } from "../../../store/places.ts";
import { readText } from "../../../store/files/text_file.ts";
import { writeBackup } from "../../../store/files/set_aside.ts";
import type { ConfigProblem } from "../../../store/settings/layers.ts";
import { configTarget } from "../../../store/settings/config_file.ts";
import { loadSettings } from "../../../store/settings/load.ts";
import { SETTING_SPECS } from "../../../store/settings/settings.ts";
import { isSameValue } from "../../../store/settings/value.ts";
import { unsetSetting } from "../../../store/settings/write.ts";
import { listUntrusted } from "../../../store/trust.ts";
import { showCount } from "../../../text/human_units.ts";
import { showCommand } from "../../../text/shell_word.ts";
import { type Checkup, type DoctorFinding, fail, type Fix, warn } from "../check.ts";
import { moveAside } from "../move_aside.ts";

/** Yields each problem of ralph's settings; with any of them, commands refuse to start a loop. */
export function* settings(checkup: Checkup): Generator<DoctorFinding, string> {
  const { places, project, env } = checkup;
  const { problems, settings } = loadSettings({ places, project, env, loop: null });
  for (const problem of problems) {
    const { kind, layer, source, key } = problem;
    const flag = layer === "global" ? ["--global"] : [];
    const title = kind === "unreadable"
      ? "A settings file of ralph cannot be read, so commands refuse to start a loop"
      : "A setting is not valid, so commands refuse to start a loop";
    const fix = fixFor(problem, checkup);
    yield fail("settings.value", title, {
      detail: [problem.sentence],
      advice: layer === "environment"
        ? "Unset it, or give it another value."
        : `Correct "${source}"${fix === undefined || key === "" ? "" : ", or remove the setting"}.`,
      command: layer === "environment"
        ? showCommand(["unset", source])
        : fix === undefined || key === ""
        ? undefined
        : showCommand(["ralph", "config", "unset", ...flag, key]),
      fix,
    });
  }
  const changed = SETTING_SPECS
    .filter(({ key, default: builtIn }) => !isSameValue(settings[key], builtIn)).length;
  return changed === 0
    ? "All settings have their default values"
    : `All settings fit; ${showCount(changed, "value")} ${
      changed === 1 ? "differs" : "differ"
    } from the default`;
}

function fixFor(
  { kind, layer, source, key }: ConfigProblem,
  { places, project, nowMs }: Checkup,
): Fix | undefined {
  if (layer !== "global" && layer !== "project") return undefined;
  if (kind === "conflict" || kind === "key" && key === "") return undefined;
  const target = configTarget(places, layer === "project" ? project : null);
  return {
    title: kind === "unreadable"
      ? `Move "${source}" away, with all settings and guidance in it`
      : `Remove "${key}" from "${source}"`,
    needsConsent: true,
    apply: async () => {
      if (kind === "unreadable") return [moveAside(target.path, nowMs())];
      const read = readText(target.path);
      const copy = read.kind === "text" ? writeBackup(target.path, read.text, nowMs()) : null;
      await unsetSetting(target, key);
      return copy === null ? [] : [`A copy of the old file is "${copy}"`];
    },
  };
}

/** Lists adapters in YAML, which only earlier versions read. */
function listYamlFiles(project: string): string[] {
  return namesIn(projectPlaces(project).adaptersDir).filter((name) => /\.ya?ml$/i.test(name))
    .sort();
}

/** Yields the project's own templates and adapters that are not used. */
export async function* projectFiles(
  { places, project }: Checkup,
): AsyncGenerator<DoctorFinding, string> {
  const unused = "A project's template is not used, ralph's own is";
  const { needs, problems } = await readTemplates(project);
  for (const problem of problems) {
    const advice = "Correct it, or remove it from .claude/ralph-templates.";
    yield warn("settings.file", unused, { detail: [problem], advice });
  }
  for (const { need } of await listUntrusted(places, project, needs)) {
    yield warn("settings.file", unused, {
      detail: [`${need.what} is new or was changed, and is not trusted`],
      advice: "Read it first. If you agree with it, 'ralph start --trust' trusts it.",
    });
  }
  for (const { need } of await listUntrusted(places, project, await listAdapterNeeds(project))) {
    yield warn("settings.file", "A project's adapter is not trusted, so it is not asked", {
      detail: [`${need.what} is new or was changed`],
      advice: "Read it first. If you agree with it, 'ralph start --trust' trusts it.",
    });
  }
  for (const name of listYamlFiles(project)) {
    yield warn("settings.file", "An adapter in YAML is no longer read", {
      detail: [`.claude/ralph-adapters/${name}`],
      advice: "Replace it by a program, as in docs/adapters.md, and remove the file.",
    });
  }
  for (const { problem } of listPrograms(project)) {
    if (problem === null) continue;
    yield warn("settings.file", "A project's adapter cannot be loaded, so it is not used", {
      detail: [problem],
      advice: "Correct it, or remove it from .claude/ralph-adapters.",
      command: "ralph adapters",
    });
  }
  return "The project's templates and adapters can be loaded, and are trusted";
}
