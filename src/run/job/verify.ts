/**
 * Runs the verification commands of ticked items and of a finished plan, and reverts false ticks.
 */
import type { Verification } from "../../loop/facts.ts";
import { SECOND_MS } from "../../text/time.ts";
import type { TrustedCommand } from "../../store/trusted_command.ts";
import type { AgentFacts } from "../../store/records/agent_facts.ts";
import type { Plan, PlanItem } from "../plan/plan.ts";
import { findOrigins } from "../plan/follow_item.ts";
import { untickItem } from "../plan/untick.ts";
import { confineWithGit } from "../repository/confine_with_git.ts";
import type { RunContext } from "./context.ts";
import type { FailedCheck } from "./job.ts";

const SANDBOX_NOTE =
  "Note: checks and worktree_setup run in the sandbox. If a command needs something missing, add it: " +
  "--sandbox-env NAME, --sandbox-read PATH, --sandbox-write PATH; or run checks with your rights, such as " +
  "with Docker: --checks-outside";

/**
 * Finds the checks of the whole plan that fail before an agent has begun, so that it is not blamed for them.
 */
export async function noteRedBefore(context: RunContext): Promise<void> {
  for (const command of context.job.verify) {
    const failed = await runChecks(context, [command], null);
    if (context.stop.request !== null) return;
    if (failed === null) continue;
    context.redBefore.add(command.line);
    context.noteOnce(
      `Note: \`${command.line}\` fails before the first turn; it has to pass at the end`,
    );
  }
}

/** An item whose tick was undone, with the check that failed. */
export interface Reverted extends FailedCheck {
  readonly key: string;
  readonly item: string;
}

/**
 * Runs one of the user's trusted commands, such as a check, in the run's sandbox.
 */
export async function runTrusted(
  context: RunContext,
  command: TrustedCommand,
): Promise<Verification> {
  const { job, loop, verify, stop, workFolder } = context;
  const timeoutMs = job.settings.verify_timeout * SECOND_MS;
  let restore = () => Promise.resolve();
  const verdict = await verify([command], {
    cwd: workFolder,
    timeoutMs,
    // The timeout for all commands together; here each command has its own.
    budgetMs: timeoutMs + SECOND_MS,
    isStopAsked: () => stop.request !== null,
    watch: (line, limitMs) => loop.beginCommand(line, limitMs),
    loopId: loop.facts.id,
    confine: async (shell) => {
      if (job.options["checks-outside"]) return { command: shell, env: job.env };
      const confined = await confineWithGit(context, shell, job.env, false);
      restore = confined.restore;
      return confined;
    },
  });
  await restore();
  return verdict;
}

/**
 * Runs one trusted verification command and reports on it.
 *
 * @param item The item that it belongs to; null for the user's own command.
 * @returns Null if it passed or a stop was requested; else the end of its output. A command that was
 * interrupted has not passed.
 */
async function verifyCommand(
  context: RunContext,
  trusted: TrustedCommand,
  item: string | null,
): Promise<string | null> {
  const { activeTime, report, stop } = context;
  const { line: command } = trusted;
  report({ kind: "verifying", command, item });
  const verdict = await activeTime.count(() => runTrusted(context, trusted));
  if (stop.request !== null) return null;
  const tail = verdict.kind === "rejected"
    ? verdict.tail
    : verdict.kind === "unknown"
    ? verdict.why
    : null;
  report({
    kind: "verified",
    command,
    item,
    verdict: tail === null ? "passed" : "failed",
    detail: tail?.split("\n").at(-1) ?? "",
  });
  if (tail === null) context.redBefore.delete(command);
  else noteSandbox(context);
  return tail;
}

/** Notes once, after a command failed in the sandbox, that the sandbox may be the cause. */
export function noteSandbox({ job, noteOnce }: Pick<RunContext, "job" | "noteOnce">): void {
  if (job.sandbox.kind !== "none" && !job.options["checks-outside"]) noteOnce(SANDBOX_NOTE);
}

/**
 * Runs verification commands until one fails.
 *
 * @param item The item that they belong to; null for a finished plan.
 * @returns The failed command; null if all passed or a stop was requested.
 */
export async function runChecks(
  context: RunContext,
  commands: readonly TrustedCommand[],
  item: string | null,
): Promise<FailedCheck | null> {
  for (const command of commands) {
    const tail = await verifyCommand(context, command, item);
    if (tail !== null) return { command: command.line, tail };
    if (context.stop.request !== null) return null;
  }
  return null;
}

