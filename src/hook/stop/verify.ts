/**
 * Verifies a session's loop: by the commands of the plan's ticked items, and the user's own. Loaded
 * only if a decision depends on it.
 */
import { type ItemCheck, verifyingCommands } from "../../evidence/verification/command_needs.ts";
import { sortCommands } from "../../store/trusted_command.ts";
import {
  type CommandWatch,
  runVerification,
} from "../../evidence/verification/run_verification.ts";
import type { HookContext } from "../../lifecycle/context.ts";
import { journal } from "../../lifecycle/journal.ts";
import { findSessionLoop, openLoop } from "../../lifecycle/loop.ts";
import { OwnCommands } from "../../repair/own_commands.ts";
import type { Verification } from "../../loop/facts.ts";
import type { Places } from "../../store/places.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { ResolvedSettings } from "../../store/settings/resolve.ts";
import type { Settings } from "../../store/settings/settings.ts";
import { showText } from "../../text/show_text.ts";
import { SECOND_MS } from "../../text/time.ts";

/** For all commands: a minute less than the hook's timeout of 600 s, so that its answer is in time. */
export const VERIFICATION_BUDGET_MS = 540 * SECOND_MS;

/** Characters of an item and of a command that are shown. */
const MAX_ITEM_LENGTH = 160;
const MAX_COMMAND_LENGTH = 300;

/** The task, and the commands that verify it. */
export interface TaskToVerify {
  readonly places: Places;
  readonly project: string;
  /** Where the commands run: the project, or the worktree of it that the session works in. */
  readonly folder: string;
  readonly loopId: string;
  readonly settings: Pick<Settings, "verify" | "verify_timeout">;
  readonly origins: Pick<ResolvedSettings["origins"], "verify">;
  /** The commands of the plan's ticked items. */
  readonly items: readonly ItemCheck[];
  /** Called about ten times a second while a command runs. */
  readonly watched: CommandWatch;
}

/**
 * Runs the items' commands, then the user's, each command once, until one fails. Runs no command at
 * all if one of them is not trusted, such as one that changed during the loop.
 *
 * @returns `rejected` with the item's text before the output; `unknown` if trust is missing, or
 * time or the user ended it; `none` if there is nothing to run.
 */
export async function verifyTask(task: TaskToVerify): Promise<Verification> {
  const { places, project, folder, loopId, settings, items, watched } = task;
  const commands = verifyingCommands(task, items.map(({ command }) => command));
  const { trusted, untrusted: [refused] } = await sortCommands(places, project, ...commands);
  if (refused !== undefined) {
    const command = `\`${showText(refused, MAX_COMMAND_LENGTH)}\`${nameItem(items, refused)}`;
    const hint = "remove it from the plan if you added it; otherwise only the user can trust it " +
      "(ralph start --trust)";
    return { kind: "unknown", why: `${command} is not trusted: ${hint}` };
  }
  if (trusted.length === 0) return { kind: "none" };
  const once = new Map(trusted.map((command) => [command.line, command])).values().toArray();
  const verdict = await runVerification(once, {
    cwd: folder,
    timeoutMs: settings.verify_timeout * SECOND_MS,
    budgetMs: VERIFICATION_BUDGET_MS,
    ...watched,
    loopId,
  });
  if (verdict.kind !== "rejected") return verdict;
  const item = nameItem(items, verdict.command);
  return item === "" ? verdict : {
    ...verdict,
    tail: `The command${item} fails, though the item is ticked:\n${verdict.tail}`,
  };
}

function nameItem(items: readonly ItemCheck[], command: string): string {
  const [first, ...more] = items.filter((item) => item.command === command);
  if (first === undefined) return "";
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return ` of "${showText(first.text, MAX_ITEM_LENGTH)}"${others}`;
}

/** Watches the commands that run for a loop: is its end wanted, and did they destroy its files? */
export function watchOwnCommands(
  context: Pick<HookContext, "env" | "places" | "nowMs">,
  record: LoopRecord,
): CommandWatch {
  const { nowMs, places } = context;
  const { id, project, ownerSession } = record;
  const isOver = () => {
    const present = openLoop(findSessionLoop(context));
    return present === null || present.record.state !== "running" ||
      present.killSwitch !== null || !present.hasMarker;
  };
  let isAsked = false;
  const commands = new OwnCommands({
    ...{ places, id, project, nowMs },
    session: ownerSession ?? "",
    note: (note) => journal(places, record, { atMs: nowMs(), event: "stop", ...note }),
    by: (hasCalls) => isAsked ? null : hasCalls ? "call" : "user",
  });
  return {
    isStopAsked: () => {
      if (isAsked || !isOver()) return isAsked;
      commands.repair();
      return isAsked = isOver();
    },
    watch: (what, limitMs) => commands.begin(what, limitMs),
  };
}
