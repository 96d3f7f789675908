/**
 * The processes as Linux shows them under `/proc`.
 *
 * @module
 */
import type { ReadKernelFile } from "./kernel_files.ts";
import { holdsMark, type ProcessEntry, type ProcessTable } from "./process_table.ts";

/** The kernel's unit of times there: 100 a second on every Linux that Deno runs on (`USER_HZ`). */
const MS_PER_TICK = 10;

/** Reads `/proc`; about 20 µs for each process of the machine. */
export class ProcTable implements ProcessTable {
  readonly #read: ReadKernelFile;

  /** @param read See `openKernelFiles`. */
  constructor(read: ReadKernelFile) {
    this.#read = read;
  }

  /** Ticks since the machine started, the unit of `startedAt`. */
  now(): number {
    const text = this.#read("/proc/uptime") ?? "0";
    return Math.floor(Number(text.split(" ")[0]) * 1000 / MS_PER_TICK);
  }

  /** One entry for each numbered folder that can still be read. */
  list(): Promise<ProcessEntry[]> {
    const entries: ProcessEntry[] = [];
    for (const { name } of Deno.readDirSync("/proc")) {
      const first = name.charCodeAt(0);
      if (first < 48 || first > 57) continue;
      const stat = this.#read(`/proc/${name}/stat`);
      if (stat !== null) entries.push(parseStat(Number(name), stat));
    }
    return Promise.resolve(entries);
  }

  /** Reads the environments; those of other users cannot be read and are not ours. */
  findMarked(pids: readonly number[], runIds: readonly string[]): Promise<Set<number>> {
    const isMarked = (pid: number) =>
      holdsMark((this.#read(`/proc/${pid}/environ`) ?? "").split("\0"), runIds);
    return Promise.resolve(new Set(pids.filter(isMarked)));
  }
}

/**
 * Reads one line of `/proc/PID/stat` (proc(5)).
 *
 * @param pid The process.
 * @param stat The line; its fields count from behind the name, which may hold spaces and brackets.
 */
export function parseStat(pid: number, stat: string): ProcessEntry {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const number = (index: number) => Number(fields[index]);
  return {
    pid,
    parent: number(1),
    group: number(2),
    session: number(3),
    startedAt: number(19),
    cpuMs: (number(11) + number(12) + number(13) + number(14)) * MS_PER_TICK,
    isEnded: /^[ZXx]/.test(fields[0] ?? "Z"),
  };
}