/** Verifies the items of a run. */
export class ItemVerifier {
  readonly #context: RunContext;
  /** The commands that passed since the last agent ran, by item key. */
  readonly #passed = new Map<string, string>();

  /** The items at the start. */
  readonly #start: readonly PlanItem[];
  readonly #commandsByLine: ReadonlyMap<string, TrustedCommand>;
  /** The items at the start that correspond to the items as last read. */
  #origins: { readonly plan: Plan; readonly byKey: ReadonlyMap<string, string> } | null = null;

  /** Notes the items at the start. @param plan The whole plan. */
  constructor(context: RunContext, plan: Plan) {
    this.#context = context;
    this.#start = plan.items;
    const commands = [...context.job.itemCommands.values()];
    this.#commandsByLine = new Map(commands.map((command) => [command.line, command]));
  }

  #originsIn(plan: Plan): ReadonlyMap<string, string> {
    if (this.#origins?.plan !== plan) {
      this.#origins = { plan, byKey: findOrigins(this.#start, plan.items) };
    }
    return this.#origins.byKey;
  }

  /** Lists the commands of ticked items that passed since the last agent ran, one per item. */
  listPassed({ items }: Pick<Plan, "items">): string[] {
    return items.flatMap(({ key, state }) => {
      const command = state === "done" ? this.#passed.get(key) : undefined;
      return command === undefined ? [] : [command];
    });
  }

  /** Lists the items that the last agent ticked, each with the command that passed. */
  listTicked(
    { items }: Pick<Plan, "items">,
    before: { readonly wasDone: (key: string) => boolean },
  ): NonNullable<AgentFacts["ticked"]> {
    return items.filter(({ key, state }) => state === "done" && !before.wasDone(key))
      .map(({ key, text }) => ({ text, check: this.#passed.get(key) ?? null }));
  }

  /** Clears the passed items, since an agent may break them again. */
  forget(): void {
    this.#passed.clear();
  }

  /** Runs an open item's own check. @returns Null if it has none, or a stop was requested. */
  async tryOpen(item: PlanItem, plan: Plan) {
    const command = this.#chooseCommand(item, plan);
    if (command === null) return null;
    const tail = await verifyCommand(this.#context, command, item.text);
    const { request } = this.#context.stop;
    return request === null ? { command: command.line, hasPassed: tail === null } : null;
  }

  /** Verifies ticked items. @returns The reverted ticks; it ends early if a stop is requested. */
  async verify(plan: Plan, isIntended: (item: PlanItem) => boolean): Promise<Reverted[]> {
    const { stop, report, noteOnce, workFolder } = this.#context;
    const reverted: Reverted[] = [];
    for (const item of plan.items) {
      if (item.state !== "done" || this.#passed.has(item.key) || !isIntended(item)) continue;
      const command = this.#chooseCommand(item, plan);
      if (command === null) continue;
      const tail = await verifyCommand(this.#context, command, item.text);
      if (stop.request !== null) return reverted;
      if (tail === null) {
        this.#passed.set(item.key, command.line);
        continue;
      }
      const unticked = await untickItem(plan.path, workFolder, item.key);
      if (unticked.kind === "failed") {
        noteOnce(`A false tick could not be undone (${item.text}): ${unticked.why}`);
      }
      reverted.push({ key: item.key, item: item.text, command: command.line, tail });
    }
    if (reverted.length > 0) report({ kind: "reverted", items: reverted });
    return reverted;
  }

  /**
   * Returns the command to run for an item: one of the commands that the plan had when the user was asked for
   * trust. If an item's command has changed since, its earlier command is run.
   */
  #chooseCommand({ key, text, command }: PlanItem, plan: Plan): TrustedCommand | null {
    const { job: { itemCommands }, noteOnce } = this.#context;
    const own = itemCommands.get(this.#originsIn(plan).get(key) ?? key) ?? null;
    const known = command === null ? undefined : this.#commandsByLine.get(command);
    if (known !== undefined || own?.line === (command ?? undefined)) return known ?? own;
    noteOnce(
      command === null
        ? `The command of "${text}" was removed during the run; it is still run`
        : own === null
        ? `Not verified: "${text}" got its command \`${command}\` during the run and is not trusted`
        : `The command of "${text}" was changed during the run: the trusted command is run instead`,
    );
    return own;
  }
}
