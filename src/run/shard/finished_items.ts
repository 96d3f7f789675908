/**
 * Finds the items that shards finished, if their results and the remote's branches agree.
 *
 * @module
 */
import { oneLine } from "../../text/shorten.ts";
import type { RunContext } from "../job/context.ts";
import { endOf } from "../job/ending.ts";
import type { RunEnd } from "../job/job.ts";
import type { Plan } from "../plan/plan.ts";
import type { Remote } from "./remote.ts";
import type { FinishedRecord, ShardResult } from "./shard_result.ts";

const LONGEST_NOTE = 1_000;

/** Creates a function that reports untrusted text in one line, shortened and without control characters. */
export function sayOf({ report }: Pick<RunContext, "report">): (text: string) => void {
  return (text) => report({ kind: "note", text: oneLine(text, LONGEST_NOTE) });
}

/** A finished item whose branch is still in the state that its shard pushed. */
export interface UsableRecord extends FinishedRecord {
  /** The shard that worked on it, such as `shard 2/3`. */
  readonly by: string;
}

/** The work found on the remote. */
export interface FetchedWork {
  readonly results: readonly ShardResult[];
  /** The records whose branches can be used, by item key. */
  readonly usable: ReadonlyMap<string, UsableRecord>;
}

/**
 * Fetches the shards' finished work, and reports records that cannot be used.
 *
 * @returns An end if the remote cannot be read.
 */
export async function fetchWork(
  remote: Remote,
  context: Pick<RunContext, "stop" | "report">,
  plan: Pick<Plan, "items">,
): Promise<FetchedWork | { readonly end: RunEnd }> {
  const say = sayOf(context);
  const unreachable = await remote.fetch({ signal: context.stop.signal, onSlow: say });
  if (unreachable !== null) return { end: endAtRemote(remote, "cannot be read", unreachable) };
  const { results, notes } = await remote.readResults();
  const { usable, notes: unusable } = findFinished(plan, results, remote.branches);
  for (const note of [...notes, ...unusable]) say(note);
  return { results, usable };
}

/** Creates the end of a run because the remote fails or refuses. */
export function endAtRemote({ shownName }: Remote, what: string, why: string): RunEnd {
  return endOf({ code: "blocked", sentence: `${shownName} ${what}: ${why}` });
}

/**
 * Finds the finished items whose branches are in the state that their shards pushed. Pure.
 *
 * @param plan The plan; records of items that it does not have are left out.
 * @param branches The remote's branches, by name.
 * @returns The records, and a sentence for each open item whose record cannot be used.
 */
function findFinished(
  { items }: Pick<Plan, "items">,
  results: readonly ShardResult[],
  branches: ReadonlyMap<string, string>,
): Pick<FetchedWork, "usable"> & { readonly notes: readonly string[] } {
  const usable = new Map<string, UsableRecord>();
  const notes: string[] = [];
  for (const { shard, shards, finished } of results) {
    const by = `shard ${shard}/${shards}`;
    for (const record of finished) {
      const { key, branch, commit } = record;
      const item = items.find((each) => each.key === key);
      if (item === undefined || usable.has(key)) continue;
      const there = branches.get(branch);
      if (there === commit) usable.set(key, { ...record, by });
      else if (item.state === "open") {
        notes.push(
          there === undefined
            ? `Warning: ${by} finished an item whose branch is not on the remote`
            : `Warning: ${branch} is not what ${by} pushed: found ${there.slice(0, 12)}, ` +
              `expected ${commit.slice(0, 12)}`,
        );
      }
    }
  }
  return { usable, notes };
}
