/**
 * Reads the plan again and again while others write it: half-written is no plan, and gone for good
 * is an error, never "all done".
 *
 * @module
 */
import type { JobWorld } from "../job.ts";
import { findEscape } from "./plan_place.ts";
import { type Plan, readPlan } from "./plan.ts";

/** What of the world the reader needs. */
export type ReaderWorld = Pick<JobWorld, "clock" | "report" | "stop">;

/** The plan, or why there is none any more. */
export type PlanReading =
  | { readonly kind: "plan"; readonly plan: Plan }
  | { readonly kind: "lost"; readonly why: string };

/** An editor that empties a file before it writes it is done by then: milliseconds. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 100;

/** Reads one plan. */
export class PlanReader {
  readonly #path: string;
  readonly #project: string;
  readonly #world: ReaderWorld;
  readonly #said = new Set<string>();

  /**
   * @param path The plan's file, links resolved.
   * @param project The project's root, links resolved.
   * @param world What it needs.
   */
  constructor(path: string, project: string, world: ReaderWorld) {
    this.#path = path;
    this.#project = project;
    this.#world = world;
  }

  /** Reads the plan; waits a moment where it looks half-written. */
  async read(): Promise<PlanReading> {
    const { clock, stop } = this.#world;
    const endsAt = clock.monotonicMs() + PATIENCE_MS;
    for (;;) {
      const escape = findEscape(this.#path, this.#project);
      if (escape !== null) return { kind: "lost", why: describeEscape(this.#path, escape) };
      const read = await readPlan(this.#path);
      if (read.kind === "plan" && read.plan.items.length > 0) {
        this.#tell(read.plan.problems);
        return read;
      }
      if (stop.ask !== null || clock.monotonicMs() >= endsAt) {
        return { kind: "lost", why: this.#describe(read) };
      }
      await clock.sleep(RETRY_MS, stop.signal);
    }
  }

  #describe(read: Awaited<ReturnType<typeof readPlan>>): string {
    switch (read.kind) {
      case "plan":
        return `The plan has no checklist items any more: ${this.#path}`;
      case "missing":
        return `The plan was deleted during the run: ${this.#path}`;
      case "unreadable":
        return `The plan cannot be read any more: ${read.why}`;
    }
  }

  #tell(problems: readonly string[]): void {
    for (const text of problems) {
      if (this.#said.has(text)) continue;
      this.#said.add(text);
      this.#world.report({ kind: "note", text: `Warning: ${text}` });
    }
  }
}

function describeEscape(path: string, target: string): string {
  return `The plan became a link out of the project during the run: ${path} leads to ${target}`;
}
