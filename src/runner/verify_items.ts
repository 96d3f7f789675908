/**
 * Verifies ticked items by their own commands and takes false ticks back.
 *
 * @module
 */
import type { JobWorld } from "./job.ts";
import type { Plan, PlanItem } from "./plan/plan.ts";
import { untickItem } from "./plan/untick.ts";
import { verifyCommand, type VerifyScope } from "./verify_command.ts";

/** A tick that was taken back. */
export interface Reverted {
  readonly item: string;
  readonly command: string;
  /** The end of the command's output. */
  readonly tail: string;
}

/** What of the world verification needs. */
export type VerifyWorld = Pick<JobWorld, "verify" | "report" | "stop" | "isAgreed">;

/** Verifies the items of one run. */
export class ItemVerifier {
  readonly #job: VerifyScope & { readonly planPath: string };
  readonly #world: VerifyWorld;
  /** Commands by item, as they stood when the run began. */
  readonly #commands: ReadonlyMap<string, string>;
  readonly #said = new Set<string>();
  /** Items that passed since the last agent ran. */
  readonly #passed = new Set<string>();

  /**
   * @param job The run.
   * @param world What it needs.
   * @param plan The plan at the run's start.
   */
  constructor(
    job: VerifyScope & { readonly planPath: string },
    world: VerifyWorld,
    plan: Plan,
  ) {
    this.#job = job;
    this.#world = world;
    this.#commands = new Map(
      plan.items.flatMap(({ key, command }) => command === null ? [] : [[key, command] as const]),
    );
  }

  /** Ticked items whose own check passed since the last agent ran. */
  countVerified({ items }: Pick<Plan, "items">): number {
    return items.filter(({ key, state }) => state === "done" && this.#passed.has(key)).length;
  }

  /** An agent ran: what passed before may fail now. */
  forget(): void {
    this.#passed.clear();
  }

  /**
   * Verifies ticked items.
   *
   * @param plan The plan as it stands.
   * @param isMeant Which of its ticked items.
   * @returns The ticks that were taken back; it ends early where a stop is asked for.
   */
  async verify(plan: Plan, isMeant: (item: PlanItem) => boolean): Promise<Reverted[]> {
    const reverted: Reverted[] = [];
    for (const item of plan.items) {
      if (item.state !== "done" || this.#passed.has(item.key) || !isMeant(item)) continue;
      const command = this.#commandOf(item);
      if (command === null) continue;
      const failed = await verifyCommand(this.#job, this.#world, command, item.text);
      if (this.#world.stop.ask !== null) return reverted;
      if (failed === null) {
        this.#passed.add(item.key);
        continue;
      }
      const unticked = await untickItem(this.#job.planPath, this.#job.project, item.key);
      if (unticked.kind === "failed") {
        this.#say(`A false tick could not be undone (${item.text}): ${unticked.why}`);
      }
      reverted.push({ item: item.text, command, tail: failed });
    }
    if (reverted.length > 0) this.#world.report({ kind: "reverted", items: reverted });
    return reverted;
  }

  /**
   * The command that may be run for an item: never one that was changed, or came, during the run
   * without anybody's consent. Where it was changed, the one agreed to stands.
   */
  #commandOf(item: PlanItem): string | null {
    const agreed = this.#commands.get(item.key) ?? null;
    if (item.command === null || item.command === agreed) {
      if (item.command === null && agreed !== null) {
        this.#say(
          `The command of "${item.text}" was removed during the run; it is run all the same`,
        );
      }
      return agreed;
    }
    if (this.#world.isAgreed(item.command)) return item.command;
    if (agreed !== null) {
      this.#say(
        `The command of "${item.text}" was changed during the run: the one that was agreed to is run instead`,
      );
      return agreed;
    }
    this.#say(
      `Not verified: "${item.text}" got its command \`${item.command}\` during the run and is not trusted`,
    );
    return null;
  }

  #say(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#world.report({ kind: "note", text });
  }
}
