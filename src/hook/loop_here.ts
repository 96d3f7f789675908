/**
 * The loop of the project that a hook was called in, if there is one (design §3, §4.1).
 *
 * @module
 */
import type { LoopRecord } from "../store/loop_record.ts";
import type { RecordRead } from "../store/json_record.ts";
import { type LoopFacts, readLoop } from "../store/loops.ts";
import type { Places } from "../store/places.ts";
import { findGitTop, resolveHookProject } from "../store/project.ts";
import { findKillSwitch, hasMarker, readLoopRecord, readMarker } from "../store/project_marks.ts";
import type { HookWorld } from "./world.ts";

/** A loop that lives in this project, with its record as it was found. */
export interface LoopHere {
  readonly facts: LoopFacts;
  readonly project: string;
  readonly record: RecordRead<LoopRecord>;
  readonly hasMarker: boolean;
  /** The kill switch that stands, if one does. */
  readonly killSwitch: string | null;
}

/**
 * Finds the loop of the project that the client names in a hook.
 *
 * @returns The loop, or null: then nothing here is ours.
 */
export function findLoopHere({ env, places }: Pick<HookWorld, "env" | "places">): LoopHere | null {
  const project = resolveHookProject(env);
  return project === null ? null : findLoop(places, project);
}

/**
 * Finds the loop of a project. Marks that the home folder knows nothing of count for nothing:
 * anybody can put files into a repository.
 *
 * @param project The project's root, links resolved.
 */
export function findLoop(places: Places, project: string): LoopHere | null {
  const record = readLoopRecord(project);
  const isMarked = hasMarker(project);
  if (record.kind === "absent" && !isMarked) return null;
  const id = record.kind === "ok" ? record.value.id : readMarker(project);
  const known = id === null ? null : readLoop(places, id);
  if (known?.kind !== "ok" || known.value.hasEnded) return null;
  const { facts } = known.value;
  if (facts.project !== project) return null;
  const killSwitch = findKillSwitch(project, findGitTop(project));
  return { facts, project, record, hasMarker: isMarked, killSwitch };
}
