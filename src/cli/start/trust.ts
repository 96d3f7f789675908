/**
 * Asks for trust in everything that a project's files would make a session's loop run or render. For
 * `run`, that is only commands and templates, since it neither explores nor asks an adapter.
 */
import { listAdapterNeeds } from "../../adapters/external/trust.ts";
import { verifyingCommands } from "../../evidence/verification/command_needs.ts";
import { notifyCommands } from "../../lifecycle/notify/channel.ts";
import { keepTemplates, listTemplateNeeds, readTemplates } from "../../prompt/template_trust.ts";
import type { TrustNeed } from "../../store/trust.ts";
import { commandsOf, listNeeds } from "../../store/trusted_command.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { askTrust, describeWanted, findUntrusted, type TrustWords } from "../core/trust.ts";
import type { CommandContext } from "../core/context.ts";
import type { Location } from "../core/locate.ts";
import type { StartOptions } from "./options.ts";
import type { ReadPlanFile } from "./plan_file.ts";

const WORDS: TrustWords = {
  purpose: "This project's files ask to run these commands before a loop may end:",
  refused: "Nothing was started: the project's commands are not trusted",
};

/**
 * Asks for trust in everything that the plan's loop would run or render.
 *
 * @returns Lines for the user.
 * @throws {StateError} The commands are not trusted.
 */
export async function trustPlan(
  context: CommandContext,
  { places, project, options, resolved, file }: Location & {
    readonly options: StartOptions;
    readonly resolved: ResolvedSettings;
    readonly file: ReadPlanFile;
  },
): Promise<readonly string[]> {
  const { problems } = await readTemplates(project);
  const broken = problems.map((problem) => `Warning: ${problem}`);
  const itemCommands = file.checks.map(({ command }) => command);
  const needs = await listLoopNeeds({ project, ...resolved, itemCommands });
  const at = context.nowMs();
  const wanted = await findUntrusted(places, project, needs, at);
  if (options["dry-run"]) {
    return [...broken, ...describeWanted(wanted)];
  }
  const lines = askTrust(context, places, wanted, options.trust, WORDS);
  await keepTemplates(places, project);
  return [...broken, ...lines];
}

interface NeedsSource {
  readonly project: string;
  readonly settings: Pick<Settings, "verify" | "explore_tasks" | "notify">;
  readonly origins: Pick<ResolvedSettings["origins"], "verify" | "explore_tasks" | "notify">;
  readonly itemCommands: Iterable<string>;
}

/** Lists everything that needs trust in a session's loop, trusted or not. */
export async function listLoopNeeds(source: NeedsSource): Promise<TrustNeed[]> {
  const { project } = source;
  return [
    ...listNeeds(...verifyingCommands(source, source.itemCommands), commandsOf("task", source)),
    ...await listAdapterNeeds(project),
    ...await listTemplateNeeds(project),
    ...listNeeds(notifyCommands(source)),
  ];
}
