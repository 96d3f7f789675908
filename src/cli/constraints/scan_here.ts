/** Scans the project that a command was called in, for constraints and opportunities. */
import { scanProject } from "../../guidance/constraints/scan.ts";
import { scanRulesOf } from "../../guidance/constraints/scan_text.ts";
import { ownFilesOf } from "../../ideas/at_continuation.ts";
import { activeRecord } from "../../lifecycle/loop.ts";
import { readSettingsHere } from "../config/layers.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";

/** Scans the project, without counting the files of its loop as opportunities. */
export async function scanHere(context: CommandContext) {
  const location = locate(context);
  const { places, project } = location;
  const { settings } = readSettingsHere(context, false);
  const rules = scanRulesOf(context.env.home, settings.rigid_paths);
  const loop = activeRecord(places, project);
  const ownFiles = loop === null ? [] : ownFilesOf(loop);
  const scan = await scanProject({ ...location, rules, nowMs: context.nowMs(), ownFiles });
  return { ...location, settings, scan };
}
