/**
 * All processes of a run: the started process, its descendants, and those that detached from it.
 *
 * A member is the started process, every child of a member, every process of its group or session,
 * every process that carries the run's mark in its environment, and every orphan that came to this
 * process since the start. Members are identified by id and start time, so a process that reuses a
 * dead member's id is not a member.
 */
import { openCLibrary } from "./c_library.ts";
import type { IsWanted, ProcessEntry, ProcessTable } from "./process_table.ts";
import { isRunningProgram } from "./run_program.ts";

/** The start of a family. */
interface FamilySeed {
  /** The started process, leader of its session; null to find a run's processes by their mark alone. */
  readonly rootPid: number | null;
  /** Decides by a run's id whether processes with its mark are members. */
  readonly isOwnRun: IsWanted;
  /** Null if the system does not show its processes. */
  readonly table: ProcessTable | null;
  /** `table.now()` just before the start: older processes are not members. */
  readonly since: number;
  /** Set if orphans become children of this process. */
  readonly adopter?: Adopter | null;
}

/**
 * Reads what distinguishes a run's processes from older processes. Call it just before the start.
 *
 * @param table The system's processes; null if it does not show them.
 */
export async function lookBefore(
  table: ProcessTable | null,
): Promise<Pick<FamilySeed, "since" | "adopter">> {
  if (table === null) return { since: 0, adopter: null };
  const adopter = await adoptOrphans(table);
  return { since: table.now(), adopter };
}

/** The number of agents and commands that are running. */
let familiesRunning = 0;

/**
 * Counts an agent or a command until it is disposed; call it before the start. This process adopts
 * orphans without a mark from every family, and to an older command a new agent looks like one. While
 * several run, none of them therefore claims such a process.
 */
export function countFamily(): Disposable {
  familiesRunning += 1;
  return { [Symbol.dispose]: () => void familiesRunning-- };
}

/** The members of a family at one moment. */
interface Census {
  /** Members that have not ended. */
  readonly living: readonly ProcessEntry[];
  /** Processor time of all members, in milliseconds; null if unknown. */
  readonly cpuMs: number | null;
}

/** Tolerance for a member's start time, in the table's unit: the system rounds start times. */
const ROUNDING = 2;

/** Follows the processes of one run. */
export class Family {
  #members = new Map<number, ProcessEntry>();
  /** Start times of processes without the mark, by id: each environment is read once. */
  #strangers = new Map<number, number>();
  /** Orphans that had ended at the last census, but were not collected yet. */
  #ended = new Set<number>();
  #hasRootEnded = false;

  constructor(readonly seed: FamilySeed) {}

  /** Records that the started process has ended, so that its id no longer identifies a member. */
  noteRootEnd(): void {
    this.#hasRootEnded = true;
  }

