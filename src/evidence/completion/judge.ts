/**
 * Is the task complete? The five signals of the focus file, the strongest wins (design §7).
 *
 * @module
 */
import type { Document } from "../../focus/document.ts";
import type { Completion } from "../../loop/facts.ts";
import type { Settings } from "../../store/settings.ts";

/** The settings that completion depends on. */
export type CompletionSettings = Pick<Settings, "confidence_threshold" | "completion_phrases">;

export function judgeCompletion(
  _document: Document | null,
  _focusPath: string | null,
  _settings: CompletionSettings,
  _spec: Document | null = null,
): Completion {
  throw new Error("Not written yet");
}
