/** The settings in effect where a command was called, and the files they come from. */
import { isAbsolute } from "@std/path";
import { findLoop } from "../../lifecycle/loop.ts";
import { type ConfigTarget, configTarget } from "../../store/settings/config_file.ts";
import { linesOfKeys } from "../../store/files/json_text.ts";
import { readProjectText } from "../../store/files/project_text.ts";
import { readText } from "../../store/files/text_file.ts";
import { SETTING_SPECS, type SettingKey } from "../../store/settings/settings.ts";
import type { Layer } from "../../store/settings/layers.ts";
import { loadSettings } from "../../store/settings/load.ts";
import { type Origin, PAIRS, type ResolvedSettings } from "../../store/settings/resolve.ts";
import { flag } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import type { Printing } from "../core/document.ts";
import { locate } from "../core/locate.ts";
import { shortenHome, shortenPath } from "../view/task_lines.ts";

/** The option for the user's defaults instead of the project's settings. */
export const GLOBAL_OPTION = flag(
  "global",
  "Use your defaults for all projects instead of this project's settings",
  { alias: "g" },
);

/** Names the settings file that a command writes to. */
export function targetOf(context: CommandContext, isGlobal: boolean): ConfigTarget {
  const { places, project } = locate(context);
  return configTarget(places, isGlobal ? null : project);
}

/** Makes notes and an exit code of the problems in the settings; the settings themselves are data. */
export function reportProblems(problems: ShownSettings["problems"]): Printing {
  const notes = problems.map(({ sentence }) => `Problem: ${sentence}`);
  return { exitCode: notes.length === 0 ? 0 : 2, notes, isData: true };
}

/** Where the value of a setting comes from. */
interface SettingSource {
  /** The origin for people: `built in`, `environment`, a path. */
  readonly origin: string;
  /** The file that it is in, and its line there; null for other sources. */
  readonly file: string | null;
  readonly line: number | null;
  /** The environment variable that sets it; null for other sources. */
  readonly variable: string | null;
}

/** The settings in effect, and where each comes from. */
export interface ShownSettings extends ResolvedSettings {
  /** Finds where the value of a setting comes from. */
  readonly sourceOf: (key: SettingKey) => SettingSource;
  /** Names that source in short: `.claude/ralph-config.json:3`, or `environment: RALPH_VERIFY`. */
  readonly placeOf: (key: SettingKey) => string;
}

/**
 * Reads the settings in effect where the command was called.
 *
 * @param isGlobal Whether to read only the user's defaults, without project and loop.
 * @param more Values that are not written to their files yet.
 */
export function readSettingsHere(
  context: CommandContext,
  isGlobal: boolean,
  more: readonly Layer[] = [],
): ShownSettings {
  const { places, project } = locate(context);
  const { env } = context;
  const loop = isGlobal ? null : findLoop(places, project)?.facts ?? null;
  const resolved = loadSettings({ places, project: isGlobal ? null : project, env, loop }, more);
  const { origins, sources } = resolved;
  const lines = new Map<string, ReadonlyMap<string, number>>();
  const lineOf = (key: SettingKey, file: string): number | null => {
    if (!lines.has(file)) {
      const isOfProject = origins[key].startsWith("project");
      const read = isOfProject ? readProjectText(project, file) : readText(file);
      lines.set(file, read.kind === "text" ? linesOfKeys(read.text) : new Map());
    }
    return lines.get(file)?.get(key) ?? null;
  };
  const sourceOf = (key: SettingKey): SettingSource => {
    const origin = origins[key];
    const nowhere = { file: null, line: null, variable: null };
    const file = sources[origin];
    // The other origins are not files.
    if (file !== undefined && isAbsolute(file)) {
      return { origin: file, file, line: lineOf(key, file), variable: null };
    }
    if (origin !== "environment") return { ...nowhere, origin: nameOrigin(origin, key) };
    // A loop keeps the values from its start, but not the names of their variables.
    if (loop?.environment !== undefined) return { ...nowhere, origin: "environment of start" };
    const names = SETTING_SPECS.find((spec) => spec.key === key)?.environment ?? [];
    return { ...nowhere, origin, variable: names.find((name) => env.variable(name)) ?? null };
  };
  const placeOf = (key: SettingKey): string => {
    const { origin, file, line, variable } = sourceOf(key);
    if (variable !== null) return `${origin}: ${variable}`;
    if (file === null || line === null) return origin;
    return `${shortenHome(shortenPath(file, project), env.home)}:${line}`;
  };
  return { ...resolved, sourceOf, placeOf };
}

function nameOrigin(origin: Origin, key: SettingKey): string {
  switch (origin) {
    case "built-in":
      return "built in";
    case "flags":
      return "flags of start";
    case "last-good":
      return "last good value of the loop";
    case "lowered":
      return `lowered to ${PAIRS.find(([min]) => min === key)?.[1]}`;
    default:
      return origin;
  }
}
