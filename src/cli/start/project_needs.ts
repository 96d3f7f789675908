/**
 * All that a project's files would make a loop run or render: what `start` asks consent for.
 * `run` explores nothing and asks no adapter: it asks for commands and templates.
 *
 * @module
 */
import { listAdapterNeeds } from "../../adapters/external/consent.ts";
import { listCommandNeeds } from "../../evidence/verification/command_needs.ts";
import { type ItemCheck, listItemCommands } from "../../evidence/verification/item_checks.ts";
import { readDesignSpec, readFocusFile } from "../../focus/focus_file.ts";
import { listTaskNeeds } from "../../explore/checks/configured_tasks.ts";
import { listTemplateNeeds } from "../../prompt/project_templates.ts";
import type { ConsentNeed } from "../../store/consent_need.ts";
import type { Settings } from "../../store/settings/settings.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import { needsConsent } from "../../store/trust.ts";

/** What is about to be worked with. */
export interface NeedsSource {
  readonly project: string;
  readonly settings: Pick<Settings, "verify" | "explore_tasks">;
  readonly origins: Pick<ResolvedSettings["origins"], "verify" | "explore_tasks">;
  /** The commands of the plan's items. */
  readonly itemCommands: Iterable<string>;
}

/** Lists everything that a loop in a session needs consent for, whether somebody agreed to it or not. */
export async function listLoopNeeds(source: NeedsSource): Promise<ConsentNeed[]> {
  const { project, settings, origins } = source;
  return [
    ...listCommandNeeds(source, source.itemCommands),
    ...(needsConsent(origins.explore_tasks) ? listTaskNeeds(settings.explore_tasks) : []),
    ...await listAdapterNeeds(project),
    ...listTemplateNeeds(project),
  ];
}

/**
 * The items of a focus file that have a command of their own, those of its design spec included.
 *
 * @param path The file; null where there is none.
 */
export async function readItemChecks(path: string | null): Promise<ItemCheck[]> {
  if (path === null) return [];
  return listItemCommands([await readFocusFile(path), await readDesignSpec(path)]);
}
