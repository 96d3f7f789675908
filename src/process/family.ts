/**
 * All processes of a run: those that the started one began, and those that escaped from it.
 *
 * A member is the started process, every child of a member, every process of its group or session,
 * every process that carries the run's mark in its environment, and every orphan that came to this
 * process since the start. Members are known by id and start time, so a process that got a dead
 * member's id is not taken for it.
 *
 * @module
 */
import { isRunningProgram } from "./run_program.ts";
import { type Adopter, adoptOrphans } from "./orphans.ts";
import type { ProcessEntry, ProcessTable } from "./process_table.ts";

/** What a family starts from. */
export interface FamilySeed {
  /** The started process, leader of its session; null to find a run's processes by their mark alone. */
  readonly rootPid: number | null;
  /** The agent below the started process, where that only keeps its terminal open. */
  readonly findAgent?: (() => number | null) | undefined;
  /** The ids of the runs whose mark makes a member. */
  readonly runIds: readonly string[];
  /** Null where the system has none. */
  readonly table: ProcessTable | null;
  /** What was `table.now()` just before the start: older processes are no members. */
  readonly since: number;
  /** Who gets the orphans, where somebody does. */
  readonly adopter?: Adopter | null;
}

/** Looks at the system just before a start. */
export async function lookBefore(
  table: ProcessTable | null,
): Promise<Pick<FamilySeed, "since" | "adopter">> {
  if (table === null) return { since: 0, adopter: null };
  const adopter = await adoptOrphans(table);
  return { since: table.now(), adopter };
}

/** The members at one moment. */
export interface Census {
  /** Those that live. */
  readonly living: readonly ProcessEntry[];
  /** Processor time of all, in milliseconds; null where it cannot be known. */
  readonly cpuMs: number | null;
}

/** Start times are rounded by the system; so much older a member may seem, in the table's unit. */
const ROUNDING = 2;

/** Follows the processes of one run. */
export class Family {
  readonly #seed: FamilySeed;
  #members = new Map<number, ProcessEntry>();
  /** Processes whose mark was looked for in vain, so that each environment is read once. */
  #strangers = new Map<number, number>();
  /** Orphans that had ended at the last look and that nobody had collected. */
  #ended = new Set<number>();
  #hasRootEnded = false;

  /** @param seed What it starts from. */
  constructor(seed: FamilySeed) {
    this.#seed = seed;
  }

  /** The started process. */
  get rootPid(): number | null {
    return this.#seed.rootPid;
  }

  /** To be called when the started process is known to have ended. */
  noteRootEnd(): void {
    this.#hasRootEnded = true;
  }

  /** Looks at the system's processes and counts the members. */
  async takeCensus(): Promise<Census> {
    const { table } = this.#seed;
    const entries = await table?.list() ?? [];
    if (table === null || entries.length === 0) return this.#countBlindly();
    const members = new Map<number, ProcessEntry>();
    for (const entry of entries) if (this.#isSure(entry)) members.set(entry.pid, entry);
    for (const pid of await this.#findMarked(table, entries, members)) {
      const entry = entries.find((one) => one.pid === pid);
      if (entry !== undefined) members.set(pid, entry);
    }
    addRelatives(members, entries);
    this.#collectOrphans(entries);
    this.#members = members;
    const all = [...members.values()];
    return {
      living: all.filter(({ isEnded }) => !isEnded),
      cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    };
  }

  /** Where the system does not show its processes, those that are known by name lead groups. */
  #countBlindly(): Census {
    const { rootPid, findAgent } = this.#seed;
    const pids = this.#hasRootEnded ? [] : [rootPid, findAgent?.() ?? null];
    return { living: pids.filter((pid) => pid !== null).map(entryOf), cpuMs: null };
  }

  #isSure(entry: ProcessEntry): boolean {
    if (this.#members.get(entry.pid)?.startedAt === entry.startedAt) return true;
    const { rootPid, since } = this.#seed;
    if (rootPid === null || entry.startedAt < since - ROUNDING) return false;
    if (this.#isOrphan(entry)) return true;
    return entry.pid === rootPid && !this.#hasRootEnded || entry.group === rootPid ||
      entry.session === rootPid;
  }

  #isOrphan({ pid, parent }: ProcessEntry): boolean {
    const { adopter, rootPid } = this.#seed;
    return adopter != null && parent === adopter.pid && pid !== rootPid &&
      !adopter.ownChildren.has(pid) && !isRunningProgram(pid);
  }

  /**
   * Ended orphans would fill the system's table. Those of this process itself are collected by the
   * runtime at once, so only who stays from one look to the next is an orphan for certain.
   */
  #collectOrphans(entries: readonly ProcessEntry[]): void {
    const ended = entries.filter((entry) => entry.isEnded && this.#isOrphan(entry));
    for (const { pid } of ended) if (this.#ended.has(pid)) this.#seed.adopter?.collect(pid);
    this.#ended = new Set(ended.map(({ pid }) => pid));
  }

  async #findMarked(
    table: ProcessTable,
    entries: readonly ProcessEntry[],
    members: ReadonlyMap<number, ProcessEntry>,
  ): Promise<ReadonlySet<number>> {
    const strangers = new Map<number, number>();
    const unknown: ProcessEntry[] = [];
    const ownLine = listAncestors(Deno.pid, entries);
    for (const entry of entries) {
      if (members.has(entry.pid) || ownLine.has(entry.pid)) continue;
      if (this.#strangers.get(entry.pid) === entry.startedAt) {
        strangers.set(entry.pid, entry.startedAt);
      } else if (entry.startedAt >= this.#seed.since - ROUNDING) unknown.push(entry);
    }
    const marked = await table.findMarked(unknown.map(({ pid }) => pid), this.#seed.runIds);
    for (const { pid, startedAt } of unknown) {
      if (!marked.has(pid)) strangers.set(pid, startedAt);
    }
    this.#strangers = strangers;
    return marked;
  }
}

/** Adds children, and processes in groups and sessions that members lead, until none is found. */
function addRelatives(members: Map<number, ProcessEntry>, entries: readonly ProcessEntry[]): void {
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const entry of entries) {
      if (members.has(entry.pid)) continue;
      const { parent, group, session } = entry;
      if ([parent, group, session].some((pid) => members.has(pid))) members.set(entry.pid, entry);
    }
  }
}

/** This process and all above it: they are never signalled, whatever they carry. */
function listAncestors(pid: number, entries: readonly ProcessEntry[]): Set<number> {
  const parents = new Map(entries.map((entry) => [entry.pid, entry.parent]));
  const line = new Set<number>();
  for (let at: number | undefined = pid; at && !line.has(at); at = parents.get(at)) line.add(at);
  return line;
}

function entryOf(pid: number): ProcessEntry {
  return { pid, parent: 0, group: pid, session: pid, startedAt: 0, cpuMs: 0, isEnded: false };
}
