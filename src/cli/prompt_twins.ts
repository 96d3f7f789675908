/**
 * One prompt, answered once: where the plugin and the settings both register the hooks, the client
 * calls each of them for every prompt.
 *
 * @module
 */
import { join } from "@std/path";
import type { HookEvent } from "../lifecycle/event.ts";
import { writeAtomic } from "../store/files/atomic_file.ts";
import { tryWithLock } from "../store/files/lock.ts";
import { type Places, sharedLock } from "../store/places.ts";
import { readText } from "../store/files/text_file.ts";

/** So many of the last prompts are known: more are never on their way at once. */
const KEPT = 20;

/**
 * Takes the prompt for this process.
 *
 * @param places The home's places.
 * @param event The prompt's event.
 * @returns False where another process took it; where nothing can be known, true.
 */
export function isFirstToAnswer(
  places: Places,
  { session_id: session, prompt_id: prompt }: Pick<HookEvent, "session_id" | "prompt_id">,
): boolean {
  if (session === "" || prompt === "") return true;
  const file = join(places.ralphHome, "answered-prompts.jsonl");
  const name = JSON.stringify([session, prompt]);
  const taken = tryWithLock(sharedLock(places, "prompts"), () => {
    const read = readText(file);
    const known = read.kind === "text" ? read.text.split("\n").filter(Boolean) : [];
    if (known.includes(name)) return false;
    writeAtomic(file, `${[...known, name].slice(-KEPT).join("\n")}\n`);
    return true;
  });
  return taken.kind !== "done" || taken.value;
}
