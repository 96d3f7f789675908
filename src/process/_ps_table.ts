/**
 * The processes as `ps` prints them, where there is no `/proc` (macOS).
 *
 * @module
 */
import { type ProgramOptions, runProgram } from "./run_program.ts";
import { holdsMark, type ProcessEntry, type ProcessTable } from "./process_table.ts";

/** The environments of some thousand processes come to some megabytes. */
const PS_LIMITS: ProgramOptions = { timeoutMs: 10_000, maxBytes: 64 * 1024 * 1024 };

/** Calls `ps`, with letters that macOS and Linux share. */
export class PsTable implements ProcessTable {
  readonly #program: string;
  readonly #limits: ProgramOptions;

  /**
   * @param program Name or path of the program; for tests.
   * @param limits How long it may take and how much it may print; for tests.
   */
  constructor(program = "ps", limits = PS_LIMITS) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Unix seconds, the unit of `startedAt`. */
  now(): number {
    return Math.floor(Date.now() / 1000);
  }

  /** One entry for each line. */
  async list(): Promise<ProcessEntry[]> {
    const columns = ["pid", "ppid", "pgid", "stat", "time", "lstart"];
    const lines = await this.#run(["-A", ...columns.flatMap((name) => ["-o", `${name}=`])]);
    return lines.map(parsePsLine).filter((entry) => entry !== null);
  }

  /** `e` prints the environment behind the command line. */
  async findMarked(pids: readonly number[], runIds: readonly string[]): Promise<Set<number>> {
    if (pids.length === 0) return new Set();
    const lines = await this.#run(["eww", "-o", "pid=", "-o", "command=", "-p", pids.join(",")]);
    const words = lines.map((line) => line.trim().split(" "));
    return new Set(
      words.filter((line) => holdsMark(line, runIds)).map(([pid]) => Number(pid)),
    );
  }

  /** Without an answer nothing is known beside the started process. */
  async #run(args: readonly string[]): Promise<string[]> {
    const env = { ...this.#limits.env, LC_ALL: "C" };
    const ran = await runProgram(this.#program, args, { ...this.#limits, env });
    if (ran.kind !== "ended") return [];
    return new TextDecoder().decode(ran.stdout).split("\n").filter((line) => line.trim() !== "");
  }
}

/**
 * Reads one line: process, parent, group, state, processor time, start.
 *
 * @param line Such as `42 1 42 Ss 0:01.50 Mon Jan  5 10:00:00 2026`.
 * @returns Null where it is none.
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

/** `[DD-][HH:]MM:SS[.ss]` in milliseconds. */
function parsePsTime(time: string): number {
  const [days, clock] = time.includes("-") ? time.split("-") : ["0", time];
  const seconds = (clock ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (Number(days) * 86_400 + (Number.isFinite(seconds) ? seconds : 0)) * 1000;
}
