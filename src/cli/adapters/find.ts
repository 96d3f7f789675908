/** Finds the adapter that a command names, and the time from which its metrics count. */
import type { Adapter, AdapterContext } from "../../adapters/protocol.ts";
import { type DetectedAdapter, listAdapters } from "../../adapters/registry.ts";
import { findLoop } from "../../lifecycle/loop.ts";
import { UsageError } from "../../error.ts";
import type { CommandContext } from "../core/context.ts";
import { locate } from "../core/locate.ts";
import { hintFor } from "../core/unknown_name.ts";

/** The option for the time from which metrics count. */
export const SINCE_OPTION = {
  name: "since",
  type: "string",
  valueName: "TIME",
  help: "Use only metrics after this time",
  defaultText: "the loop's start; without a loop, all",
} as const;

/** Collects what reading an adapter needs: the project, the places in the home folder and the time. */
export function adapterContext(context: CommandContext): AdapterContext {
  return { ...locate(context), nowMs: context.nowMs() };
}

/**
 * Finds an adapter by its name or by the name of its file, preferring a usable one.
 *
 * @throws {UsageError} No adapter has that name.
 */
export function requireAdapter(here: AdapterContext, name: string): Adapter {
  const candidates = listAdapters(here);
  const candidate = candidates.find((each) => each.name === name && each.fault === null) ??
    candidates.find((each) => each.name === name || each.file?.endsWith(`/${name}`));
  if (candidate !== undefined) return candidate;
  const hint = hintFor(name, candidates.map((each) => each.name), "'ralph adapters' lists them.");
  throw new UsageError(`No adapter has the name '${name}'`, hint);
}

/** Returns the fields of an adapter for `--json`. */
export function adapterFields({ name, kind, file, detection, skipped }: DetectedAdapter) {
  const { isMatch, evidence } = detection;
  return { name, kind, file, is_match: isMatch, evidence, skipped };
}

/**
 * Reads the time from which metrics count, by default the start of the project's loop.
 *
 * @returns Epoch milliseconds; 0 if all count.
 * @throws {UsageError} The value is not a time.
 */
export function sinceOf({ places, project }: AdapterContext, given: string | undefined): number {
  if (given === undefined) {
    const loop = findLoop(places, project);
    return loop === null ? 0 : loop.facts.startedAt;
  }
  const since = Date.parse(given);
  if (!Number.isNaN(since)) return since;
  throw new UsageError(`Wanted a time for --since, found '${given}'`, {
    hint: "Write it as 2026-01-31T18:00:00Z.",
  });
}