  /** Lists the system's processes and finds the members among them. */
  async takeCensus(): Promise<Census> {
    const { table } = this.seed;
    const entries = await table?.list() ?? [];
    if (table === null || entries.length === 0) return this.#countBlindly();
    const members = new Map<number, ProcessEntry>();
    for (const entry of entries) if (this.#isCertain(entry)) members.set(entry.pid, entry);
    for (const pid of await this.#findMarked(table, entries, members)) {
      const entry = entries.find((candidate) => candidate.pid === pid);
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

  /** Counts without a table: only the started process, which leads a group, is known. */
  #countBlindly(): Census {
    const { rootPid } = this.seed;
    return {
      living: this.#hasRootEnded || rootPid === null ? [] : [entryOf(rootPid)],
      cpuMs: null,
    };
  }

  #isCertain(entry: ProcessEntry): boolean {
    if (this.#members.get(entry.pid)?.startedAt === entry.startedAt) return true;
    const { rootPid, since } = this.seed;
    if (rootPid === null || entry.startedAt < since - ROUNDING) return false;
    if (this.#isOrphan(entry)) return true;
    return entry.pid === rootPid && !this.#hasRootEnded || entry.group === rootPid ||
      entry.session === rootPid;
  }

  #isOrphan({ pid, parent }: ProcessEntry): boolean {
    const { adopter, rootPid } = this.seed;
    return adopter != null && familiesRunning < 2 && parent === Deno.pid && pid !== rootPid &&
      !adopter.ownChildren.has(pid) && !isRunningProgram(pid);
  }

  /**
   * Collects ended orphans, which would fill the system's table. The runtime collects this process's
   * own children at once, so only an entry that is still there at the next census is an orphan.
   */
  #collectOrphans(entries: readonly ProcessEntry[]): void {
    const ended = entries.filter((entry) => entry.isEnded && this.#isOrphan(entry));
    for (const { pid } of ended) if (this.#ended.has(pid)) this.seed.adopter?.collect(pid);
    this.#ended = new Set(ended.map(({ pid }) => pid));
  }

  async #findMarked(
    table: ProcessTable,
    entries: readonly ProcessEntry[],
    members: ReadonlyMap<number, ProcessEntry>,
  ): Promise<ReadonlySet<number>> {
    const strangers = new Map<number, number>();
    const unknown: ProcessEntry[] = [];
    const ancestors = listAncestors(Deno.pid, entries);
    for (const entry of entries) {
      if (members.has(entry.pid) || ancestors.has(entry.pid)) continue;
      if (this.#strangers.get(entry.pid) === entry.startedAt) {
        strangers.set(entry.pid, entry.startedAt);
      } else if (entry.startedAt >= this.seed.since - ROUNDING) unknown.push(entry);
    }
    const marked = await table.findMarked(unknown.map(({ pid }) => pid), this.seed.isOwnRun);
    for (const { pid, startedAt } of unknown) {
      if (!marked.has(pid)) strangers.set(pid, startedAt);
    }
    this.#strangers = strangers;
    return marked;
  }
}

/** Adds children, and processes in groups and sessions that members lead, until nothing changes. */
function addRelatives(members: Map<number, ProcessEntry>, entries: readonly ProcessEntry[]): void {
  for (let size = -1; size !== members.size;) {
    size = members.size;
    for (const entry of entries) {
      if (members.has(entry.pid)) continue;
      const { parent, group, session } = entry;
      if ([parent, group, session].some((pid) => members.has(pid))) members.set(entry.pid, entry);
    }
  }
}

/** Lists this process and its ancestors, which are never signalled, even if they carry the mark. */
function listAncestors(pid: number, entries: readonly ProcessEntry[]): Set<number> {
  const parents = new Map(entries.map((entry) => [entry.pid, entry.parent]));
  const ids = new Set<number>();
  for (let at: number | undefined = pid; at && !ids.has(at); at = parents.get(at)) ids.add(at);
  return ids;
}

function entryOf(pid: number): ProcessEntry {
  return { pid, parent: 0, group: pid, session: pid, startedAt: 0, cpuMs: 0, isEnded: false };
}

/** prctl(2), wait(2). */
const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;
/** `P_ALL`, and `WNOHANG | WEXITED | WNOWAIT`, to check whether there is any child. */
const ALL = 0;
const LOOK = 0x1 | 0x4 | 0x1000000;

/** Distinguishes the orphans that this process adopts from its own children. */
interface Adopter {
  /** Children from before the adoption, which are not orphans. */
  readonly ownChildren: ReadonlySet<number>;
  /** Collects an orphan that has ended, as the system's first process would. */
  readonly collect: (pid: number) => void;
}

/**
 * Becomes the parent of all orphans below this process, from now on.
 *
 * Only the compiled program adopts, since it knows every child that it starts. In a shared process,
 * such as that of the tests, other children would be taken for orphans and killed.
 *
 * @returns The way to recognize orphans; null except on Linux. On other systems, only the mark in the
 * environment finds a process that detached from everything else.
 */
async function adoptOrphans(table: ProcessTable): Promise<Adopter | null> {
  if (Deno.build.os !== "linux" || !Deno.build.standalone) return null;
  // The program keeps it open.
  const library = openCLibrary({
    prctl: { parameters: ["i32", "usize", "usize", "usize", "usize"], result: "i32" },
    waitid: { parameters: ["i32", "i32", "pointer", "i32"], result: "i32" },
    waitpid: { parameters: ["i32", "pointer", "i32"], result: "i32" },
  });
  if (library?.symbols.prctl(PR_SET_CHILD_SUBREAPER, 1n, 0n, 0n, 0n) !== 0) return null;
  const hasChild = library.symbols.waitid(ALL, 0, null, LOOK) === 0;
  const own = hasChild ? (await table.list()).filter(({ parent }) => parent === Deno.pid) : [];
  const collect = (pid: number) => void library.symbols.waitpid(pid, null, WNOHANG);
  return { ownChildren: new Set(own.map(({ pid }) => pid)), collect };
}
