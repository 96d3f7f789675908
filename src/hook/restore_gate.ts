/**
 * Restores the gate for an entry that called its program because the gate is missing or broken. Loaded
 * only then.
 */
import { messageOf } from "../error.ts";
import { renderGate } from "../registration/gate.ts";
import { writeAtomic } from "../store/files/atomic_file.ts";
import { readText } from "../store/files/text_file.ts";
import type { HookContext } from "../lifecycle/context.ts";
import { type Answer, tellFirst } from "./answer.ts";

/** Restores the gate, and tells the user in the answer. */
export function restoreGate(answer: Answer, { env, places }: Pick<HookContext, "env" | "places">) {
  const plugin = env.variable("CLAUDE_PLUGIN_ROOT");
  const path = plugin === undefined ? places.gate : `${plugin}/hooks/gate`;
  // The plugin's gate finds its program itself, wherever it was installed.
  const text = renderGate(plugin === undefined ? Deno.execPath() : "ralph");
  const found = readText(path);
  // Another hook has restored it meanwhile.
  if (found.kind === "text" && found.text === text) return answer;
  return tellFirst(answer, tryToWrite(path, text));
}

function tryToWrite(path: string, text: string): string {
  try {
    writeAtomic(path, text);
    return `its hooks read the script ${path}, which was missing or broken: it is restored.`;
  } catch (error) {
    return `its hooks read the script ${path}, which cannot be restored: ${messageOf(error)}`;
  }
}
