/**
 * Divides a plan between machines. The division depends only on the plan's text, not on what is already done
 * or on the order in which the machines start. Pure.
 *
 * @module
 */
import type { Plan, PlanItem } from "../plan/plan.ts";
import type { ShardNumber } from "../parallel/prepare_parallel.ts";
import {
  areIndependent,
  type ItemScope,
  readScopes,
  scopeIn,
} from "../../plan/order/independence.ts";

/** A part of a plan that one machine works on in order. */
export interface PlanSection {
  /** The keys of its items, in the plan's order. */
  readonly keys: readonly string[];
  /**
   * The stage, from 0. A stage can begin when the stages before it are merged, because the item that
   * separates them depends on everything above it.
   */
  readonly stage: number;
  /** The number of the shard that works on it, from 1. */
  readonly shard: number;
}

/** The work that a machine can do now. */
export interface ShardWork {
  /** The items of this shard in the current stage, done or not, by key. */
  readonly own: ReadonlySet<string>;
  /** Number of open items in later stages. */
  readonly later: number;
}

/**
 * Divides a plan into sections, and assigns them to shards: in each stage the first section to shard 1, the
 * next to shard 2, and so on in turn.
 *
 * @param plan The plan.
 * @param count Number of shards.
 * @returns The sections; each item is in exactly one.
 */
export function divide(plan: Pick<Plan, "items" | "tasks">, count: number): PlanSection[] {
  const scopes = readScopes(plan);
  return splitStages(plan.items, scopes).flatMap((items, stage) =>
    joinDependent(items, scopes).map((section, index) => ({
      keys: section.map(({ key }) => key),
      stage,
      shard: index % count + 1,
    }))
  );
}

/**
 * Finds the work that a shard can do now: its sections in the first stage that has an open item.
 *
 * @param plan The plan, with merged items ticked.
 * @param shard The shard.
 */
export function findShardWork(
  plan: Pick<Plan, "items" | "tasks">,
  { index, count }: ShardNumber,
): ShardWork {
  const sections = divide(plan, count);
  const open = new Set(
    plan.items.filter(({ state }) => state === "open").map(({ key }) => key),
  );
  const openIn = ({ keys }: PlanSection) => keys.filter((key) => open.has(key)).length;
  const present = sections.find((section) => openIn(section) > 0)?.stage ?? 0;
  const own = sections.filter(({ stage, shard }) => stage === present && shard === index);
  const later = sections.filter(({ stage }) => stage > present);
  return {
    own: new Set(own.flatMap(({ keys }) => keys)),
    later: later.reduce((sum, section) => sum + openIn(section), 0),
  };
}

/** Returns each item's dependencies: the items before it in its section. */
export function scopesOfSections(sections: readonly PlanSection[]): Map<string, ItemScope> {
  return new Map(
    sections.flatMap(({ keys }, task) =>
      keys.map((key) => [key, { kind: "files", task, files: [`section ${task}`] }])
    ),
  );
}

/** Splits a plan before and after items that depend on everything. */
function splitStages(
  items: readonly PlanItem[],
  scopes: ReadonlyMap<string, ItemScope>,
): PlanItem[][] {
  const stages: PlanItem[][] = [];
  let wasUnknown: boolean | null = null;
  for (const item of items) {
    const isUnknown = scopes.get(item.key)?.kind === "unknown";
    if (isUnknown === wasUnknown) stages.at(-1)?.push(item);
    else stages.push([item]);
    wasUnknown = isUnknown;
  }
  return stages;
}

/** Joins items that depend on each other, directly or through items between them. */
function joinDependent(
  items: readonly PlanItem[],
  scopes: ReadonlyMap<string, ItemScope>,
): PlanItem[][] {
  const scopeOf = scopeIn(scopes);
  const position = new Map(items.map((item, index) => [item, index]));
  let sections: PlanItem[][] = [];
  for (const item of items) {
    const isJoined = (section: readonly PlanItem[]) =>
      section.some((other) => !areIndependent(scopeOf(item), scopeOf(other)));
    const joined = [...sections.filter(isJoined).flat(), item];
    sections = [...sections.filter((section) => !isJoined(section)), joined];
  }
  const at = (item: PlanItem | undefined) => item === undefined ? -1 : position.get(item) ?? -1;
  return sections
    .map((section) => section.toSorted((one, two) => at(one) - at(two)))
    .toSorted(([one], [two]) => at(one) - at(two));
}
