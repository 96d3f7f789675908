/**
 * Asks the adapter that a loop's record names; nobody where it names none.
 *
 * @module
 */
import type { Consulted } from "../../adapters/consult.ts";
import type { LoopRecord } from "../../store/records/loop_record.ts";
import type { HookContext } from "../../lifecycle/context.ts";

/** Asks; never throws. Null where the project has no adapter of its own, which costs nothing. */
export async function consultHere(
  { places, now }: Pick<HookContext, "places" | "now">,
  { project, adapter, started_at: startedAt }: Pick<
    LoopRecord,
    "project" | "adapter" | "started_at"
  >,
): Promise<Consulted | null> {
  if (adapter === null) return null;
  const { consultAdapter } = await import("../../adapters/consult.ts");
  const { name, kind } = adapter;
  return await consultAdapter({ project, places, nowMs: now() * 1000, name, kind, startedAt });
}
