/** Reads the processes of this system from `/proc` on Linux, or else from `ps`. */
import { openKernelFiles, type ReadKernelFile } from "./kernel_files.ts";
import { type ProgramOptions, runProgram } from "./run_program.ts";

/** The variable that marks every process of a run; its value is the run's id. */
export const RUN_MARK = "RALPH_RUN_ID";

/** A process as the system shows it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 if the system does not show it. */
  readonly session: number;
  /** When it began, in the table's own unit; distinguishes two processes with the same id. */
  readonly startedAt: number;
  /** Processor time of itself and of its children that it waited for, in milliseconds. */
  readonly cpuMs: number;
  /** True if it has ended and only waits to be collected. */
  readonly isEnded: boolean;
}

/** Lists processes and finds those with a mark. */
export interface ProcessTable {
  /** Returns the current time in the unit of `startedAt`, rounded down. */
  now(): number;
  /** Lists all processes; empty if they cannot be read. */
  list(): Promise<readonly ProcessEntry[]>;
  /**
   * Finds which of some processes carry the mark of a run.
   *
   * @param isWanted Decides by a run's id.
   */
  findMarked(pids: readonly number[], isWanted: IsWanted): Promise<ReadonlySet<number>>;
}

/** Decides by a run's id. */
export type IsWanted = (runId: string) => boolean;

/** Makes a decision that accepts a run and its parts: `X`, and also `X.1`. */
export function isOfRun(wanted: string): IsWanted {
  return (runId) => runId === wanted || runId.startsWith(`${wanted}.`);
}

/**
 * Checks whether an environment has the mark of a run.
 *
 * @param variables `NAME=value`, as the system keeps them.
 */
export function hasMark(variables: readonly string[], isWanted: IsWanted): boolean {
  const prefix = `${RUN_MARK}=`;
  return variables.some((variable) =>
    variable.startsWith(prefix) && isWanted(variable.slice(prefix.length))
  );
}

/** Opens the process table of this system. */
export function openProcessTable(): ProcessTable {
  const read = Deno.build.os === "linux" ? openKernelFiles() : null;
  return read === null ? new PsTable() : new ProcTable(read);
}

/** The kernel's unit of time: 100 per second on every Linux that Deno runs on (`USER_HZ`). */
const MS_PER_TICK = 10;

/** Reads `/proc`; about 20 µs for each process of the machine. */
class ProcTable implements ProcessTable {
  constructor(readonly read: ReadKernelFile) {}

  /** Returns the ticks since the machine started, the unit of `startedAt`. */
  now(): number {
    const text = this.read("/proc/uptime") ?? "0";
    return Math.floor(Number(text.split(" ")[0]) * 1000 / MS_PER_TICK);
  }

  /** Reads an entry for each numbered folder that can still be read. */
  list(): Promise<ProcessEntry[]> {
    const entries: ProcessEntry[] = [];
    for (const { name } of Deno.readDirSync("/proc")) {
      const first = name.charCodeAt(0);
      if (first < 48 || first > 57) continue;
      const stat = this.read(`/proc/${name}/stat`);
      if (stat !== null) entries.push(parseStat(Number(name), stat));
    }
    return Promise.resolve(entries);
  }

  /** Reads the environments; those of other users cannot be read, and are not of the run. */
  findMarked(pids: readonly number[], isWanted: IsWanted): Promise<Set<number>> {
    const isMarked = (pid: number) =>
      hasMark((this.read(`/proc/${pid}/environ`) ?? "").split("\0"), isWanted);
    return Promise.resolve(new Set(pids.filter(isMarked)));
  }
}

/**
 * Reads one line of `/proc/PID/stat` (proc(5)).
 *
 * @param stat The line; its fields count from after the name, which may contain spaces and brackets.
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

/** Limits; the environments of a thousand processes are a few megabytes. */
const PS_LIMITS: ProgramOptions = { timeoutMs: 10_000, maxBytes: 64 * 1024 * 1024 };

/** Calls `ps` with options that macOS and Linux share. */
export class PsTable implements ProcessTable {
  constructor(readonly program = "ps", readonly limits = PS_LIMITS) {}

  /** Returns Unix seconds, the unit of `startedAt`. */
  now(): number {
    return Math.floor(Date.now() / 1000);
  }

  /** Reads an entry for each line. */
  async list(): Promise<ProcessEntry[]> {
    const columns = ["pid", "ppid", "pgid", "stat", "time", "lstart"];
    const lines = await this.#run(["-A", ...columns.flatMap((name) => ["-o", `${name}=`])]);
    return lines.map(parsePsLine).filter((entry) => entry !== null);
  }

  /** Finds the mark in the environment, which option `e` prints after the command line. */
  async findMarked(pids: readonly number[], isWanted: IsWanted): Promise<Set<number>> {
    if (pids.length === 0) return new Set();
    const lines = await this.#run(["eww", "-o", "pid=", "-o", "command=", "-p", pids.join(",")]);
    const words = lines.map((line) => line.trim().split(" "));
    return new Set(
      words.filter((line) => hasMark(line, isWanted)).map(([pid]) => Number(pid)),
    );
  }

  /** Returns no lines if `ps` fails: then only the started process is known. */
  async #run(args: readonly string[]): Promise<string[]> {
    const ran = await runProgram(this.program, args, { ...this.limits, env: { LC_ALL: "C" } });
    if (ran.kind !== "ended") return [];
    return new TextDecoder().decode(ran.stdout).split("\n").filter((line) => line.trim() !== "");
  }
}

/**
 * Reads one line of `ps`: process, parent, group, state, processor time, start.
 *
 * @param line Such as `42 1 42 Ss 0:01.50 Mon Jan  5 10:00:00 2026`.
 * @returns The entry; null if the line is not an entry.
 */
export function parsePsLine(line: string): ProcessEntry | null {
  const [pid, parent, group, state, time, ...start] = line.trim().split(/\s+/);
  const startedAt = Date.parse(start.join(" ")) / 1000;
  if (!/^\d+$/.test(pid ?? "") || Number.isNaN(startedAt)) return null;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: 0,
    startedAt,
    cpuMs: parsePsTime(time ?? ""),
    isEnded: state?.startsWith("Z") ?? true,
  };
}

/** Converts `[DD-][HH:]MM:SS[.ss]` to milliseconds. */
function parsePsTime(time: string): number {
  const [days, clock] = time.includes("-") ? time.split("-") : ["0", time];
  const seconds = (clock ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + (Number.isFinite(seconds) ? seconds : 0)) * 1000;
}
