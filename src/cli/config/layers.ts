/** The settings in effect where a command was called, and the files they come from. */
import { isAbsolute } from "@std/path";
import { findLoop } from "../../lifecycle/loop.ts";
import { type ConfigTarget, configTarget } from "../../store/settings/config_file.ts";
import { linesOfKeys } from "../../store/files/json_text.ts";
import { readProjectText } from "../../store/files/project_text.ts";
import { readText } from "../../store/files/text_file.ts";
import type { SettingKey } from "../../store/settings/settings.ts";
import { loadSettings } from "../../store/settings/load.ts";
import type { Origin, ResolvedSettings } from "../../store/settings/resolve.ts";
import { flag } from "../core/command.ts";
import type { CommandContext } from "../core/context.ts";
import type { Printing } from "../core/document.ts";
import { locate } from "../core/locate.ts";
import { shortenHome, shortenPath } from "../view/task_lines.ts";

/** The option that reads and writes the user's defaults instead of the project's settings. */
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

/** Says what is wrong with the settings, as notes with the exit code; settings are printed as data. */
export function reportProblems(problems: ShownSettings["problems"]): Printing {
  const notes = problems.map(({ sentence }) => `Problem: ${sentence}`);
  return { exitCode: notes.length === 0 ? 0 : 2, notes, isData: true };
}

/** The settings in effect, and where each comes from. */
export interface ShownSettings extends ResolvedSettings {
  /** Names the source of a value for people: a path, or `environment`. */
  readonly sourceOf: (origin: Origin) => string;
  /** Finds the line of a setting in the file that it comes from; null for other sources. */
  readonly lineOf: (key: SettingKey) => number | null;
  /** Names the source of a setting in short: `.claude/ralph-config.json:3`, or `environment`. */
  readonly placeOf: (key: SettingKey) => string;
}

/**
 * Reads the settings in effect where the command was called.
 *
 * @param isGlobal Whether to read the user's defaults alone, without project and loop.
 */
export function readSettingsHere(context: CommandContext, isGlobal: boolean): ShownSettings {
  const { places, project } = locate(context);
  const loop = isGlobal ? null : findLoop(places, project)?.facts ?? null;
  const resolved = loadSettings({
    places,
    project: isGlobal ? null : project,
    env: context.env,
    loop,
  });
  const { origins, sources } = resolved;
  const sourceOf = (origin: Origin): string => {
    switch (origin) {
      case "built-in":
        return "built in";
      case "environment":
        return loop?.environment === undefined ? "environment" : "environment of start";
      case "flags":
        return "flags of start";
      case "last-good":
        return "last good value of the loop";
      default:
        return sources[origin] ?? origin;
    }
  };
  const lines = new Map<string, ReadonlyMap<string, number>>();
  const lineOf = (key: SettingKey): number | null => {
    const file = sources[origins[key]];
    // The other origins are no files.
    if (file === undefined || !isAbsolute(file)) return null;
    if (!lines.has(file)) {
      const isOfProject = origins[key].startsWith("project");
      const read = isOfProject ? readProjectText(project, file) : readText(file);
      lines.set(file, read.kind === "text" ? linesOfKeys(read.text) : new Map());
    }
    return lines.get(file)?.get(key) ?? null;
  };
  const placeOf = (key: SettingKey): string => {
    const source = sourceOf(origins[key]);
    const line = lineOf(key);
    if (line === null) return source;
    return `${shortenHome(shortenPath(source, project), context.env.home)}:${line}`;
  };
  return { ...resolved, sourceOf, lineOf, placeOf };
}
