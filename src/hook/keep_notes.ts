/**
 * Keeps what the agent noted for later loops. Loaded only where it noted something.
 *
 * @module
 */
import { changeKnowledge } from "../explore/knowledge_store.ts";
import { addNotes } from "../explore/notes.ts";
import type { Tags } from "../loop/facts.ts";
import type { LoopRecord } from "../store/loop_record.ts";
import type { HookWorld } from "./world.ts";

/**
 * Writes the notes into the project's knowledge; takes the project's lock.
 *
 * @returns what could not be kept, one sentence each
 */
export function keepNotes(
  world: Pick<HookWorld, "places" | "now">,
  { id, iteration, project }: LoopRecord,
  { ideas, worked }: Pick<Tags, "ideas" | "worked">,
): readonly string[] {
  return changeKnowledge(
    world.places,
    project,
    (knowledge) =>
      addNotes(knowledge, { loopId: id, iteration, nowMs: world.now() * 1000, worked, ideas }),
  ).said;
}
