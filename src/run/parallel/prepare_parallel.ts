/** Decides how several agents share a machine, a repository and a plan. */
import { attempt } from "../../error.ts";
import type { Repository } from "./repository.ts";

/** A run whose agents work in worktrees. */
export interface Parallel {
  readonly repository: Repository;
  /** Maximum number of agents at a time. */
  readonly workers: number;
  /** How the plan is shared with other machines; null if it is not shared. */
  readonly sharing: Sharing | null;
}

/** How a plan is shared with other machines. */
export interface Sharing {
  /** The remote's name or address. */
  readonly remote: string;
  /** The machine's number; null for the machine that merges. */
  readonly shard: ShardNumber | null;
}

/** One of several machines that share a plan. */
export interface ShardNumber {
  /** Number of this machine, from 1. */
  readonly index: number;
  readonly count: number;
}

/** The machine that agents share. */
export interface Machine {
  readonly cores: number;
  /** Total memory in bytes; null if unknown. */
  readonly memoryBytes: number | null;
}

/** Agents mostly wait for a model, but their builds and tests use cores. */
const AGENTS_PER_CORE = 2;
/** Memory of an agent with its tools; Claude Code alone takes some 400 MB. */
const BYTES_PER_AGENT = 1 << 30;

/** Reads the number of cores and the memory; null for values that the system does not report. */
export function readMachine(): Machine {
  return {
    cores: navigator.hardwareConcurrency,
    memoryBytes: attempt(() => Deno.systemMemoryInfo().total) || null,
  };
}

/**
 * Limits the number of agents to what the machine can handle.
 *
 * @param wanted The value of `--parallel`, at least 1.
 * @param machine The machine.
 * @returns The number, and a sentence if it is smaller than wanted.
 *
 * @example Two cores
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(limitWorkers(1000, { cores: 2, memoryBytes: null }).workers, 4);
 * ```
 */
export function limitWorkers(
  wanted: number,
  { cores, memoryBytes }: Machine,
): { readonly workers: number; readonly note: string | null } {
  const byCores = Math.max(1, cores * AGENTS_PER_CORE);
  const byMemory = memoryBytes === null
    ? Infinity
    : Math.max(1, Math.floor(memoryBytes / BYTES_PER_AGENT));
  const workers = Math.min(wanted, byCores, byMemory);
  if (workers === wanted) return { workers, note: null };
  const why = byMemory < byCores
    ? `${Math.round((memoryBytes ?? 0) / BYTES_PER_AGENT)} GiB of memory`
    : `${cores} cores`;
  return { workers, note: `Note: --parallel ${wanted} is limited to ${workers}: ${why}` };
}
